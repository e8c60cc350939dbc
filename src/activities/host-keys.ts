/**
 * What a person has said of hosts and the idempotency key (L-40a): that one honours it, so that a write may go out again
 * under the same key, or that one is not to be sent it. A setting of the device; a run records what it used.
 */

import { isObject, type JsonObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { KeyUse } from '../run/messages.ts';
import type { RunSetting } from '../run/state.ts';

/** What was said, by host as a URL writes it. */
export type HostKeys = ReadonlyMap<string, KeyUse>;

/** Whether every host that a call of built-in code goes to honours the key: for the setting that runs are decided with. */
export const honoursKeyIn =
  (
    keys: () => HostKeys,
    contractBehind: (name: string) => ToolContract | undefined,
  ): NonNullable<RunSetting['honoursKey']> =>
  (call, contract, params) => {
    const known = keys();
    if (known.size === 0) return false;
    const addresses = addressesIn(contractBehind(call._activity ?? contract?.activity ?? call._tool), params);
    return (
      addresses.length > 0 &&
      addresses.every((address) => URL.canParse(address) && known.get(new URL(address).host) === 'honours')
    );
  };

/** The parameters that the code's own contract calls addresses, as a call gives them. */
function addressesIn(contract: ToolContract | undefined, params: JsonObject): string[] {
  const schema = contract?.parameters;
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([key, property]) => {
    const value = Object.hasOwn(params, key) ? params[key] : undefined;
    return isObject(property) && property.format === 'uri' && typeof value === 'string' ? [value] : [];
  });
}

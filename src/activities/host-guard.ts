/** Holds a call to the hosts its plan was approved with: any other asks the person first (DESIGN §6). */

import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { type Activity, notSent, withBefore } from './activity.ts';

/** @param approved hosts the person saw when approving, as `hostsOf` names them */
export function guarded(
  activity: Activity,
  contract: ToolContract | undefined,
  approved: ReadonlySet<string>,
): Activity {
  const addresses = addressParameters(contract);
  if (addresses.length === 0) return activity;
  return withBefore(activity, async (params, context) => {
    for (const key of addresses) {
      const address = params[key];
      if (typeof address !== 'string' || !URL.canParse(address)) continue;
      const { host } = new URL(address);
      if (approved.has(host)) continue;
      const answer = await context.ask({
        title: `Reach ${host}?`,
        message: `The plan you approved does not name this host: the address came out of the run. "${context.callId}" would go there now.`,
        schema: {
          type: 'object',
          properties: { allow: { type: 'boolean', title: `Allow ${host} for this call` } },
          required: ['allow'],
        },
      });
      if (answer === true || (isObject(answer) && answer.allow === true)) continue;
      throw notSent(`${host} was not allowed. Nothing was sent.`, { code: 'permission-denied' });
    }
  });
}

/** The parameters that the code's own contract calls addresses. */
function addressParameters(contract: ToolContract | undefined): string[] {
  const schema = contract?.parameters;
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    isObject(property) && property.format === 'uri' ? [key] : [],
  );
}

/** Which calls a preview may enter (L-83), and why it enters no other, as sentences. Knows no tool by its name. */

import { computes, hasActivity } from '../activities/registry.ts';
import type { CallStart } from '../host/port.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf, strictestEffect } from '../tools/catalogue.ts';
import { codeNameOf } from '../tools/named-secrets.ts';

export const builtIns = catalogueOf(builtInTools);

export const ASKS = 'It waits for a person or a time, which a preview does not.';
export const FROM_OUTSIDE = 'The plan came from outside: nothing of it is computed before you say so.';

/**
 * null where the call may be entered: code that comes with the app, whatever a plan says of it, that changes nothing and
 * has no way to the outside. A person's own code could have one, and is left for the run.
 */
export function whyNotEntered({
  call,
  contract,
  latent,
}: Pick<CallStart, 'call' | 'contract' | 'latent'>): string | null {
  if (latent) return 'A model answers it when the plan runs.';
  const name = codeNameOf(call, contract);
  if (!hasActivity(name)) return 'Its code is not part of the app, and is entered when the plan runs.';
  const behind = builtIns.get(name);
  const effect = strictestEffect(contract, behind);
  if (effect === 'write' || effect === 'irreversible')
    return 'It changes something, so it waits for the run.';
  if (contract?.preview === false || behind?.preview === false) return ASKS;
  // What computes is handed the files that were given, and no way out.
  if (effect === 'read' && !computes(name)) return 'It reads from outside, so it waits for the run.';
  return null;
}

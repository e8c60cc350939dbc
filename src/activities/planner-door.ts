/** The door for a planner that writes the rest of a run's plan (L-73): what it tells a model goes where a line names it, or asks. */

import type { PlannerPass } from '../host/port.ts';
import { modelMissing } from '../run/grants.ts';
import type { HeldSecret } from '../run/messages.ts';
import { doorFor } from './door.ts';
import { hiding } from './held-secrets.ts';

/**
 * The fetch of one planner's turn. Asks first, unless something names the host of the model's server.
 * @param server as `serverOf` has it
 * @throws what `pass.ask` rejects with
 */
export async function plannerFetch(
  pass: PlannerPass,
  server: string,
  secrets: ReadonlyMap<string, HeldSecret>,
): Promise<typeof fetch> {
  const door = doorFor(
    {
      names: (kind, name) => kind === 'host' && pass.names(name),
      granted: pass.granted,
      secrets,
      locked: new Set(),
      redaction: hiding(secrets).redaction,
      ask: pass.ask,
      record: pass.record,
      bind: () => {},
    },
    '',
    { writes: false, addresses: [], hosts: [server], files: [], secrets: [] },
  );
  await door.open();
  return door.fetch;
}

/**
 * Where a model was signed to plan the rest and none is connected, the person is asked: this device's own planner would use
 * up the turns of a run that it knows no way for (L-63).
 * @throws what `pass.ask` rejects with
 */
export async function askForModel(pass: PlannerPass): Promise<void> {
  if (pass.signed !== null && !pass.staysHere) await pass.ask(modelMissing(pass.signed));
}

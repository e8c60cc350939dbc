/** A file that a call of a run has failed for is given to the run while it asks: from the person's hand, or from the shelf. */

import { lackedFile } from '../run/lacking-file.ts';
import type { Request } from '../run/messages.ts';
import { callView } from '../run/view.ts';
import { rootOf } from '../stores/runs.ts';
import type { Ground } from './ground.ts';

interface Parts extends Pick<Ground, 'document' | 'runs' | 'shelf'> {
  /** False where it was refused, which is said then. */
  readonly send: (request: Request) => Promise<boolean>;
}

/**
 * What a call failed for and lies beside the goal goes to its run before it is tried again. Only that: what the run has stays
 * as it was given. The shelf is of the plan on the table, and of no other plan's run.
 */
export async function giveLacked(
  { document, runs, shelf, send }: Parts,
  runId: string,
  call: string,
): Promise<void> {
  const run = runs.getState().known.get(runId);
  const name = run && lackedFile(callView(run.state, call)?.failure ?? undefined);
  const file = name ? shelf.get(name) : undefined;
  const owner = rootOf(runs.getState(), runId);
  const plan = runs.getState().known.get(owner)?.state.program.plan;
  if (name && file && plan?.id === document.getState().plan.id) await give(send, owner, name, file);
}

/** @param runId of a sub-run: its files are those of the run that a person started (L-52) */
export const giveToRun = ({ runs, send }: Parts, runId: string, name: string, file: File): Promise<boolean> =>
  give(send, rootOf(runs.getState(), runId), name, file);

const give = (send: Parts['send'], runId: string, name: string, file: File): Promise<boolean> =>
  send({ kind: 'put-file', runId, name, file });

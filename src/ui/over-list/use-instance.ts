/** Which instance of the run on the canvas the screen is turned to (L-55). */

import type { SessionState } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useSession } from '../services.ts';

/** Its label; null: all of them. */
export const instanceOf = (
  { instance }: Pick<SessionState, 'instance'>,
  run: ShownRun | null,
): string | null =>
  run && instance?.runId === run.runId && run.state.inputs.has(instance.label) ? instance.label : null;

/** The same, for a component. */
export const useInstance = (run: ShownRun | null): string | null =>
  useSession((state) => instanceOf(state, run));

/** Calls as the terminal tells of them: by what they do, as the screen does, with the id beside that where it may be typed in. */

import { itemAt } from '../../lib/columns.ts';
import { namer } from '../../run/call-names.ts';
import type { RunState } from '../../run/state.ts';
import { planOf } from '../../run/whole.ts';
import type { Family } from './live-run.ts';

/** By what it does; by its id where nothing says that. @param call its id, or `id@LABEL` */
export const titleIn = (state: RunState, call: string): string => {
  const { steps, index } = state.program;
  const at = index.get(call);
  const isTold = at === undefined || itemAt(steps, at).call._description !== undefined;
  return isTold ? namer(planOf(state))(call) : call;
};

/** The same with its id, for who may have to type that in. */
export function titleAndId(state: RunState, call: string): string {
  const title = titleIn(state, call);
  return title === call ? call : `${title} (${call})`;
}

/** Where a run stands below the one that was started, by what its calls do: `Send each letter#3/`; nothing for that run. */
export function aboveOf(family: Family, runId: string): string {
  const parent = family.get(runId)?.parent;
  if (!parent) return '';
  const above = family.get(parent.runId);
  const element = parent.index === undefined ? '' : `#${parent.index + 1}`;
  return `${aboveOf(family, parent.runId)}${above ? titleIn(above, parent.call) : parent.call}${element}/`;
}

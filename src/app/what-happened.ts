/** Runs' records told as the table of what was signed and what happened (L-73). Reads events, keeps nothing. */

import type { Json } from '../lib/json.ts';
import { asRead } from '../run/damaged.ts';
import type { RunEvent } from '../run/events.ts';
import { happenedIn } from '../run/happened.ts';
import { type HappenedBelow, happenedBelow } from '../run/happened-below.ts';
import type { RunState } from '../run/state.ts';
import { runEngine } from '../stores/run-engine.ts';
import { builtInTools } from '../tools/built-in.ts';

/** For an export. @param events all of them, in order */
export const whatHappened = (runId: string, events: readonly RunEvent[]): Json =>
  happenedIn(folded(runId, events)) as unknown as Json;

/** Runs that are added up: of more, a person is told how many are not. */
const MOST = 1_000;

/** @param below the runs below it, parents first @param stateOf one that is known as it stands; undefined where it is not */
export async function whatHappenedBelow(
  run: RunState,
  below: readonly string[],
  stateOf: (runId: string) => RunState | undefined,
  eventsOf: (runId: string) => Promise<readonly RunEvent[]>,
): Promise<HappenedBelow> {
  const counts = { all: below.length, ended: run.subRuns.size };
  const read = async (runId: string): Promise<RunState[]> => {
    const known = stateOf(runId);
    if (known) return [known];
    const events = asRead(await eventsOf(runId));
    return events.length > 0 ? [folded(runId, events)] : [];
  };
  const states = (await Promise.all(below.slice(0, MOST).map(read))).flat();
  return happenedBelow(run, states, counts);
}

function folded(runId: string, events: readonly RunEvent[]): RunState {
  const engine = runEngine(builtInTools);
  const state = engine.blank(runId, false);
  for (const event of events) engine.evolve(state, event);
  return state;
}

/** The hostile server of `scripts/bench/hostile`, played on a virtual clock: the same for the same seed, and quick. */

import { chanceOf } from '../../scripts/bench/crash/chance.ts';
import { builtIns, hostilePlan, SETTING } from '../../scripts/bench/hostile/plan.ts';
import { DISTURBANCES, type Tried, tryOnce, type World } from '../../scripts/bench/hostile/trial.ts';
import { errorsWith } from '../../src/check/errors-of.ts';
import { virtualClock } from '../../src/host/memory-place.ts';
import type { CallStart } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { EffectOutcome } from '../../src/run/outcome.ts';
import type { Played } from '../../src/simulate/virtual-place.ts';
import { counted, turn, virtualPlace } from './virtual-place.ts';

/** How an entry goes, and whether the write is done by it. */
interface Way {
  readonly does: boolean;
  readonly played: Played;
}

const fails = (
  outcome: EffectOutcome | undefined,
  does: boolean,
  more: { retryAfterMs?: number } = {},
): Way => ({
  does,
  played: { ms: 20, throws: { code: 'boom', message: 'boom', ...(outcome ? { outcome } : {}), ...more } },
});

const FINE: Way = { does: true, played: { ms: 20, value: 'done' } };
const WAYS: readonly Way[] = [
  FINE,
  FINE,
  fails('not-sent', false),
  fails('refused', false),
  fails('refused', false, { retryAfterMs: 5_000 }),
  ...[true, false].flatMap((does): Way[] => [
    fails('unknown', does),
    // What says nothing leaves it open, and so does what takes longer than its call may.
    fails(undefined, does),
    { does, played: { ms: 1_000, value: 'late' } },
  ]),
  fails('done', true),
  // It has returned, and there is no such way out.
  { does: true, played: { ms: 20, value: 'done', route: 'nowhere' } },
];

/** Of a write's entries, how many go badly. */
const MOST_BAD = 2;

export interface PlayedTrial extends Tried {
  /** How often the server has done each write. */
  readonly done: ReadonlyMap<string, number>;
  readonly entries: ReadonlyMap<string, number>;
}

/** One trial with everything about it drawn from a number. */
export async function playedTrial(seed: number): Promise<PlayedTrial> {
  const chance = chanceOf(seed);
  const done = new Map<string, number>();
  const entries = new Map<string, number>();
  const ways = new Map<string, readonly Way[]>();
  const play = (_: string, { call, params }: CallStart): Played => {
    if (call._tool === 'calculate')
      return { ms: 1, throws: { code: 'tool-error', message: 'That is no number.' } };
    const write = typeof params.body === 'string' ? params.body : JSON.stringify(params.body);
    const own = ways.get(write) ?? Array.from({ length: MOST_BAD }, () => chance.pick(WAYS));
    ways.set(write, own);
    const before = entries.get(write) ?? 0;
    entries.set(write, before + 1);
    const { does, played } = own[before] ?? FINE;
    if (does) done.set(write, (done.get(write) ?? 0) + 1);
    return played;
  };
  const clock = virtualClock();
  let busy = () => 0;
  const world: World = {
    done,
    entries,
    onItsWay: () => false,
    open: (kept, newCalls) => {
      const { store, pending } = counted(kept);
      busy = pending;
      return openRuns(
        virtualPlace({
          setting: SETTING,
          store,
          clock,
          play,
          check: errorsWith(builtIns, builtIns),
          replan: ({ plan }) => newCalls(plan),
        }),
      );
    },
    wait: async () => {
      do await turn();
      while (busy() > 0);
      clock.advance();
    },
  };
  const disturbances = chance.pick(DISTURBANCES);
  return { ...(await tryOnce({ ...hostilePlan(seed, 1), world, disturbances, chance })), done, entries };
}

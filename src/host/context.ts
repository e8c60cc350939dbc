/** One run as everything in this room sees it: its place, its state, what is above and below it. */

import { delegatesOf, libraryOf, ownPlansIn } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { leftOf, type Spent, spentBy, UNLIMITED } from '../run/budget.ts';
import { wholePart } from '../run/damaged.ts';
import { DoneWrites } from '../run/done-writes.ts';
import type { ParentCall, RunEvent } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import { isGranted } from '../run/grants.ts';
import { type MandatesAbove, mandatesBelow } from '../run/mandate.ts';
import { newRun } from '../run/new-run.ts';
import { countDoubts } from '../run/open-writes.ts';
import { planCounts } from '../run/plan-status.ts';
import { awaitedIn, awaitedTogether, mayUseUp } from '../run/price-cap.ts';
import type { RunState } from '../run/state.ts';
import { runStatus } from '../run/view.ts';
import type { Place, RunRow } from './port.ts';

/** One run under the host, as all that have to do with it see it. */
export interface RunContext {
  readonly place: Place;
  readonly state: RunState;
  readonly about: Pick<RunRow, 'planId' | 'title' | 'forkOf' | 'to' | 'planOrigin'>;
  /** The run and the call that this one is a part of; null for a run that a person started. */
  readonly above: { readonly run: RunContext; readonly call: ParentCall } | null;
  /** What its sub-runs have spent, by run id. */
  readonly below: Map<string, () => Spent>;
  /** The seq since which a call has begun anew, because a person ran it again. */
  readonly anewSince: Map<string, number>;
  /** Sub-runs that its journal says its calls wait for. */
  readonly told: Set<string>;
  /** What it may not do again without a word, because another has done it; its setting has the same. */
  readonly doneBefore: DoneWrites;
  /** Runs below it that have ended, and whose writes are among these. */
  readonly recalled: Set<string>;
  readonly family: Family;
}

/** What a run shares with all below it. */
interface Family {
  /** By run id; they go on while it is parked. */
  readonly clocks: Map<string, SteadyClock>;
  /** Who is driven now. */
  readonly driven: Set<Driven>;
  /** Those of whom something waits until it is known what others cost (L-47). */
  readonly awaiting: Set<Driven>;
}

/** A run under its loop. */
export interface Driven {
  readonly run: RunContext;
  /** Its planner is being asked. */
  isPlanning(): boolean;
  /** It looks again at what may start. */
  wake(): void;
}

/** A run of which nothing is known yet, that spends no more than is left above it. */
export function newContext(
  place: Place,
  runId: string,
  about: RunContext['about'],
  {
    above = null,
    clocks = new Map(),
    doneBefore = new DoneWrites(),
  }: Partial<Pick<RunContext, 'above'> & Pick<Family, 'clocks'>> & {
    readonly doneBefore?: DoneWrites | undefined;
  } = {},
): RunContext {
  const context: RunContext = {
    place,
    state: newRun(runId, {
      ...place.setting,
      left: () => leftFor(context),
      awaitsPrice: () => awaitsPrice(context),
      ...(above ? { above: () => aboveOf(above) } : {}),
      doneBefore,
      ...(place.setting.invented ? {} : { kin: { known: null, isWanted: false } }),
    }),
    about,
    above,
    below: new Map(),
    anewSince: new Map(),
    told: new Set(),
    recalled: new Set(),
    doneBefore,
    family: above?.run.family ?? { clocks, driven: new Set(), awaiting: new Set() },
  };
  return context;
}

/** What the runs above say of what the one below that call may do by itself (L-64). */
function aboveOf({ run, call }: NonNullable<RunContext['above']>): MandatesAbove {
  return mandatesBelow(run.state, call.call, run.above ? aboveOf(run.above) : undefined);
}

/** The run's own clock; it begins no earlier than its journal ends. */
export function clockOf({ place: { clock }, state, family: { clocks } }: RunContext): SteadyClock {
  const known = clocks.get(state.runId);
  if (known) return known;
  const steady = steadyClock(clock.now, clock.elapsed, state.time);
  clocks.set(state.runId, steady);
  return steady;
}

/** What an event that is durable, or was read, says to the context beside the state. */
export function note({ anewSince, told }: RunContext, event: RunEvent): void {
  if (event.type === 'plan_resumed_from') for (const call of event.cleared) anewSince.set(call, event.seq);
  else if (event.type === 'plan_run_interrupted') told.clear();
  else if (event.type === 'plan_step_waiting' && event.run !== undefined) told.add(event.run);
}

/** What the run may still spend, with all above it. */
export function leftFor({ state, below, above }: RunContext): Spent {
  return leftOf(state, below, above ? leftFor(above.run) : UNLIMITED);
}

/** Whether one of the caps here and above may be used up by answers that are under way below it (L-47). */
function awaitsPrice(run: RunContext): boolean {
  if (leftFor(run).cost === UNLIMITED.cost) return false;
  const { driven, awaiting } = run.family;
  const all = [...driven].map((one) => ({
    one,
    answers: awaitedIn(one.run.state, one.isPlanning() ? 1 : 0),
  }));
  const { dearest } = awaitedTogether(all.map(({ answers }) => answers));
  for (let at: RunContext | undefined = run; at !== undefined; at = at.above?.run) {
    const left = at.state.policy.maxCost - spentFor(at).cost;
    const below = awaitedTogether(all.flatMap(({ one, answers }) => (isBelow(one.run, at) ? [answers] : [])));
    if (!mayUseUp({ ...below, dearest }, left)) continue;
    for (const one of driven) if (one.run === run) awaiting.add(one);
    return true;
  }
  return false;
}

const isBelow = (run: RunContext, top: RunContext | undefined): boolean =>
  run === top || (run.above !== null && isBelow(run.above.run, top));

/** What was under way has come to something: who waited for it looks again. */
export function wakeAwaiting({ family: { awaiting } }: RunContext): void {
  const all = [...awaiting];
  awaiting.clear();
  for (const one of all) one.wake();
}

/** What a run and those below it have spent (L-44). */
export const spentFor = ({ state, below }: RunContext): Spent => spentBy(state, below);

/** The plans that lead here, this run's own last. */
export const plansTo = ({ state, above }: RunContext): readonly Plan[] => [
  ...(above ? plansTo(above.run) : []),
  state.program.plan,
];

/** Files belong to the run that a person started. */
export const filesOf = ({ state, above }: RunContext): string => (above ? filesOf(above.run) : state.runId);

/** What a person allowed for a whole run holds in those below it too. */
export const isGrantedIn = ({ state, above }: RunContext, call: string | null, about: string): boolean =>
  isGranted(state.grants, call, about) || (above !== null && isGrantedIn(above.run, null, about));

/** The plans under a plan that runs below this run: none but those that were approved with it. */
export const delegatesFor = ({ state }: RunContext, plan: Plan) =>
  delegatesOf(plan, libraryOf(state.delegates), ownPlansIn(state.delegates));

/** What a plan is called where it is listed. */
export const titleOf = (plan: Plan): string => plan.title ?? plan.goal ?? 'Untitled plan';

/** The state that a journal comes to. */
export const fold = ({ setting }: Place, runId: string, events: readonly RunEvent[]): RunState =>
  events.reduce(evolve, newRun(runId, setting));

/** Whether a journal begins with its plan and has no hole: any other is no journal (L-94). */
export const isWhole = (events: readonly RunEvent[]): boolean =>
  events.length > 0 && wholePart(events).length === events.length;

/** The run's row as it stands, which is written with every batch. */
export function rowOf(run: RunContext): RunRow {
  const { state, about, above } = run;
  const hasEnded = state.status !== 'running';
  const spent = spentFor(run);
  return {
    runId: state.runId,
    planId: about.planId,
    title: about.title,
    startedAt: state.startedAt || state.time,
    status: runStatus(state),
    reason: state.reason,
    lastSeq: state.seq,
    open: hasEnded ? 0 : 1,
    ...(above ? { parent: above.call, spent } : {}),
    ...(about.forkOf ? { forkOf: about.forkOf } : {}),
    ...(about.to === undefined ? {} : { to: about.to }),
    ...(about.planOrigin ? { planOrigin: about.planOrigin } : {}),
    // Only once it has ended: a row that said it all along would be written with every call that costs something.
    ...(hasEnded && spent.cost > 0 ? { cost: spent.cost } : {}),
    ...(hasEnded && spent.lost !== undefined ? { lost: spent.lost } : {}),
    ...(hasEnded ? { counts: countsOf(state) } : {}),
    ...doubtsOf(state),
  };
}

/** What its row says of the writes that nobody has settled. */
export function doubtsOf(state: RunState): Pick<RunRow, 'doubts'> {
  const doubts = countDoubts(state);
  return doubts > 0 ? { doubts } : {};
}

function countsOf(state: RunState): NonNullable<RunRow['counts']> {
  const { total, completed, failed, skipped } = planCounts(state);
  return { calls: total, completed, failed, skipped };
}

interface SteadyClock {
  /** Milliseconds since the epoch, never less than before. */
  now(): number;
  /** Takes a clock that was set ahead for the truth. For moments in which nothing is in flight: no time of work is made up. */
  follow(): void;
}

/**
 * @param wall    the device's clock, ms since the epoch: a person may set it, and it goes on while the device sleeps
 * @param elapsed ms since some moment, which only ever grow
 * @param notBefore the time of the last thing known: a journal's times do not go back either
 */
export function steadyClock(wall: () => number, elapsed: () => number, notBefore = 0): SteadyClock {
  let base = Math.max(wall(), notBefore);
  let since = elapsed();
  const now = () => Math.floor(base + (elapsed() - since));
  return {
    now,
    follow: () => {
      const ahead = wall();
      if (ahead <= now()) return;
      base = ahead;
      since = elapsed();
    },
  };
}

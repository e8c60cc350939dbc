/** One plan in a preview (L-83): a run in a place that keeps nothing and asks nobody, as far as it comes by itself. */

import { deviceClock } from '../activities/place-clock.ts';
import type { Pool } from '../activities/pool.ts';
import { hasActivity } from '../activities/registry.ts';
import { newContext, type RunContext, titleOf } from '../host/context.ts';
import { APPROVED_BY_CALLER, aloneOn, memoryLeases, passingStore } from '../host/memory-place.ts';
import type { CallStart, Place } from '../host/port.ts';
import { LetGo } from '../host/refusal.ts';
import { type ActiveRun, openRun } from '../host/run.ts';
import type { JsonObject } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Weighed } from '../lib/weight.ts';
import { type Delegates, delegatesOf, libraryOf, NO_DELEGATES, withOwnPlans } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import { beginning } from '../run/begin.ts';
import type { RunEvent } from '../run/events.ts';
import { withDefaults } from '../run/revision.ts';
import type { RunSetting } from '../run/state.ts';
import { isRoomMaker } from '../tools/agent.ts';
import { loadPatterns } from '../tools/foreign-pattern.ts';
import type { Trial, TryPlan } from '../tools/trial.ts';
import { builtIns, enteredIn, FROM_OUTSIDE, type Shared } from './entered.ts';
import { createMemo } from './memo.ts';
import { type Given, outcomes, type PreviewCall, type Standing } from './outcomes.ts';

export interface PreviewParts {
  /** Where what is large or steep is computed, and ended. Only for plans made here may it be left out: nothing ends then. */
  readonly pool?: Pool;
  readonly now: () => number;
  /** ms that one call may take; 2,500 in a pool where nothing is said. */
  readonly callMs?: number;
  /** ms that a preview may take as a whole; 6,000 in a pool where nothing is said. */
  readonly wholeMs?: number;
  /** Files are read whole, for plan tests (L-84). */
  readonly wholeFiles?: boolean;
  /** Hears of every call that is really entered. */
  readonly onEnter?: (call: string) => void;
}

/** What a preview is made of. */
export interface PreviewAsked {
  readonly plan: Plan;
  readonly delegates?: Delegates;
  readonly input?: JsonObject;
  /** By name. A file is told from another by the object alone: give the same one as long as it is the same. */
  readonly files: ReadonlyMap<string, Blob>;
  /** Values in the place of calls, and what they are. */
  readonly given?: ReadonlyMap<string, Given>;
  /** Values in the place of calls that a preview may not enter, where they wait for no person. */
  readonly standIns?: ReadonlyMap<string, Given>;
  /** Whether it may run at all: a plan from outside only after the person said so (L-83). */
  readonly allowed: boolean;
  /** Paths of the state, or null for the plan's output, of which is said what stands there. */
  readonly paths?: readonly (Ref | null)[];
  /** Hears of each call of the plan that is not entered, with what it would have been given. */
  readonly onHeld?: (start: CallStart) => void;
  /** Hears of calls as they come to their end. */
  readonly onCall?: (id: string, call: PreviewCall) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface Previewed extends Trial {
  readonly calls: ReadonlyMap<string, PreviewCall>;
  /** What the plan returns. */
  readonly result: PreviewCall;
  /** In the order of the paths that were asked for. */
  readonly standing?: readonly Standing[];
}

export interface PreviewEngine {
  /** A failed call rejects nothing; it rejects with the signal's reason when that falls. */
  run(asked: PreviewAsked): Promise<Previewed>;
}

/** The first call of a kind also loads its code. */
const CALL_MS = 2_500;
const WHOLE_MS = 6_000;
const LONGEST_MS = 600_000;
const PREVIEW = 'preview';
/** Calls beyond those that are held back. */
const AT_ONCE = 8;

const setting: RunSetting = {
  catalogue: builtIns,
  hasActivity,
  contractBehind: builtIns.get,
  // Values stay where they are: they are told apart by the object.
  largeFrom: Number.POSITIVE_INFINITY,
};

/** Nothing happens any more: all that is left waits for a person, or is held back. */
class Resting extends LetGo {}
class OutOfTime extends LetGo {}
class Stopped extends LetGo {}

/** An engine keeps what calls came to for all the plans that it is given: of a goal's candidates, of a plan's revisions. */
export function createPreviewEngine(parts: PreviewParts): PreviewEngine {
  const { pool, now, wholeFiles = false, onEnter = () => {} } = parts;
  // Where nothing can be ended, time would only tell how long it took to load the code.
  const { callMs = pool ? CALL_MS : LONGEST_MS, wholeMs = pool ? WHOLE_MS : LONGEST_MS } = parts;
  const weighed: Weighed = new WeakMap();
  const memo = createMemo(now, weighed);
  const shared: Shared = {
    memo,
    weighed,
    pool,
    now,
    heads: new WeakMap(),
    whole: wholeFiles,
    callMs,
    onEnter,
  };
  return {
    run: async (asked) => {
      asked.signal?.throwIfAborted();
      if (!asked.allowed) return nothingOf(asked, FROM_OUTSIDE);
      // What a schema says is said to whoever reads the value, and an untried pattern would say yes.
      await loadPatterns();
      asked.signal?.throwIfAborted();
      return previewed(shared, asked, wholeMs);
    },
  };
}

async function previewed(shared: Shared, asked: PreviewAsked, wholeMs: number): Promise<Previewed> {
  const { plan, signal } = asked;
  const held = new Map<string, string>();
  const heldBelow = new Map<string, string>();
  const heads = new Map<string, number | boolean>();
  const stood = new Map<string, Given['word']>();
  const place = placeOf(shared, asked, {
    withheld: (runId, call, why) => {
      if (runId === PREVIEW) held.set(call, why);
      else if (!heldBelow.has(ownCall(runId, call))) heldBelow.set(ownCall(runId, call), why);
      active?.look();
    },
    // Of a sub-plan's table nothing says what of it the call that delegates has seen.
    sawHead: (runId, call, rows) =>
      void heads.set(ownCall(runId, call), runId === PREVIEW ? (rows ?? true) : true),
    stoodIn: (call, word) => void stood.set(call, word),
    happened: (events) => {
      if (!asked.onCall || !active) return;
      for (const event of events)
        if (event.type === 'plan_step_completed' || event.type === 'plan_step_failed')
          asked.onCall(event.call, found.call(event.call));
    },
  });
  const run = newContext(place, PREVIEW, { planId: plan.id, title: titleOf(plan) });
  const found = outcomes({
    state: run.state,
    given: asked.given ?? new Map(),
    wordOf: (id) => asked.given?.get(id)?.word ?? stood.get(id),
    headOf: (id) => heads.get(id) ?? false,
    whyHeld: (id) => held.get(id) ?? heldBelow.get(id),
  });
  let active: ActiveRun | undefined;
  const timer = setTimeout(() => active?.letGo(new OutOfTime()), wholeMs);
  const stop = () => active?.letGo(new Stopped());
  signal?.addEventListener('abort', stop, { once: true });
  try {
    active = opened(run, asked);
    await active.ended;
  } catch (error) {
    if (error instanceof Stopped) throw signal?.reason ?? error;
    if (error instanceof OutOfTime) found.isLate = true;
    else if (!(error instanceof Resting)) return nothingOf(asked, cannotRun(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  const all = found.all();
  return asked.paths ? { ...all, standing: asked.paths.map(found.standing) } : all;
}

function opened(
  run: RunContext,
  { plan, delegates = NO_DELEGATES, input = {}, given }: PreviewAsked,
): ActiveRun {
  // What the schema of the input asks for may not be there yet: what reads it waits.
  const { input: _, ...own } = asPreviewed(withGiven(plan, given));
  const below: Record<string, Plan> = {};
  for (const [name, sub] of Object.entries(withOwnPlans(plan, delegates))) below[name] = asPreviewed(sub);
  const filled = withDefaults(plan.input?.schema, input);
  const active = openRun(run, beginning({ plan: own, input: filled, delegates: below }, []), {
    again: [],
    isWanted: () => true,
    // Whoever says that it waits may be in the middle of something.
    stir: () =>
      void Promise.resolve().then(() => {
        if (active.isAtRest()) active.letGo(new Resting());
      }),
  });
  return active;
}

interface Hears {
  withheld(runId: string, call: string, why: string): void;
  sawHead(runId: string, call: string, rows: number | undefined): void;
  stoodIn(call: string, word: Given['word']): void;
  happened(events: readonly RunEvent[]): void;
}

function placeOf(
  shared: Shared,
  { files, given = new Map(), standIns = new Map(), onHeld }: PreviewAsked,
  hears: Hears,
): Place {
  return {
    store: passingStore(),
    clock: deviceClock,
    leases: memoryLeases(),
    receipts: APPROVED_BY_CALLER,
    channel: aloneOn((message) => {
      if (message.kind === 'events' && message.runId === PREVIEW) hears.happened(message.events);
    }),
    setting,
    activities: (run) =>
      enteredIn(
        shared,
        {
          files,
          given,
          standIns,
          stoodIn: hears.stoodIn,
          isOfPlan: (runId) => runId === PREVIEW,
          ...(onHeld ? { held: onHeld } : {}),
          withheld: hears.withheld,
          sawHead: hears.sawHead,
        },
        run,
      ),
    replan: () => ({ answer: Promise.resolve({ calls: [] }), stop: () => {} }),
    // A draft has errors: what they leave of it is what there is to see.
    check: () => [],
    copyFiles: async () => {},
  };
}

/** What a model makes a plan for has none here (L-56): it is a call that a model answers, as any other. */
function answeredLater(call: Call): Call {
  if (!isRoomMaker(call, setting.catalogue.get(call._tool))) return call;
  const { _delegate, ...own } = call;
  return { ...own, _activity: '' } as Call;
}

/** The plan with nobody to ask and nothing to try again: a failure waits for the person who never comes. */
function asPreviewed(plan: Plan): Plan {
  return {
    ...plan,
    calls: plan.calls.map(answeredLater),
    policy: {
      onFailure: plan.policy?.onFailure === 'continue' ? 'continue' : 'ask',
      retryLimit: 0,
      maxReplans: 0,
      askBefore: 'none',
      // What is held back uses a slot for good.
      maxConcurrent: plan.calls.length + AT_ONCE,
    },
  };
}

/** The plan with its calls that delegate as calls of their own where a value stands in their place: no sub-plan is gone into. */
function withGiven(plan: Plan, given: PreviewAsked['given']): Plan {
  if (given === undefined || given.size === 0) return plan;
  const own = ({ _delegate, ...call }: Call): Call => call as Call;
  return { ...plan, calls: plan.calls.map((call) => (given.has(call._id) ? own(call) : call)) };
}

/** The call of the plan itself that a call of a sub-plan is a part of (`host/sub-runs.ts` names the runs). */
function ownCall(runId: string, call: string): string {
  if (runId === PREVIEW) return call;
  const name = runId.slice(PREVIEW.length + 1);
  return decodeURIComponent(name.slice(0, name.indexOf('.')));
}

const cannotRun = (error: unknown): string => `The plan can't be computed as it stands: ${messageOf(error)}`;

function nothingOf({ plan, paths = [] }: PreviewAsked, why: string): Previewed {
  const calls = new Map(plan.calls.map(({ _id }) => [_id, { status: 'notRun' as const, why }]));
  return {
    calls,
    result: { status: 'notRun', why },
    standing: paths.map(() => ({ status: 'notRun', call: null, why })),
  };
}

// Tries a planner's candidates (L-83): what a planner is handed, over one preview engine.

/**
 * The candidates of one goal share what is computed from the same.
 * @param parts without a pool nothing can be ended but by its own bounds: only for planners that write no code of their own
 */
export function makeTryPlan(
  parts: PreviewParts,
  { files, delegates, given, signal }: Pick<PreviewAsked, 'files' | 'delegates' | 'given' | 'signal'>,
): TryPlan {
  const engine = createPreviewEngine(parts);
  return (plan, input) =>
    engine.run({
      plan,
      files,
      // It was made here, for the person who gave the files.
      allowed: true,
      delegates: delegatesOf(plan, libraryOf(delegates ?? NO_DELEGATES)),
      ...(input === undefined ? {} : { input }),
      ...(given === undefined ? {} : { given }),
      signal,
    });
}

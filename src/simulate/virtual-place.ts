/** A place where time is virtual (L-80): activities are played, people answer from a list, nothing is called. The host runs in it as in every other. */

import type { RunContext } from '../host/context.ts';
import { keptApart, type LargeShelf, loaded, lookedInto } from '../host/large-values.ts';
import {
  APPROVED_BY_CALLER,
  aloneOn,
  memoryLeases,
  passingStore,
  type VirtualClock,
  virtualClock,
} from '../host/memory-place.ts';
import type {
  Activities,
  Answer,
  CallStart,
  Happening,
  Place,
  Replanning,
  RunFacts,
  Store,
} from '../host/port.ts';
import { LetGo } from '../host/refusal.ts';
import { type ActiveRun, openRun } from '../host/run.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import { ASKS_NOBODY } from '../run/decision.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { LARGE_FROM } from '../run/large-value.ts';
import type { PlannerAnswer, ReplanRequest } from '../run/replan.ts';
import type { RunSetting } from '../run/state.ts';

/** How one entry of an activity goes. */
export type Played = { readonly ms: number } & (
  | { readonly value: Json; readonly route?: string | number }
  | {
      readonly throws: Pick<
        Extract<Happening, { kind: 'threw' }>,
        'code' | 'message' | 'retryAfterMs' | 'outcome' | 'value'
      >;
    }
  /** The entry ends with a question; after its answer the call is played again (L-91a). */
  | { readonly asks: JsonObject }
  /** The entry ends with a wait of so many ms. */
  | { readonly sleeps: number }
);

/** A question the run asks a person. */
export type Question = Extract<RunEventBody, { type: 'plan_step_waiting' }>;

/** What a person answers, and after how many ms. */
export interface Answered {
  readonly ms: number;
  readonly says: Omit<Answer, 'kind' | 'runId'>;
}

/** What a planner answers, and after how many ms. */
export interface PlayedAnswer {
  readonly ms: number;
  readonly answer: PlannerAnswer;
  /** Its calls, as they come whole. */
  readonly stream?: readonly { readonly ms: number; readonly call: Call }[];
}

/** A planner that takes virtual time: the place is at rest while it thinks, or time would not pass. */
function playedPlanner(
  clock: VirtualClock,
  played: PlayedAnswer | undefined,
  heard?: (call: Call) => void,
): Replanning {
  const { ms, answer, stream = [] } = played ?? { ms: 0, answer: { calls: [] } };
  const forgets = heard ? stream.map((part) => clock.alarm(part.ms, () => heard(part.call))) : [];
  if (ms === 0) return { answer: Promise.resolve(answer), stop: () => {} };
  let forget = () => {};
  let isWaiting = true;
  const later = new Promise<PlannerAnswer>((resolve) => {
    forget = clock.alarm(ms, () => {
      isWaiting = false;
      resolve(answer);
    });
  });
  return {
    answer: later,
    stop: () => {
      for (const one of [forget, ...forgets]) one();
    },
    isWaiting: () => isWaiting,
  };
}

/** What happens in the place. Run ids are there for the sub-runs: theirs begin with their parent's. */
interface VirtualWorld {
  readonly setting: RunSetting;
  /** How a call goes, each time it is entered. */
  play(runId: string, start: CallStart): Played;
  /** null leaves the question open. */
  answer?(question: Question, runId: string): Answered | null;
  replan?(request: ReplanRequest, runId: string): PlayedAnswer | undefined;
  readonly check?: Place['check'];
  /** Where its journals are kept; in memory where it is absent. */
  readonly store?: Store;
  /** ms, where it is not 0. */
  readonly startAt?: number;
}

/** A place whose time and activities are played. */
export interface VirtualPlace extends Place {
  readonly clock: VirtualClock;
  /** The most activities that were in flight at once. */
  readonly maxInFlight: number;
  /** All that happened in a run, in order. */
  journal(runId: string): readonly RunEvent[];
  /** The run of that id, or the sub-run, while it is under way. */
  find: (runId: string) => ActiveRun | undefined;
  /** A person hears of a question. */
  ask(question: Question, runId: string): void;
}

/** A place of that world, with no run in it. Its time passes only while its runs wait. */
export function virtualPlace(world: VirtualWorld): VirtualPlace {
  const clock = virtualClock(world.startAt);
  const journals = new Map<string, RunEvent[]>();
  const store = world.store ?? passingStore();
  let inFlight = 0;
  let maxInFlight = 0;
  const count = (change: 1 | -1): void => {
    inFlight += change;
    maxInFlight = Math.max(maxInFlight, inFlight);
  };
  const place: VirtualPlace = {
    store,
    clock,
    get maxInFlight() {
      return maxInFlight;
    },
    journal: (runId) => journals.get(runId) ?? [],
    find: () => undefined,
    ask: (question, runId) => {
      const answered = world.answer?.(question, runId);
      if (!answered) return;
      const { ms, says } = answered;
      clock.alarm(ms, () => place.find(runId)?.answer({ kind: 'answer', runId, ...says }));
    },
    leases: memoryLeases(),
    receipts: APPROVED_BY_CALLER,
    channel: aloneOn((message) => {
      if (message.kind !== 'events') return;
      const { runId, events } = message;
      const journal = journals.get(runId);
      if (journal) for (const event of events) journal.push(event);
      else journals.set(runId, [...events]);
      // A wait for a sub-run has the call of the question that may follow it: its answer would be used up too early.
      for (const event of events)
        if (event.type === 'plan_step_waiting' && !ASKS_NOBODY.has(event.kind)) place.ask(event, runId);
    }),
    setting: world.setting,
    activities: (run) => {
      const { start, look, cancel, interrupt, stop, isBusy } = playedActivities(
        clock,
        world.play,
        run,
        store,
        count,
      );
      return {
        start,
        look,
        cancel,
        interrupt,
        stop,
        // What waits for virtual time is no work: it passes as soon as nothing else is to do.
        get entered() {
          return isBusy() ? 1 : 0;
        },
      };
    },
    replan: (request, pass, heard) => playedPlanner(clock, world.replan?.(request, pass.runId), heard),
    check: world.check ?? (() => []),
    copyFiles: async () => {},
  };
  return place;
}

/**
 * Runs a run, with all below it, until it has ended or nothing can happen any more. Its state is then what it came to.
 * Rejects where the store or the world throws.
 * @param first events to begin with, @param again steps to enter again: see `openRun`
 */
export async function runVirtually(
  run: RunContext,
  place: VirtualPlace,
  first: readonly RunEventBody[],
  again: readonly number[] = [],
): Promise<void> {
  const passTime = (): void => {
    while (active.isAtRest()) {
      if (place.clock.advance()) continue;
      active.letGo(new NothingHappens());
      return;
    }
  };
  const active = openRun(run, first, {
    again,
    // It waits where it is: parked, it would be read again for every retry.
    isWanted: () => true,
    // Whoever says that it waits may be in the middle of something.
    stir: () => void Promise.resolve().then(passTime),
  });
  place.find = active.find;
  try {
    await active.ended;
  } catch (error) {
    if (!(error instanceof NothingHappens)) throw error;
  }
}

/** The run waits for a person who has no answer. */
class NothingHappens extends LetGo {}

/** What comes of an entry that is played, and after how many ms; `now` is when it is entered. */
export function endOf(
  { id: call, step, attempt, contract, spentMs }: CallStart,
  played: Played,
  now: number,
): { readonly ms: number; readonly happening: Happening } {
  const { ms } = played;
  const limit = contract?.timeoutMs;
  if (limit !== undefined && spentMs + ms > limit) {
    const message = `The call took longer than its ${limit} ms.`;
    const happening: Happening = { kind: 'threw', call, step, attempt, code: 'timeout', message };
    return { ms: Math.max(0, limit - spentMs), happening };
  }
  if ('throws' in played) return { ms, happening: { kind: 'threw', call, step, attempt, ...played.throws } };
  if ('asks' in played) {
    const on = { kind: 'answer', form: played.asks } as const;
    return { ms, happening: { kind: 'waits', call, step, attempt, ms, on } };
  }
  if ('sleeps' in played) {
    const on = { kind: 'time', until: now + ms + played.sleeps } as const;
    return { ms, happening: { kind: 'waits', call, step, attempt, ms, on } };
  }
  const route = played.route === undefined ? {} : { route: played.route };
  return { ms, happening: { kind: 'returned', call, step, attempt, value: played.value, ...route } };
}

interface PlayedActivities extends Activities {
  /** Something is being read or kept: it takes no virtual time, and none may pass meanwhile. */
  isBusy(): boolean;
}

/**
 * Activities that take virtual time and no other.
 * @param shelf where large values lie; nothing is kept apart where the setting asks for no less than it would by itself
 * @param count hears of each that is entered, and of each that is over
 */
export function playedActivities(
  clock: VirtualClock,
  play: VirtualWorld['play'],
  run: RunFacts,
  shelf: LargeShelf,
  count: (change: 1 | -1) => void = () => {},
): PlayedActivities {
  const { runId } = run;
  let working = 0;
  let looking = 0;
  /** By call: what keeps its end from being told. */
  const inFlight = new Map<string, () => void>();
  const over = (id: string, happening: Happening): void => {
    inFlight.delete(id);
    count(-1);
    run.tell(happening);
  };
  const forgetAll = (): void => {
    for (const forget of inFlight.values()) {
      forget();
      count(-1);
    }
    inFlight.clear();
  };
  const enter = (start: CallStart): void => {
    const { ms, happening } = endOf(start, play(runId, start), run.clock());
    inFlight.set(
      start.id,
      clock.alarm(ms, () => over(start.id, happening)),
    );
  };
  /** A call that is given large values, or whose result may be one: both lie in the store. */
  const enterWithLarge = async (start: CallStart): Promise<void> => {
    const own = { isOver: false };
    inFlight.set(start.id, () => {
      own.isOver = true;
    });
    const { params, large } = start;
    working += 1;
    const given = await loaded(shelf, { value: params, ...(large?.params ? { large: large.params } : {}) });
    working -= 1;
    if (own.isOver) return;
    const { ms, happening } = endOf(
      start,
      play(runId, { ...start, params: given as JsonObject }),
      run.clock(),
    );
    clock.alarm(ms, async () => {
      if (own.isOver) return;
      working += 1;
      const kept =
        happening.kind === 'returned' ? await keptApart(shelf, { ...start, runId }, happening.value) : {};
      working -= 1;
      if (!own.isOver) over(start.id, { ...happening, ...kept });
    });
  };
  return {
    get entered() {
      return inFlight.size + looking;
    },
    isBusy: () => working + looking > 0,
    start: (start) => {
      count(1);
      if (start.large || (start.largeFrom ?? LARGE_FROM) < LARGE_FROM) void enterWithLarge(start);
      else enter(start);
    },
    look: (look) => {
      looking += 1;
      void lookedInto(shelf, look).then((event) => {
        looking -= 1;
        run.tell({ kind: 'looked', event });
      });
    },
    stop: (id) => {
      const forget = inFlight.get(id);
      if (!forget) return;
      inFlight.delete(id);
      forget();
      count(-1);
    },
    cancel: forgetAll,
    interrupt: forgetAll,
  };
}

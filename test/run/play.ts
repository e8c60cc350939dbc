/** Plays a random run on a virtual clock, from its beginning or from a journal. */

import { checkPlan } from '../../src/check/check.ts';
import { drive, type Loop } from '../../src/host/drive.ts';
import { keptApart, type LargeShelf, loaded, lookedInto } from '../../src/host/large-values.ts';
import type { CallStart, Happening, Looked } from '../../src/host/port.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { type Beginning, beginning } from '../../src/run/begin.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { openQuestions, runStatus } from '../../src/run/view.ts';
import { stateValues } from '../../src/run/written.ts';
import type { Question } from '../../src/simulate/virtual-place.ts';
import type { RandomRun } from './random-plan.ts';
import { NothingHappens, virtualHost } from './virtual-loop.ts';

export interface Played {
  readonly state: RunState;
  readonly journal: readonly RunEvent[];
  /** How often each activity was entered. */
  readonly entered: ReadonlyMap<string, number>;
  /** What each was given the last time, large values loaded. */
  readonly seen: ReadonlyMap<string, JsonObject>;
}

const INTERRUPTED: RunEventBody = { type: 'plan_run_interrupted' };

/**
 * @param ms how long the n-th thing that takes time takes
 * @param from the journal to go on from
 * @param then what is appended to it before the run goes on, in place of the mark of an interruption
 */
export async function play(
  given: RandomRun,
  ms: (n: number) => number = () => 10,
  from: readonly RunEvent[] = [],
  then?: readonly RunEventBody[],
  /** Hears each turn of the loop as it becomes durable, with the state it has come to. */
  turn?: (events: readonly RunEvent[], state: RunState) => void,
  /** Where large values lie; without it none is kept apart, whatever the setting says. */
  shelf?: LargeShelf,
): Promise<Played> {
  const state = folded(given, from);
  const journal = [...from];
  const entered = new Map<string, number>();
  let taken = 0;
  let asked = from.filter(({ type }) => type === 'plan.draft').length;
  const params = new Map<string, Promise<JsonObject>>();
  const host = virtualHost(
    {
      play: ({ id, answers, params: own, large }) => {
        const carried = { value: own, ...(large?.params ? { large: large.params } : {}) };
        params.set(id, shelf ? (loaded(shelf, carried) as Promise<JsonObject>) : Promise.resolve(own));
        entered.set(id, (entered.get(id) ?? 0) + 1);
        const ending = endingOf(given, id);
        const time = ms(taken++);
        const next = given.waitsFor?.get(id)?.[answers.length];
        if (next === 'answer') return { ms: time, asks: { title: `${id} ${answers.length}` } };
        if (next !== undefined) return { ms: time, sleeps: next };
        return 'throws' in ending
          ? { ms: time, throws: { code: ending.throws, message: `${id} failed` } }
          : { ms: time, ...ending };
      },
      answer: (question) => ({ ms: ms(taken++), body: answerTo(given, question) }),
      replan: () => given.replan?.(asked++) ?? [],
      check: (plan, kept) =>
        checkPlan(plan, given.catalogue, { kept })
          .problems.filter(({ severity }) => severity === 'error')
          .map(({ message }) => message),
      append: (events) => {
        journal.push(...events);
        turn?.(events, state);
      },
    },
    state.time,
    openQuestions(state).flatMap((question): Question[] =>
      question.kind === 'replan' || question.kind === 'planner'
        ? []
        : question.kind === 'gate'
          ? [{ type: 'plan_step_waiting', call: question.calls[0] ?? '', kind: 'gate', gate: question.gate }]
          : [{ type: 'plan_step_waiting', call: question.call, kind: question.kind }],
    ),
  );
  const first = then ?? (from.length === 0 ? beginning(startOf(given), []) : [INTERRUPTED]);
  try {
    await drive(state, shelf ? withLarge(host, shelf, () => ms(taken++)) : host, first);
  } catch (error) {
    if (!(error instanceof NothingHappens)) throw error;
  }
  const seen = new Map<string, JsonObject>();
  for (const [id, one] of params) seen.set(id, await one);
  return { state, journal, entered, seen };
}

/** The host with large values kept apart, and looked into after a while. */
function withLarge(host: Loop, shelf: LargeShelf, ms: () => number): Loop {
  const starts = new Map<string, CallStart>();
  const looks: { after: number; readonly done: Promise<Looked> }[] = [];
  const kept = async (happening: Happening): Promise<Happening> => {
    if (happening.kind !== 'returned') return happening;
    const start = starts.get(happening.call)!;
    const { begun, largeFrom } = start;
    const owner = { runId: 'random', begun, ...(largeFrom === undefined ? {} : { largeFrom }) };
    return { ...happening, ...(await keptApart(shelf, owner, happening.value)) };
  };
  const dueLook = async (): Promise<readonly Happening[]> => [
    { kind: 'looked', event: await looks.shift()!.done },
  ];
  return {
    now: () => host.now(),
    append: (events, strict) => host.append(events, strict),
    start: (start) => {
      // What crosses to whoever enters it is data alone.
      const crossed = JSON.parse(JSON.stringify(start)) as CallStart;
      starts.set(start.id, crossed);
      host.start(crossed);
    },
    look: (look) => void looks.push({ after: ms() % 3, done: lookedInto(shelf, look) }),
    cancel: () => host.cancel(),
    replan: (request) => host.replan(request),
    check: (plan, done) => host.check(plan, done),
    next: async (wake) => {
      if (looks[0] && looks[0].after-- <= 0) return dueLook();
      try {
        const happened = await host.next(wake);
        return typeof happened === 'string' ? happened : Promise.all(happened.map(kept));
      } catch (error) {
        if (error instanceof NothingHappens && looks.length > 0) return dueLook();
        throw error;
      }
    },
  };
}

/** @param call its id, or `id@LABEL`: it ends alike in every instance where none has an end of its own */
const endingOf = ({ endings }: RandomRun, call: string) =>
  endings.get(call) ?? endings.get(call.split('@')[0]!)!;

const startOf = ({ plan, input, instances }: RandomRun): Beginning => ({
  plan,
  ...(input ? { input } : {}),
  ...(instances ? { instances } : {}),
});

/** The state that a journal comes to. */
export function folded(given: RandomRun, journal: readonly RunEvent[]): RunState {
  const state = newRun('random', given);
  for (const event of journal) evolve(state, event);
  return state;
}

function answerTo(given: RandomRun, question: Question) {
  if (question.kind === 'gate') {
    const gate = question.gate ?? '';
    return { type: 'approval', gate, choose: given.approves(gate) ? 'approve' : 'reject' } as const;
  }
  const { call } = question;
  const ending = endingOf(given, call);
  const value = 'value' in ending ? ending.value : { k: 'by hand' };
  if (question.kind === 'in_doubt') return { type: 'approval', call, choose: 'value', value } as const;
  return given.sayTo(call.split('@')[0]!) === 'skip'
    ? ({ type: 'approval', call, choose: 'skip' } as const)
    : ({ type: 'approval', call, choose: 'value', value } as const);
}

/** Calls whose last entry has ended with a question or a wait: they are entered again, and are no doubt (L-91a). */
export function parkedIn(prefix: readonly RunEvent[]): ReadonlySet<string> {
  const parked = new Set<string>();
  for (const event of prefix) {
    if (event.type === 'plan_step_started') parked.delete(event.call);
    else if (event.type === 'plan_step_waiting' && event.attempt !== undefined) parked.add(event.call);
  }
  return parked;
}

/** Everything about a run's end that must not depend on timing (L-11). */
export function endOf({ state }: { readonly state: RunState }): JsonObject {
  const calls: JsonObject = {};
  state.program.steps.forEach((step, i) => {
    calls[step.id] = state.steps.status[i]!;
  });
  return {
    status: runStatus(state),
    reason: state.reason,
    calls,
    state: withoutApprovals(stateValues(state)),
    output: state.output,
  };
}

/** Whether a person has answered a question that no longer matters is the person's timing. */
function withoutApprovals(values: JsonObject): JsonObject {
  const { approvals: _, ...state } = values.state as JsonObject;
  return { ...values, state };
}

/** A fire-and-forget call that was cut off is left out there (L-29): its status alone may differ. */
export function withoutForgotten(end: JsonObject, { plan }: RandomRun): JsonObject {
  const calls = { ...(end.calls as JsonObject) };
  for (const { _id, _outputPath } of plan.calls) if (_outputPath === undefined) delete calls[_id];
  return { ...end, calls };
}

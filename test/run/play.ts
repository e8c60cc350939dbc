/** Plays a random run on a virtual clock, from its beginning or from a journal. */

import { checkPlan } from '../../src/check/check.ts';
import { drive } from '../../src/host/drive.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { type Beginning, beginning } from '../../src/run/begin.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { openQuestions, runStatus, stateValues } from '../../src/run/view.ts';
import { NothingHappens, type Question, virtualHost } from '../../src/simulate/virtual-host.ts';
import type { RandomRun } from './random-plan.ts';

export interface Played {
  readonly state: RunState;
  readonly journal: readonly RunEvent[];
  /** How often each activity was entered. */
  readonly entered: ReadonlyMap<string, number>;
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
): Promise<Played> {
  const state = folded(given, from);
  const journal = [...from];
  const entered = new Map<string, number>();
  let taken = 0;
  let asked = from.filter(({ type }) => type === 'plan.draft').length;
  const host = virtualHost(
    {
      play: ({ id, answers }) => {
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
      question.kind === 'replan'
        ? []
        : question.kind === 'gate'
          ? [{ type: 'plan_step_waiting', call: question.calls[0] ?? '', kind: 'gate', gate: question.gate }]
          : [{ type: 'plan_step_waiting', call: question.call, kind: question.kind }],
    ),
  );
  const first = then ?? (from.length === 0 ? beginning(startOf(given), []) : [INTERRUPTED]);
  try {
    await drive(state, host, first);
  } catch (error) {
    if (!(error instanceof NothingHappens)) throw error;
  }
  return { state, journal, entered };
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

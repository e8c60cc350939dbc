/** Runs a small plan in every order in which what is pending can happen, one thing a turn, from a journal or from nothing. */

import { checkPlan } from '../../src/check/check.ts';
import { drive, type Loop } from '../../src/host/drive.ts';
import type { CallStart, Happening } from '../../src/host/port.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { beginning } from '../../src/run/begin.ts';
import type { Choice } from '../../src/run/decision.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { type OpenQuestion, openQuestions } from '../../src/run/view.ts';
import { SETTING } from './written-run.ts';

/** What the world outside of a run does, whenever it is asked. */
export interface World {
  readonly plan: Plan;
  /** By call the value it returns; its id where absent. */
  readonly values?: Readonly<Record<string, Json>>;
  /** By call the alternative it takes. */
  readonly routes?: Readonly<Record<string, number>>;
  /** By call how often it fails before it succeeds. */
  readonly fails?: Readonly<Record<string, number>>;
  /** By call or gate what a person says; an approval where absent, for a doubt the value that would have come. */
  readonly says?: Readonly<Record<string, Choice>>;
  readonly planner?: readonly (readonly Call[])[];
  /** By call what its activity waits for before it ends, in order: an answer, or so many ms (L-91a). */
  readonly waitsFor?: Readonly<Record<string, readonly ('answer' | number)[]>>;
}

export interface Course {
  readonly state: RunState;
  readonly journal: readonly RunEvent[];
  /** Calls entered in this life, one entry each time. */
  readonly entered: readonly string[];
  /** How many things could have happened, turn by turn. */
  readonly options: readonly number[];
}

const resultOf = ({ values }: World, call: string): Json => values?.[call] ?? call;

/** @param choose which of so many pending things happens next, by turn */
export async function course(
  world: World,
  choose: (turn: number, options: number) => number,
  before: readonly RunEvent[] = [],
): Promise<Course> {
  const state = before.reduce(evolve, newRun('model', SETTING));
  const journal = [...before];
  const entered: string[] = [];
  const options: number[] = [];
  const pending: Happening[] = [];
  let now = state.time;

  const failures = (call: string) =>
    journal.filter((event) => event.type === 'plan_step_failed' && event.call === call).length;
  const endOf = ({ id: call, attempt, answers }: CallStart): Happening => {
    const next = world.waitsFor?.[call]?.[answers.length];
    if (next !== undefined) {
      const on =
        next === 'answer'
          ? ({ kind: 'answer', form: { title: `${call} ${answers.length}` } } as const)
          : ({ kind: 'time', until: now + next } as const);
      return { kind: 'waits', call, attempt, ms: 1, on };
    }
    if (failures(call) < (world.fails?.[call] ?? 0)) {
      return { kind: 'threw', call, attempt, code: 'boom', message: `${call} broke.` };
    }
    const route = world.routes?.[call];
    const value = resultOf(world, call);
    return { kind: 'returned', call, attempt, value, ...(route === undefined ? {} : { route }) };
  };
  const ask = (question: OpenQuestion) => {
    const body = answerTo(world, question);
    if (body) pending.push({ kind: 'event', body });
  };
  for (const question of openQuestions(state)) ask(question);

  const host: Loop = {
    now: () => now,
    append: (events) => {
      journal.push(...events);
      for (const event of events) {
        if (event.type === 'plan_step_waiting' && event.kind !== 'time') {
          const asked =
            event.kind === 'gate' ? { kind: event.kind, gate: event.gate ?? '', calls: [] } : event;
          ask(asked as unknown as OpenQuestion);
        }
      }
    },
    start: (start) => {
      entered.push(start.id);
      pending.push(endOf(start));
    },
    cancel: () => {},
    replan: () => {
      const drafts = journal.filter(({ type }) => type === 'plan.draft').length;
      pending.push({ kind: 'planned', calls: world.planner?.[drafts] ?? [] });
    },
    check: (plan, kept) =>
      checkPlan(plan, SETTING.catalogue, { kept })
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ message }) => message),
    next: (wake) => {
      const count = pending.length + (wake === null ? 0 : 1);
      if (count === 0) throw new Error(`Stuck: nothing is pending after ${journal.length} events.`);
      const picked = choose(options.length, count) % count;
      options.push(count);
      now = picked === pending.length ? Math.max(now, wake!) : now + 1;
      return pending.splice(picked, 1);
    },
  };
  const first: RunEventBody[] =
    before.length === 0 ? beginning({ plan: world.plan }, []) : [{ type: 'plan_run_interrupted' }];
  await drive(state, host, first);
  return { state, journal, entered, options };
}

function answerTo(world: World, question: OpenQuestion): RunEventBody | null {
  if (question.kind === 'replan' || question.kind === 'planner') return null;
  if (question.kind === 'gate') {
    const { gate } = question;
    return { type: 'approval', gate, choose: world.says?.[gate] ?? 'approve' };
  }
  const { call, kind } = question;
  const choose = kind === 'in_doubt' || kind === 'answer' ? 'value' : (world.says?.[call] ?? 'approve');
  return { type: 'approval', call, choose, ...(choose === 'value' ? { value: resultOf(world, call) } : {}) };
}

/** Every order there is, depth first, `most` at most; then one more for each seed. */
export async function everyOrder(
  world: World,
  most: number,
  seeds: readonly number[],
  look: (found: Course) => Promise<void>,
): Promise<number> {
  let path: number[] = [];
  for (let count = 1; ; count++) {
    const found = await course(world, (turn) => path[turn] ?? 0);
    await look(found);
    const taken = found.options.map((_, turn) => path[turn] ?? 0);
    let turn = taken.length - 1;
    while (turn >= 0 && taken[turn]! + 1 >= found.options[turn]!) turn -= 1;
    if (turn < 0) return count;
    if (count === most) break;
    path = [...taken.slice(0, turn), taken[turn]! + 1];
  }
  for (const seed of seeds) await look(await course(world, shuffled(seed)));
  return most + seeds.length;
}

/** Choices that a seed gives, the same each time (mulberry32). */
function shuffled(seed: number): (turn: number, options: number) => number {
  let state = seed;
  return (_, options) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % options;
  };
}

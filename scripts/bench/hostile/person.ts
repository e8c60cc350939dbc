/** The person of a trial: answers what a run asks by looking at the server first, and now and then wants another way. */

import type { Runs } from '../../../src/host/runs.ts';
import type { Call } from '../../../src/plan/document.ts';
import type { RunState } from '../../../src/run/state.ts';
import { type OpenQuestion, openQuestions } from '../../../src/run/view.ts';
import type { Chance } from '../crash/chance.ts';
import { anotherWay, BELOW, MOST_REPLANS, writtenBy } from './plan.ts';
import type { World } from './trial.ts';

type Failed = Extract<OpenQuestion, { readonly retryLimit: number }>;

/** What has not left by then never will. */
const MOST_TRIES = 20;

export class Person {
  /** Questions answered so far. */
  answered = 0;
  /** Of these, those about what may have happened. */
  doubts = 0;
  /** Sentences about what was asked for nothing. */
  readonly needless: string[] = [];
  /** By write how often the person has had it tried again because nothing of it had left. */
  readonly #again = new Map<string, number>();
  readonly #world: World;
  readonly #chance: Chance;
  #wishes = 0;

  constructor(world: World, chance: Chance) {
    this.#world = world;
    this.#chance = chance;
  }

  async answerAll(runs: Runs, family: ReadonlyMap<string, RunState>): Promise<void> {
    for (const [runId, state] of family) {
      for (const question of openQuestions(state)) {
        const said = this.#answerTo(state, question);
        if (!said) continue;
        await runs.steer({ kind: 'answer', runId, ...said }).catch(() => {});
        this.answered += 1;
        if (question.kind === 'in_doubt') this.doubts += 1;
      }
    }
  }

  #answerTo(state: RunState, question: OpenQuestion) {
    if (question.kind === 'replan') return this.#onDraft(state);
    // The door asks about a new call, which no signed line names.
    if (question.kind === 'answer')
      return { call: question.call, choose: 'value', value: { allow: true } } as const;
    if (question.kind !== 'in_doubt' && question.kind !== 'failure' && question.kind !== 'approval')
      return null;
    // What was sent a moment ago may still be on its way: whoever looks at once sees nothing of it.
    if (question.kind !== 'failure' && isOnItsWay(state, question.call, this.#world)) return null;
    return { call: question.call, ...this.#onCall(state, question) };
  }

  #onDraft(state: RunState) {
    if (this.#chance.onceIn(2) || !this.#wants()) return { choose: 'approve' } as const;
    return { choose: 'edit', calls: anotherWay(state.program.plan, this.#chance, this.#named()) } as const;
  }

  #onCall(state: RunState, question: Failed) {
    const happened = hasHappened(state, question.call, this.#world);
    if (question.kind === 'approval') {
      const write = writtenBy(callOf(state, question.call), state.input.item);
      if (write !== '' && !this.#world.entries.has(write))
        this.needless.push(`${write} was asked about as one that comes back, and was never sent`);
      return { choose: happened ? 'reject' : 'approve' } as const;
    }
    if (question.kind === 'in_doubt') {
      if (happened) return { choose: 'value', value: null } as const;
      return { choose: question.over ? 'skip' : 'retry' } as const;
    }
    // On a busy machine its time may be over before it has sent anything.
    if (this.#neverLeft(state, question.call)) return { choose: 'retry' } as const;
    if (question.happened || !this.#wants()) return { choose: 'skip' } as const;
    if (this.#chance.onceIn(3)) return { choose: 'retry' } as const;
    return {
      choose: 'replan',
      calls: anotherWay(state.program.plan, this.#chance, this.#named()),
    } as const;
  }

  #neverLeft(state: RunState, call: string): boolean {
    const write = writtenBy(callOf(state, call), state.input.item);
    const tries = this.#again.get(write) ?? 0;
    if (write === '' || this.#world.entries.has(write) || tries === MOST_TRIES) return false;
    this.#again.set(write, tries + 1);
    return true;
  }

  /** Now and then, and not for ever. */
  #wants(): boolean {
    return this.#wishes < MOST_REPLANS && this.#chance.onceIn(2);
  }

  /** A number that no planner gives, so that no two new calls have one id. */
  #named(): number {
    this.#wishes += 1;
    return 1_000 * this.#wishes;
  }
}

const callOf = ({ program }: RunState, id: string): Call | undefined =>
  program.steps.find((step) => step.id === id)?.call;

/** Whether the server has done what a call writes, or, of a call that delegates, anything of what is below it. */
function hasHappened(state: RunState, call: string, { done }: World): boolean {
  const own = callOf(state, call);
  if (own?._delegate === undefined) return done.has(writtenBy(own, state.input.item));
  return writesBelow(state, own, done).length > 0;
}

/** Whether anything of what a call writes, or of what is below it, was sent and has neither come nor been given up. */
function isOnItsWay(state: RunState, call: string, { entries, onItsWay }: World): boolean {
  const own = callOf(state, call);
  if (own?._delegate === undefined) return onItsWay(writtenBy(own, state.input.item));
  return writesBelow(state, own, entries).some(onItsWay);
}

/** Whether a person may have a call run again without a thought: it has done nothing, and nothing of it is on its way. */
export function isUndone(state: RunState, call: string, { done, entries, onItsWay }: World): boolean {
  const own = callOf(state, call);
  if (own?._delegate !== undefined) return writesBelow(state, own, entries).length === 0;
  const write = writtenBy(own, state.input.item);
  return !done.has(write) && !onItsWay(write);
}

/** Those of these that a call that delegates writes. */
function writesBelow({ program, input }: RunState, own: Call, writes: ReadonlyMap<string, number>): string[] {
  const written = program.plan.calls.map((one) => writtenBy(one, input.item)).find((name) => name !== '');
  const trial = String(written).split('/')[0];
  const names = BELOW[own._delegate ?? ''] ?? [];
  return [...writes.keys()].filter((one) =>
    names.some((name) => one.replace(/^\["/, '').startsWith(`${trial}/${name}`)),
  );
}

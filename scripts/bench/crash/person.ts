/** The person at the screen: answers what a run asks by what the world outside has seen, never by what would be handy. */

import type { Page } from '@playwright/test';
import type { Json } from '../../../src/lib/json.ts';
import { callView, type OpenQuestion, openQuestions } from '../../../src/run/view.ts';
import type { FollowedRun } from './followed-run.ts';
import { GIVEN, type Scenario } from './random-plan.ts';
import type { World } from './world.ts';

export class Person {
  /** Doubts that were settled, over all runs. */
  doubts = 0;
  /** Turns that were taken. */
  turns = 0;
  /** How many questions have been answered since the browser was started. */
  answered = 0;
  readonly #asked = new Set<string>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** A browser that was started anew asks anew. */
  startAgain(): void {
    this.#asked.clear();
    this.answered = 0;
  }

  /** Answers every open question that has not been answered since the last start. */
  look(page: Page, run: FollowedRun, scenario: Scenario): void {
    for (const question of openQuestions(run.state)) {
      const [about, attempt] = whatIs(question, run);
      const name = `${run.runId} ${question.kind} ${about} ${attempt}`;
      if (this.#asked.has(name)) continue;
      this.#asked.add(name);
      this.answered += 1;
      if (question.kind === 'in_doubt') this.doubts += 1;
      if (question.kind === 'replan') this.turns += 1;
      const decision: Said = { kind: 'answer', runId: run.runId, ...this.#answerTo(question, scenario) };
      // A browser that is killed takes the answer with it; the next one asks again.
      decide(page, decision).catch(() => undefined);
    }
  }

  #answerTo(question: OpenQuestion, scenario: Scenario): Answer {
    switch (question.kind) {
      case 'planner':
        return { about: question.about, choose: 'approve' };
      case 'replan':
        return { choose: 'approve' };
      case 'gate':
        return { gate: question.gate, choose: scenario.gates.get(question.gate) ?? 'approve' };
      case 'approval':
      case 'mandate':
        return { call: question.call, choose: 'approve' };
      case 'answer':
        return { call: question.call, choose: 'value', value: question.call.length };
      case 'failure':
        return scenario.onFailed === 'skip'
          ? { call: question.call, choose: 'skip' }
          : { call: question.call, choose: 'value', value: GIVEN };
      case 'in_doubt':
        return this.#settle(question.call, scenario);
    }
  }

  /** Who honours the key may be asked again; else it is run again only where the world has not seen it. */
  #settle(call: string, scenario: Scenario): Answer {
    const mayRepeat = scenario.receptions.get(call)?.honoursKeys === true;
    const wasDone = this.#world.entriesOf(call).some(({ did }) => did);
    return mayRepeat || !wasDone
      ? { call, choose: 'retry' }
      : { call, choose: 'value', value: this.#world.valueOf(call) };
  }
}

/** What is asked about, and which time. */
function whatIs(question: OpenQuestion, { state }: FollowedRun): readonly [about: string, time: number] {
  if (question.kind === 'gate') return [question.gate, 0];
  if (question.kind === 'replan') return ['', state.answered];
  // What gave no answer was asked once more each time.
  if (question.kind === 'planner') return [question.about, state.sent.length];
  return [question.call, callView(state, question.call)?.attempt ?? 0];
}

/** A decision on its way (`Decision` in executor/channel.ts); as plain data, since it crosses into the page. */
type Said = Readonly<Record<string, unknown>>;

interface Answer {
  readonly call?: string;
  readonly gate?: string;
  readonly about?: string;
  readonly choose: 'approve' | 'reject' | 'value' | 'skip' | 'retry';
  readonly value?: Json;
}

/** Milliseconds after which nobody who holds the run can have heard it: it is said again. */
const PATIENCE_MS = 2500;

/** Says it to the worker that holds the run, as another tab would (executor/channel.ts), until it is heard. */
export async function decide(page: Page, decision: Said): Promise<void> {
  await page.evaluate(
    async ([said, patience]) => {
      const asked = { kind: 'asked', ask: crypto.randomUUID(), decision: said };
      const channel = new BroadcastChannel('obelus-decisions');
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => channel.postMessage(asked), patience);
        channel.onmessage = ({ data }) => {
          if (data.ask !== asked.ask || data.kind === 'asked') return;
          clearInterval(timer);
          resolve();
        };
        channel.postMessage(asked);
      });
      channel.close();
    },
    [decision, PATIENCE_MS] as const,
  );
}

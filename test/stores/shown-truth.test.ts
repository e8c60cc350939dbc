/**
 * What the page shows of a run, after every turn, is what an independent reader of the raw journal reads, and what the
 * engine that runs it holds.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { newRun } from '../../src/run/new-run.ts';
import { clearedFrom, refusalToRunFrom } from '../../src/run/run-from.ts';
import type { RunState } from '../../src/run/state.ts';
import { type AttemptView, callNames, callView, runStatus } from '../../src/run/view.ts';
import { askedWithin } from '../../src/stores/run-questions.ts';
import { createRunsStore } from '../../src/stores/runs.ts';
import type { ShownRun } from '../../src/stores/shown-run.ts';
import { runWords } from '../../src/ui/run/run-words.ts';
import { callStatusWords } from '../../src/ui/words.ts';
import { JournalReader } from '../run/journal-reader.ts';
import { folded, play } from '../run/play.ts';
import { type RandomRun, randomReplan, randomRun } from '../run/random-plan.ts';
import { engine } from './shown.ts';

const times = fc
  .array(fc.nat(200), { minLength: 40, maxLength: 40 })
  .map((list) => (n: number) => list[n % 40]!);

/** A page beside a run: it hears every turn, and is compared then. */
class Page {
  readonly #reader: JournalReader;
  readonly #runs: ReturnType<typeof createRunsStore>;

  constructor(given: RandomRun) {
    this.#reader = new JournalReader(
      (tool) => tool === 'think',
      (tool) => tool !== 'write',
    );
    const blank = () => newRun('random', given);
    this.#runs = createRunsStore({ engine: { ...engine, blank } });
  }

  /** What was written before this page was opened. */
  open(journal: readonly RunEvent[]): void {
    for (const event of journal) this.#reader.read(event);
    this.#runs.actions.receive('random', journal);
  }

  readonly turn = (events: readonly RunEvent[], held: RunState): void => {
    this.open(events);
    const run = this.#runs.getState().known.get('random')!;
    expectTold(run, this.#reader, askedWithin(run, this.#runs.getState()));
    expectHeld(run, held);
  };
}

/** An attempt without what is known of its effect, which is another thing than what the journal tells. */
const told = ({ failure, ...attempt }: AttemptView) =>
  failure ? { ...attempt, failure: { code: failure.code, message: failure.message } } : attempt;

function expectTold(run: ShownRun, reader: JournalReader, asked: ReturnType<typeof askedWithin>): void {
  const { state } = run;
  const shown = new Map<string, string>();
  for (const name of reader.calls.keys()) {
    const call = callView(state, name)!;
    const words = callStatusWords(call.status, call.wait);
    shown.set(name, words);
    expect(reader.wordsOf(name), `${name} after event ${run.position}`).toContain(words);
    const read = reader.calls.get(name)!;
    if (!read.adrift) expect(call.attempts.map(told), `attempts of ${name}`).toEqual(read.attempts);
  }
  expect(callNames(state)).toEqual([...reader.calls.keys()]);
  const questions = asked.map(({ question }) =>
    question.kind === 'gate'
      ? `gate ${question.gate}`
      : question.kind === 'replan' || question.kind === 'planner'
        ? question.kind
        : `${question.kind} ${question.call}`,
  );
  const unsure = reader.unsure();
  const sure = (list: readonly string[]) => list.filter((question) => !unsure.includes(question)).sort();
  expect(sure(questions)).toEqual(sure(reader.questions()));
  const banner = runWords(state);
  const isAdrift = [...reader.calls.values()].some(({ adrift }) => adrift);
  if (unsure.length === 0 && !isAdrift) expect(banner.status).toBe(reader.status());
  const count = (...words: string[]) => [...shown.values()].filter((own) => words.includes(own)).length;
  const skipped = count('Skipped');
  const through = count('Completed', 'Failed', 'Dispatched');
  // Whether one that a draft named again stays as it was, the journal alone does not say: where it is shown so, it is counted so.
  const memoized = [...reader.calls].filter(
    ([name, call]) => call.memoized && shown.get(name) === 'Completed',
  ).length;
  expect(banner.facts).toContain(`${through} of ${shown.size} call`);
  expect(/(\d+) cancelled/.exec(banner.facts)?.[1] ?? '0').toBe(String(count('Cancelled')));
  expect(/(\d+) skipped/.exec(banner.facts)?.[1] ?? '0').toBe(String(skipped));
  if (!state.steps.held.includes(1))
    expect(/(\d+) taken/.exec(banner.facts)?.[1] ?? '0').toBe(String(memoized));
}

/** The engine that runs it is a step ahead where a time has come: that a call starts again is not in the journal yet. */
function expectHeld({ state }: ShownRun, held: RunState): void {
  let isAhead = false;
  held.program.steps.forEach(({ id }, step) => {
    const [mine, its] = [state.steps.status[step], held.steps.status[step]];
    const waits = state.steps.waiting[step];
    if ((waits === 'retry' || waits === 'time') && its === 'ready') isAhead = true;
    else expect(mine, `${id} as the engine holds it`).toBe(its);
  });
  if (!isAhead) expect(runStatus(state)).toBe(runStatus(held));
}

async function followed(
  given: RandomRun,
  ms: (n: number) => number,
  from: readonly RunEvent[] = [],
  then?: readonly RunEventBody[],
) {
  const page = new Page(given);
  if (from.length > 0) page.open(from);
  return play(given, ms, from, then, page.turn);
}

/** ms, on a machine that has other things to do. */
const SLOW = 120_000;

const policies = ['skip', 'continue', 'ask', 'abort'] as const;

test(
  'of runs with branches, gates, retries, questions and held results',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomRun({ onFailure: policies }), times, async (given, ms) => {
        await followed(given, ms);
      }),
      { numRuns: 1000 },
    );
  },
  SLOW,
);

test(
  'of runs over instances',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomRun(), times, async (given, ms) => {
        await followed({ ...given, instances: [{ label: 'X' }, { label: 'Y' }] }, ms);
      }),
      { numRuns: 250 },
    );
  },
  SLOW,
);

test(
  'of runs that are replanned, with and without a person who reviews',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomReplan(), times, async (given, ms) => {
        await followed(given, ms);
      }),
      { numRuns: 300 },
    );
  },
  SLOW,
);

test(
  'of runs that were cut off anywhere and go on',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomRun({ onFailure: policies }), times, fc.nat(1000), async (given, ms, at) => {
        const { journal } = await play(given, ms);
        await followed(given, ms, journal.slice(0, 2 + (at % (journal.length - 1))));
      }),
      { numRuns: 300 },
    );
  },
  SLOW,
);

test(
  'of runs that a person runs again from one of their calls',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        randomRun(),
        times,
        fc.nat(1000),
        fc.nat(1000),
        fc.constantFrom('dependants' as const, 'list' as const),
        async (given, ms, at, which, order) => {
          const { journal } = await play(given, ms);
          const prefix = journal.slice(0, 2 + (at % Math.max(1, journal.length - 2)));
          const state = folded(given, prefix);
          const call = state.program.steps[which % state.program.steps.length]!.id;
          if (refusalToRunFrom(state, call, order).length > 0) return;
          const cleared = clearedFrom(state.program, call, order);
          await followed(given, ms, prefix, [{ type: 'plan_resumed_from', call, order, cleared }]);
        },
      ),
      { numRuns: 250 },
    );
  },
  SLOW,
);

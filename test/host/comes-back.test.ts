/**
 * Whether a write comes back (L-42), against a model of a few lines: what was entered anywhere in a run's family, and did
 * not answer that it did nothing, asks before a later plan does it again; nothing else asks.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryStore, virtualClock } from '../../src/host/memory-place.ts';
import type { Answer } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { isOver, type OpenQuestion, openQuestions } from '../../src/run/view.ts';
import { SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

const PLACES = ['bank', 'shop', 'club'] as const;
/** What the write comes to, and what the person then says of it. */
const FATES = ['done', 'refused', 'doubt: value', 'doubt: skip', 'doubt: retry'] as const;

interface Unit {
  readonly to: (typeof PLACES)[number];
  readonly isBelow: boolean;
  readonly fate: (typeof FATES)[number];
}
/** What one plan says, and what befalls the run before the next one is made. */
interface Phase {
  readonly units: readonly Unit[];
  readonly then: 'goes on' | 'dies' | 'is gone on with as another';
}

const unit = fc.record({
  to: fc.constantFrom(...PLACES),
  isBelow: fc.boolean(),
  fate: fc.constantFrom(...FATES),
});
const then = fc.constantFrom<Phase['then']>('goes on', 'dies', 'is gone on with as another');
const phases = fc
  .tuple(
    // As signed a plan may say a thing twice; those of a later one start together, so that none is the first.
    fc.record({ units: fc.array(unit, { minLength: 1, maxLength: 4 }), then }),
    fc.array(fc.record({ units: fc.uniqueArray(unit, { minLength: 1, selector: ({ to }) => to }), then }), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([first, rest]): readonly Phase[] => [first, ...rest]);

const nameOf = (phase: number, at: number): string => `u${phase}x${at}`;
const planOf = (calls: readonly Call[], id = 'p'): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [...calls],
  policy: { onFailure: 'ask', retryLimit: 0, maxSteps: 100 },
});
const writeTo = (id: string, to: string): Call => ({
  _id: id,
  _tool: 'write',
  to,
  _outputPath: `†state.${id}`,
});
const DELEGATES = Object.fromEntries(PLACES.map((to) => [`plan:${to}`, planOf([writeTo('w', to)], to)]));

/** The last call fails: then the person wants the next plan. */
const callsOf = ({ units }: Phase, phase: number): Call[] => [
  ...units.map(({ to, isBelow }, at): Call => {
    const id = nameOf(phase, at);
    return isBelow
      ? { _id: id, _tool: id, _delegate: `plan:${to}`, _outputPath: `†state.${id}` }
      : writeTo(id, to);
  }),
  { _id: `bad${phase}`, _tool: 'read', _outputPath: `†state.bad${phase}` },
];

interface Came {
  /** Names of units that asked because they would do again what was done. */
  readonly asked: string[];
  /** Names of units, as often as they were entered. */
  readonly entered: string[];
}

function expected(all: readonly Phase[]): Came {
  const asked: string[] = [];
  const entered: string[] = [];
  const mayHaveHappened = new Set<string>();
  for (const [phase, { units }] of all.entries()) {
    const before = new Set(phase === 0 ? [] : mayHaveHappened);
    for (const [at, { to, fate }] of units.entries()) {
      const name = nameOf(phase, at);
      if (before.has(to)) asked.push(name);
      else {
        entered.push(name, ...(fate === 'doubt: retry' ? [name] : []));
        if (fate !== 'refused') mayHaveHappened.add(to);
      }
    }
  }
  return { asked: asked.sort(), entered: entered.sort() };
}

async function lived(all: readonly Phase[]): Promise<Came> {
  const asked: string[] = [];
  const entered: string[] = [];
  const store = memoryStore();
  const clock = virtualClock();
  const unitOf = (runId: string, call: string): string => /u\d+x\d+/.exec(`${call} ${runId}`)?.[0] ?? call;
  const fateOf = (name: string): string => {
    const [phase, at] = name.slice(1).split('x').map(Number);
    return all[phase ?? -1]?.units[at ?? -1]?.fate ?? '';
  };
  const open = () => {
    const place = virtualPlace({
      setting: SETTING,
      store,
      clock,
      play: (runId, { id }) => {
        if (id.startsWith('bad')) return { ms: 1, throws: { code: 'tool-error', message: 'no' } };
        const name = unitOf(runId, id);
        entered.push(name);
        const fate = fateOf(name);
        const isAgain = entered.filter((one) => one === name).length > 1;
        if (fate === 'done' || isAgain) return { ms: 1, value: 'done' };
        const outcome = fate === 'refused' ? 'refused' : 'unknown';
        return { ms: 1, throws: { code: 'boom', message: 'boom', outcome } };
      },
    });
    return { place, runs: openRuns(place) };
  };
  let now = open();
  let top = 'run';
  const start = async (plan: Plan, fork = {}) => {
    const signed = sign(plan, SETTING, DELEGATES);
    if (!signed.ok) throw new Error(signed.error);
    const { hash } = signed.value;
    await now.runs.start({ runId: top, planId: 'p', plan, hash, input: {}, delegates: DELEGATES, ...fork });
    await now.place.settle();
  };
  const family = async (): Promise<RunState[]> => {
    const rows = [{ runId: top }, ...(await store.below(`${top}.`))];
    return Promise.all(
      rows.map(async ({ runId }) => (await store.events(runId)).reduce(evolve, newRun(runId, SETTING))),
    );
  };
  const say = async (runId: string, said: Omit<Answer, 'kind' | 'runId'>) => {
    await now.runs.steer({ kind: 'answer', runId, ...said });
    await now.place.settle();
  };
  const onUnit = (name: string, kind: OpenQuestion['kind']): Answer['choose'] => {
    if (kind === 'approval') asked.push(name);
    if (kind === 'approval') return 'reject';
    return kind === 'in_doubt' ? (fateOf(name).slice('doubt: '.length) as Answer['choose']) : 'skip';
  };
  /** Answers all but the wish for another plan. */
  const answered = async (): Promise<void> => {
    for (;;) {
      const found = (await family())
        .filter((state) => !isOver(state))
        .flatMap((state) => openQuestions(state).map((question) => ({ runId: state.runId, question })))
        .find(
          ({ question }) =>
            question.kind === 'replan' || !('call' in question && question.call.startsWith('bad')),
        );
      if (!found) return;
      const { runId, question } = found;
      if (!('call' in question)) await say(runId, { choose: 'approve' });
      else {
        const choose = onUnit(unitOf(runId, question.call), question.kind);
        await say(runId, {
          call: question.call,
          choose,
          ...(choose === 'value' ? { value: 'by hand' } : {}),
        });
      }
    }
  };
  await start(planOf(callsOf(all[0]!, 0)));
  for (const [at, phase] of all.entries()) {
    await answered();
    const next = all[at + 1];
    if (!next) break;
    if (phase.then === 'is gone on with as another') {
      const { program } = (await family())[0]!;
      await now.runs.steer({ kind: 'stop-run', runId: top });
      await now.runs.left(top);
      const fork = { runId: top, cleared: [], values: {} };
      top = `${top}+`;
      await start(program.plan, { fork });
      await answered();
    }
    await say(top, { call: `bad${at}`, choose: 'replan', calls: callsOf(next, at + 1) });
    if (phase.then !== 'dies') continue;
    now.runs.letGo();
    await now.place.settle();
    now = open();
    await now.runs.resumeAll();
    await now.place.settle();
  }
  await now.runs.drain();
  return { asked: asked.sort(), entered: entered.sort() };
}

test('what may have happened, wherever in the family, comes back only asked; nothing else is asked', async () => {
  await fc.assert(
    fc.asyncProperty(phases, async (all) => {
      expect(await lived(all)).toEqual(expected(all));
    }),
    { numRuns: 30 },
  );
}, 60_000);

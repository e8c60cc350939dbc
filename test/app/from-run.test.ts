/** What a run's plan has become, offered to the plan on the table: over a real fold, document and proposal. */

import { expect, test } from 'vitest';
import { offerFromRun } from '../../src/app/from-run.ts';
import { language } from '../../src/app/language.ts';
import { createPending } from '../../src/app/pending.ts';
import { createProposing } from '../../src/app/proposing.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { runEngine } from '../../src/stores/run-engine.ts';
import { createRunsStore } from '../../src/stores/runs.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

const CALL = {
  _id: 'say',
  _tool: 'template',
  _description: 'Say it',
  template: 'Hello',
  _outputPath: '†state.say',
};
const ASIDE = { _id: 'aside', _tool: 'template', template: 'Aside', _outputPath: '†state.aside' };
const PLAN = (template = 'Hello', aside = 'Aside'): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { ...CALL, template },
    { ...ASIDE, template: aside },
  ],
  output: '†state.say',
});

const done = (call: string): RunEventBody[] => [
  { type: 'plan_step_started', call, attempt: 1 },
  { type: 'plan_step_completed', call, attempt: 1, value: 'x' },
];
const ended: RunEventBody = { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: 'x' };
type Commit = Extract<RunEventBody, { type: 'plan.commit' }>;
const began = (plan: Plan, more: Partial<Commit> = {}): RunEventBody[] => [
  { type: 'plan.commit', revision: 1, rules: 9, plan, ...more },
  { type: 'plan_started', total: plan.calls.length },
];

function desk(table = PLAN()) {
  const kept = new Map<string, string>();
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const document = createDocumentStore(language, builtInTools, table);
  const runs = createRunsStore({ engine: runEngine(builtInTools) });
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  const pending = createPending(memory);
  const proposing = createProposing({ document, session, now: () => 1, pending });
  const records = new Map<string, readonly RunEventBody[]>();
  const receive = (runId: string, bodies: readonly RunEventBody[]) =>
    runs.actions.receive(
      runId,
      bodies.map((body, at): RunEvent => ({ ...body, runId, seq: at + 1, time: at })),
    );
  const load = async (runId: string) => {
    const record = records.get(runId);
    if (!record) throw new Error('It was erased.');
    await receive(runId, record);
  };
  const offer = (runId: string) => offerFromRun(runId, { document, session, runs, proposing, load });
  const texts = () => document.getState().plan.calls.map(({ template }) => template);
  return { session, document, runs, proposing, pending, records, receive, offer, texts };
}

/** Begun beside `source` with another text. */
const beside = (text: string): RunEventBody[] => [
  ...began(PLAN(text), { forkOf: { runId: 'source', changed: true } }),
  ...done('say'),
  ...done('aside'),
  ended,
];

test('a change that ran beside a run: proposed under its sentence, taken in one step that is undone', async () => {
  const { session, document, proposing, pending, records, receive, offer, texts } = desk();
  records.set('source', [...began(PLAN())]);
  await receive('fork', beside('Bonjour'));
  document.actions.say({ from: 'obelus', text: '…', tone: 'plain', at: 1, about: 'in French', run: 'fork' });
  session.actions.set({ view: { kind: 'run', runId: 'fork' } });
  expect(await offer('fork')).toBe(true);
  expect(session.getState().view.kind).toBe('plan');
  expect(session.getState().proposed).toMatchObject({ sentence: 'in French', ofRun: { isSaid: true } });
  // Nothing was said in the box, so that nothing is to come back into it.
  expect(pending.of('p')).toBeUndefined();
  expect(texts()).toEqual(['Hello', 'Aside']);
  proposing.take();
  expect(texts()).toEqual(['Bonjour', 'Aside']);
  expect(document.actions.undo()).toBe('“in French”');
  expect(texts()).toEqual(['Hello', 'Aside']);
});

test('what was edited on the table since the run began stays, and what collides is named', async () => {
  const { session, document, proposing, records, receive, offer, texts } = desk();
  records.set('source', [...began(PLAN())]);
  await receive('fork', beside('Bonjour'));
  const edit = (id: string, value: string) =>
    document.actions.edit([{ kind: 'set-in-call', id, path: ['template'], value }], { label: 'Edit' });
  edit('aside', 'Mine');
  await offer('fork');
  proposing.take();
  expect(texts()).toEqual(['Bonjour', 'Mine']);
  document.actions.undo();
  edit('say', 'Hi');
  // Both changed the same: the person's edit stands, and nothing is left of the run's.
  expect(await offer('fork')).toBe(false);
  expect(session.getState().notice?.text).toBe('The plan has that already.');
});

test('where the run that it began with is gone, all that differs is offered', async () => {
  const { proposing, receive, offer, texts } = desk(PLAN('Hello', 'Mine'));
  await receive('fork', beside('Bonjour'));
  expect(await offer('fork')).toBe(true);
  proposing.take();
  expect(texts()).toEqual(['Bonjour', 'Aside']);
});

test('a parameter that was corrected in a question is offered by what it is', async () => {
  const { session, proposing, pending, receive, offer, texts } = desk();
  await receive('run', [
    ...began(PLAN()),
    ...done('aside'),
    { type: 'plan_step_started', call: 'say', attempt: 1 },
    { type: 'plan_step_failed', call: 'say', attempt: 1, code: 'boom', message: 'It broke.' },
    { type: 'plan_step_waiting', call: 'say', kind: 'failure' },
    { type: 'approval', call: 'say', choose: 'edit', params: { template: 'Bonjour' } },
    { type: 'plan_step_started', call: 'say', attempt: 2 },
    { type: 'plan_step_completed', call: 'say', attempt: 2, value: 'x' },
    ended,
  ]);
  expect(await offer('run')).toBe(true);
  expect(session.getState().proposed?.sentence).toBe('Your correction of “Say it”');
  expect(pending.of('p')).toBeUndefined();
  proposing.take();
  expect(texts()).toEqual(['Bonjour', 'Aside']);
});

test('a run that went by its plan, one that has not ended and one of another plan offer nothing', async () => {
  const { session, document, receive, offer } = desk();
  await receive('same', [...began(PLAN()), ...done('say'), ...done('aside'), ended]);
  expect(await offer('same')).toBe(false);
  await receive('open', beside('Bonjour').slice(0, -1));
  expect(await offer('open')).toBe(false);
  await receive('fork', beside('Bonjour'));
  document.actions.open({ plan: { ...PLAN(), id: 'q' }, revision: 1, input: {}, approval: null }, 'saved');
  expect(await offer('fork')).toBe(false);
  expect(session.getState().proposed).toBeNull();
});

test('what a run that went on has become is offered as a plan that is done: whole, without a mandate, and without what was said that day', async () => {
  const mandate = { tools: ['template', 'askModel'], effects: ['none' as const], hosts: [] };
  const table: Plan = { ...PLAN(), mode: 'eager', calls: [ASIDE], output: null, mandate };
  const asked = { _id: 'ask', _tool: 'askModel', instruction: 'Say so', _outputPath: '†state.ask' };
  const added = { ...asked, _output: 'Rain' };
  const became = (output: string): Plan => ({ ...table, calls: [ASIDE, CALL, added], output });
  const went = (output: string): RunEventBody[] => [
    ...began(table),
    ...done('aside'),
    { type: 'plan.commit', revision: 2, rules: 9, plan: became(output) },
    ...done('say'),
    ...done('ask'),
    ended,
  ];
  const { session, document, proposing, receive, offer } = desk(table);
  await receive('run', went('†state.say'));
  expect(await offer('run')).toBe(true);
  expect(session.getState().proposed?.sentence).toBe('What was planned as the run went on');
  proposing.take();
  const taken = document.getState().plan;
  expect(taken).toEqual({
    ...PLAN(),
    calls: [ASIDE, CALL, asked],
    output: '†state.say',
  });
  expect([taken.mode, taken.mandate, '_output' in (taken.calls[2] ?? {})]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  const found = document.getState().problems.map(({ code }) => code);
  expect(found).not.toContain('output-in-lazy-plan');
  expect(found).not.toContain('mandate-missing');
  // There is nothing more to put in it, and Undo leads back to the one that goes on.
  expect(await offer('run')).toBe(false);
  document.actions.undo();
  expect(document.getState().plan).toEqual(table);
  // Its planner's own words were that day's result, and are none of the plan's.
  await receive('told', went('It rains.'));
  expect(await offer('told')).toBe(true);
  proposing.take();
  expect(document.getState().plan.output).toBeUndefined();
});

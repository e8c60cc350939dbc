/** A person writes the rest of a run's plan; here for a call that asks before it starts. */

import { expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import { createReviseRun } from '../../src/app/revise-run.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Request } from '../../src/run/messages.ts';
import { createRevisingStore } from '../../src/stores/revising.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { journal, runsStore } from '../stores/shown.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  policy: { askBefore: 'all' },
  calls: [{ _id: 'a', _tool: 'saveFile', name: 'a.txt', content: 'Hello', _outputPath: '†state.a' }],
};

test('another tool takes the place of a call that asks, with the parameters that it knows (L-72)', async () => {
  const runs = runsStore();
  await runs.actions.receive(
    'r',
    journal(
      { type: 'plan.commit', revision: 1, plan: PLAN, input: {} },
      { type: 'plan_started', total: 1 },
      { type: 'plan_step_waiting', call: 'a', kind: 'approval' },
    ),
  );
  const session = createSessionStore({ read: () => null, write: () => {} });
  session.actions.set({ view: { kind: 'run', runId: 'r' } });
  const revising = createRevisingStore();
  const sent: Request[] = [];
  const revise = createReviseRun({
    ...{ session, runs, revising, language, builtIn: builtInTools },
    send: (request) => {
      sent.push(request);
      return Promise.resolve(true);
    },
    draftOf: () => Promise.resolve(null),
  });
  await revise.begin('r', 'a', 'note');
  expect(session.getState()).toMatchObject({ view: { kind: 'revise' }, selection: ['a'] });
  const document = revising.getState().now?.document;
  expect(document?.getState().plan.calls).toEqual([{ _id: 'a', _tool: 'note', _outputPath: '†state.a' }]);
  // What it needs is not there yet: nothing is sent.
  await revise.submit();
  expect(sent).toEqual([]);
  document?.actions.edit(
    [
      {
        kind: 'replace-call',
        id: 'a',
        call: { _id: 'a', _tool: 'note', text: 'Hello', _outputPath: '†state.a' },
      },
    ],
    { label: 'Edit' },
  );
  await revise.submit();
  expect(sent).toMatchObject([
    { kind: 'answer', runId: 'r', call: 'a', choose: 'replan', calls: [{ _tool: 'note' }] },
  ]);
});

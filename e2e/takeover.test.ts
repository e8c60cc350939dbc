/** What runs a plan ends in the middle: its worker, or its tab while a person types. The run goes on, the words stay. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import type { RunEvent } from '../src/run/events.ts';
import { Obelus } from './support/driver.ts';
import { collectAcknowledged } from './support/journal.ts';
import { type Outside, startOutside } from './support/outside.ts';
import { endWorkers } from './support/workers.ts';

let outside: Outside;
test.beforeEach(async () => {
  outside = await startOutside();
});
test.afterEach(() => outside.close());

const planOf = (id: string, title: string, calls: Plan['calls'], output: string): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  title,
  mode: 'lazy',
  calls,
  output,
});

test('a worker that ends without a word is noticed, and the run goes on where it was (R-47)', async ({
  page,
}) => {
  const app = await new Obelus(page).openWithPlans();
  const read = { _id: 'read', _tool: 'httpGet', url: outside.url('read'), _outputPath: '†state.read' };
  const again = {
    _id: 'again',
    _tool: 'httpGet',
    url: outside.url('again'),
    _after: '†state.read',
    _outputPath: '†state.again',
  };
  await app.importPlan(planOf('plan_worker', 'A worker ends', [read, again], '†state.again.data'));
  await app.approve();
  await app.run();
  await outside.visited('read');
  outside.open('read');
  await outside.visited('again');

  await endWorkers(page);
  await outside.visited('again', 2);
  outside.open('again');
  await app.expectCompleted();
  expect(outside.visitsTo('read')).toHaveLength(1);
});

test('what is typed into a question stays when the tab that runs the plan is closed (L-91)', async ({
  context,
  page,
}) => {
  const told: RunEvent[] = [];
  await collectAcknowledged(context, told);
  const one = await new Obelus(page).openWithPlans();
  const ask = { _id: 'ask', _tool: 'askPerson', question: 'Which region?', _outputPath: '†state.ask' };
  const read = {
    _id: 'read',
    _tool: 'httpGet',
    url: outside.url('read'),
    _after: '†state.ask',
    _outputPath: '†state.read',
  };
  await one.importPlan(planOf('plan_question', 'A question', [ask, read], '†state.ask && †state.read.data'));
  await one.approve();
  await one.run();
  const two = await new Obelus(await context.newPage()).openWithPlans();
  await two.openRun('A question');
  const answer = two.region('The run asks').getByRole('textbox');
  await answer.fill('North');

  await page.close();
  await expect(answer).toHaveValue('North');
  await two.region('The run asks').getByRole('button', { name: 'Answer', exact: true }).click();
  await outside.visited('read');
  outside.open('read');
  await two.expectCompleted();
  expect(outside.visitsTo('read')).toHaveLength(1);
  // The question outlived the tab that asked it: the other one has not asked it again (L-91a). Where both tabs were there
  // already, both heard of it.
  const asked = told.filter(({ type }) => type === 'plan_step_waiting');
  expect(new Set(asked.map(({ seq }) => seq)).size).toBe(1);
});

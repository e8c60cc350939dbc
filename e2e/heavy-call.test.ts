/** A call that computes for long, in the built page under its policy: the run answers, and so does another one. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';

const heavy: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_heavy',
  title: 'Much to compute',
  goal: 'Find a pattern',
  mode: 'lazy',
  calls: [
    {
      _id: 'find',
      _tool: 'matchText',
      _description: 'Look for a pattern that takes minutes and never gives way',
      text: 'a'.repeat(200_000),
      pattern: '((a{0,30}){0,30}b?)*$',
      _outputPath: '†state.found',
    },
  ],
  output: '†state.found',
};

test('a heavy call is computed in a worker below the worker, and a stop ends it at once', async ({
  page,
}) => {
  const forbidden: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) forbidden.push(message.text());
  });
  const app = new Obelus(page);
  await app.open();
  await app.importPlan(heavy);
  await app.approve();
  const fetched = page.context().waitForEvent('request', (request) => request.url().includes('/pool/'));
  await app.run();
  await expect(app.step('Stop')).toBeVisible();
  // Its script is there: what comes next finds the call under way.
  await fetched;
  await app.step('Stop').click();
  await expect(app.step('Stop')).toBeHidden();
  expect(forbidden).toEqual([]);
});

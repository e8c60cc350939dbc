/** What a model's server is told of the person's files. */

import { expect, it } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { planningMessages } from '../../../src/planner/prompt/planning-prompt.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';

it('how a file is built, and nothing from its cells beyond its head', async () => {
  const text = 'region;amount\nNorth;1,5\nSecretville;2,5\n';
  const profile = await profileOf(new TextEncoder().encode(text), 'a.csv');
  const file = { name: 'a.csv', type: 'text/csv', size: text.length, head: text.slice(0, 24), profile };
  const said = JSON.stringify(
    planningMessages(
      {
        goal: 'sum amount by region',
        catalogue: catalogueOf([]),
        files: [file],
        history: [],
        lastError: null,
        minCalls: 2,
        maxCalls: 7,
        signal: new AbortController().signal,
      },
      [],
    ),
  );
  expect(said).toContain('amount');
  expect(said).toContain('decimal');
  expect(said).not.toContain('Secretville');
});

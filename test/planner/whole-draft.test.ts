/** A goal that is offered is drafted and tried first: what it says it gives is computed from the file. */

import { expect, it } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import type { PlannerRequest } from '../../src/planner/planner.ts';
import { wholeDraft } from '../../src/planner/whole-draft.ts';
import { makeTryPlan } from '../../src/preview/preview-plan.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { offersOf, offersOfAll } from '../../src/tools/offers.ts';
import { resultWords } from '../../src/tools/trial.ts';

const TEXT = 'order_id,shop,paid,when\n1,A,2.5,2026-01-02\n2,B,3,2026-02-03\n3,A,4,2026-02-04\n';
const signal = new AbortController().signal;
const planner = offlinePlanner({ now: () => 0 });
const content = new Blob([TEXT]);
const tryPlan = makeTryPlan({ now: () => 0 }, { files: new Map([['orders.csv', content]]), signal });

async function asking(goal: string): Promise<PlannerRequest> {
  const profile = await profileOf(new TextEncoder().encode(TEXT), 'orders.csv');
  return {
    ...{ goal, catalogue: catalogueOf(builtInTools), history: [], lastError: null, tryPlan, signal },
    files: [{ name: 'orders.csv', type: 'text/csv', size: TEXT.length, head: TEXT, profile }],
    maxCalls: 7,
  };
}

async function gives(goal: string): Promise<string | undefined> {
  const made = await wholeDraft(planner, await asking(goal));
  return made && resultWords(await tryPlan(made.plan, made.input));
}

it('what a table is offered comes out with its own figures', async () => {
  const profile = await profileOf(new TextEncoder().encode(TEXT), 'orders.csv');
  const said = await Promise.all(offersOf(profile).map(gives));
  expect(said.filter((one) => one !== undefined).length).toBeGreaterThanOrEqual(3);
  expect(said[0]).toBe('A 6.5 · B 3');
});

it('a goal with words that no call uses is none to offer', async () => {
  expect(
    await wholeDraft(planner, await asking('Sum paid by shop in orders.csv and blorf the quux')),
  ).toBeUndefined();
});

it.each([
  ['that fit', 'id,city\nA,Oslo\nB,Rome\n', { on: 'shop', rightOn: 'id' }],
  ['of which nobody is sure', 'id,city\n1,Oslo\n2,Rome\n', undefined],
])('two files are offered together by columns %s, or not at all', async (_, text, by) => {
  const files = new Map([
    ['orders.csv', TEXT],
    ['shops.csv', text],
  ]);
  const profiles = await Promise.all(
    [...files].map(async ([name, one]) => ({
      ...{ name, type: 'text/csv', size: one.length, head: one },
      profile: await profileOf(new TextEncoder().encode(one), name),
    })),
  );
  const blobs = new Map([...files].map(([name, one]) => [name, new Blob([one])]));
  const tries = makeTryPlan({ now: () => 0 }, { files: blobs, signal });
  const [goal = ''] = offersOfAll(profiles.map(({ profile }) => profile));
  const made = await wholeDraft(planner, { ...(await asking(goal)), files: profiles, tryPlan: tries });
  if (by === undefined) expect(made).toBeUndefined();
  else expect(made?.plan.calls.at(-1)).toMatchObject(by);
});

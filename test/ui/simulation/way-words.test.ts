import { expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import { simulateAll } from '../../../src/simulate/all-ways.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { coverageOf, extentWords, outcomeWords, wayWords } from '../../../src/ui/simulation/way-words.ts';

const tools = [
  { name: 'charge', description: 'Charges a card.', parameters: {}, effect: 'write', cost: 0.02 },
  { name: 'tell', description: 'Tells somebody.', parameters: {}, effect: 'none' },
] as const;

const plan: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  mode: 'lazy',
  calls: [
    { _id: 'pay', _tool: 'charge', _outputPath: '†state.paid || †state.refused' },
    { _id: 'thank', _tool: 'tell', text: '†state.paid', _outputPath: '†state.thanks' },
    { _id: 'sorry', _tool: 'tell', text: '†state.refused', _outputPath: '†state.apology' },
    { _id: 'always', _tool: 'tell', text: 'hello', _outputPath: '†state.hello' },
  ],
};
const catalogue = catalogueOf(tools);
const played = () => simulateAll(plan, catalogue, { setting: { catalogue, hasActivity: () => true } });
const name = (call: string) => call;

test('coverage names what never runs first, then what runs in some ways, then the rest', async () => {
  const lines = coverageOf(await played());
  expect(lines.map(({ call, words }) => `${call}: ${words}`)).toEqual([
    'thank: In 1 of 3 ways',
    'sorry: In 1 of 3 ways',
    'pay: Always',
    'always: Always',
  ]);
  expect(coverageOf({ ways: [], ran: { dead: 0 } })[0]?.words).toBe('Never');
});

test('a way is told by what sets it apart from the plain one', async () => {
  const all = await played();
  expect(all.ways.map((way) => wayWords(all.decisions, way, name))).toEqual([
    'Everything succeeds, first alternatives',
    'Pay goes to †state.refused',
    'Pay fails',
  ]);
});

test('an outcome says status, calls, time and, where a tool states one, the price', async () => {
  const { ways } = await played();
  expect(outcomeWords(ways[0]!.simulation)).toMatch(/^Completed · 3 calls · about .+ · about \$0\.02$/);
});

test('a sample is called one', async () => {
  const { ways } = await played();
  expect(extentWords({ ways, possible: 3, sampled: false })).toBe('All 3 ways were played.');
  expect(extentWords({ ways, possible: 4096, sampled: true })).toContain('A sample: 3 of 4,096 ways');
  expect(extentWords({ ways, possible: Number.POSITIVE_INFINITY, sampled: true })).toContain(
    'more ways than can be counted',
  );
});

test('the search breathes between ways and ends when it is no longer wanted', async () => {
  let breaths = 0;
  const between = async () => {
    breaths += 1;
    if (breaths === 2) throw new Error('no longer wanted');
  };
  const setting = { catalogue, hasActivity: () => true };
  await expect(simulateAll(plan, catalogue, { setting, between })).rejects.toThrow('no longer wanted');
});

test('a pinned result stands in every way', async () => {
  const setting = { catalogue, hasActivity: () => true };
  const all = await simulateAll(plan, catalogue, { setting, results: { pinned: { always: 'pinned' } } });
  for (const { simulation } of all.ways) {
    const done = simulation.events.find((e) => e.type === 'plan_step_completed' && e.call === 'always');
    expect(done).toMatchObject({ value: 'pinned' });
  }
});

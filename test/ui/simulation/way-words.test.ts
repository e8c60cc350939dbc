import { expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import { simulateAll } from '../../../src/simulate/all-ways.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { outcomeWords, wayWords } from '../../../src/ui/simulation/way-words.ts';

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

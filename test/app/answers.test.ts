import { describe, expect, test } from 'vitest';
import { type AskedAbout, answerTo } from '../../src/app/answers.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const PLAN = {
  format: FORMAT,
  version: VERSION,
  id: 'p',
  tools: [{ name: 'judge', parameters: {}, cost: 0.02 }],
  plans: { each: { calls: [] } },
  calls: [
    { _id: 'read', _tool: 'readCsv', file: 'a.csv', _outputPath: '†state.read' },
    { _id: 'judge', _tool: 'judge', rows: '†state.read', _outputPath: '†state.judge' },
    { _id: 'post', _tool: 'httpSend', url: 'https://example.org', method: 'POST', body: '†state.judge' },
    { _id: 'below', _tool: 'parts', _delegate: '#each', _outputPath: '†state.below' },
  ] as unknown as Call[],
} as Plan;

const answer = (sentence: string, about: Partial<AskedAbout> = {}) =>
  answerTo(sentence, {
    plan: PLAN,
    catalogue: catalogueOf(builtInTools, PLAN.tools),
    builtIns: catalogueOf(builtInTools),
    selected: [],
    talk: [],
    flowsOf: () => null,
    modelServer: 'models.example',
    ...about,
  });

test.each([
  'what is the total for North',
  'what does each product cost',
  'what is the cost of this month',
  'what was sent this year',
  'what does it cost per region',
  'what if the amount is over 100, then say so',
  'only 2026',
  'was kostet jedes Produkt',
])('"%s" is something to do, and no question about the plan', (sentence) => {
  expect(answer(sentence)).toBeNull();
});

test.each([
  'Why is the judge there?',
  'what is this for?',
  'What if it fails?',
  'what happens when a step fails',
  'how much does it cost?',
  'What would a run cost?',
  'Was kostet der Plan?',
  'what leaves this device?',
  'is anything sent anywhere?',
  'Warum ist read da?',
])('"%s" is a question about the plan', (sentence) => {
  expect(answer(sentence)).not.toBeNull();
});

describe('what it costs', () => {
  test('adds up what tools say, and names what nobody can know: a model, whatever contract the plan gives it, and plans below', () => {
    expect(answer('what does the plan cost?')).toBe(
      '4 calls: $0.02 by what the tools say they cost, each run once. 1 call is answered by a model at models.example: what that costs is not known beforehand. 1 call runs a plan of its own: what that costs is not in it.',
    );
  });
});

describe('what happens if it fails', () => {
  test.each([
    ['skip', 'then what needs it is skipped, and the rest goes on.'],
    ['abort', 'then the run ends as failed, and what is done stays done.'],
    ['replan', 'then the rest is planned anew.'],
  ] as const)('under %s it says what the plan is set to', (onFailure, words) => {
    const plan = { ...PLAN, policy: { onFailure, retryLimit: 0 } };
    expect(answer('what if this fails?', { plan })).toBe(`If a call fails, ${words}`);
  });

  test('of a write it says that nothing is done twice unasked', () => {
    expect(answer('what if it fails?', { selected: ['post'] })).toMatch(
      /Nothing waits for it\. Where it may have happened all the same, it is not tried again before/,
    );
    expect(answer('what if it fails?', { selected: ['read'] })).toMatch(/2 calls behind it wait for it\.$/);
  });
});

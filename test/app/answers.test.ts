import { describe, expect, test } from 'vitest';
import { type AskedAbout, answerTo, wantsUndo } from '../../src/app/answers.ts';
import { language } from '../../src/app/language.ts';
import { NO_DELEGATES } from '../../src/plan/delegates.ts';
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
  'explain the differences between regions',
  'what does it do to the total if June is left out',
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
  'what does this plan cost me when I run it?',
  'how much will it cost us each time we run it?',
  'does it cost anything?',
  'would this plan cost me money if I start it?',
  'Was kostet mich der Plan, wenn ich ihn starte?',
  'what does it cost per run?',
  'Was kostet der Plan?',
  'what leaves this device?',
  'is anything sent anywhere?',
  'Warum ist read da?',
  'Explain this plan',
  'what does the plan do?',
  'Erkläre mir den Plan',
])('"%s" is a question about the plan', (sentence) => {
  expect(answer(sentence)).not.toBeNull();
});

describe('what it does', () => {
  test('is told in the order of the steps, and no longer than a conversation is read', () => {
    expect(answer('explain this plan')).toContain('1. Read a CSV table – File: a.csv.');
    const calls = Array.from({ length: 60 }, (_, i) => ({ _id: `c${i}`, _tool: 'today' }));
    const lines = answer('explain it', { plan: { ...PLAN, calls } })?.split('\n') ?? [];
    expect(lines).toHaveLength(41);
    expect(lines.at(-1)).toContain('21 lines more');
  });
});

describe('what it costs', () => {
  test('adds up what tools say, and names what nobody can know: a model, whatever contract the plan gives it, and plans below', () => {
    expect(answer('what does the plan cost?')).toBe(
      '$0.02, by what the tools say: one try of each of 4 calls, 1 of which has a price. 1 call is answered by a model at models.example: what that costs is not known beforehand. 1 call runs a plan of its own: what that costs is not in it.',
    );
  });

  const costOf = (ids: readonly string[], more: Partial<Plan> = {}) => {
    const calls = PLAN.calls.filter(({ _id }) => ids.includes(_id));
    const plan = { ...PLAN, ...more, calls: more.calls ?? calls };
    const flowsOf = () => language.flows(plan, NO_DELEGATES);
    return answer('what does this cost?', { plan, flowsOf });
  };

  test('is nothing only where all of it is computed here', () => {
    expect(costOf(['read'])).toBe('Nothing: it is computed on this device, and no tool names a price.');
    expect(costOf(['post'])).toBe(
      'No tool in it names a price. What example.org asks for it is not known here.',
    );
    expect(costOf(['judge'], { policy: { maxCost: 1 } })).toMatch(
      /^\$0\.02, by what .* A run stops at \$1\.00\.$/,
    );
  });

  test('counts nothing that does not run: what is switched off, what is still to be decided', () => {
    const [read, judge] = PLAN.calls as [Call, Call];
    const open = { _id: 'o', _tool: 'open', _description: 'Decide' } as Call;
    expect(costOf([], { calls: [read, { ...judge, _off: true }, open] })).toBe(
      'No tool in it names a price. 1 step is still to be decided.',
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

test.each([
  'undo',
  'Undo that!',
  'please undo the last change',
  'take that back',
  'take back my last change',
  'revert this',
  'go one step back',
  'Mach das rückgängig',
  'mache die letzte Änderung rückgängig',
  'rückgängig machen',
  'nimm das zurück',
  'annule la dernière modification',
  'annule ça',
  'deshacer',
  'deshaz el último cambio',
  'annulla l’ultima modifica',
])('"%s" wants the last step back', (sentence) => expect(wantsUndo(sentence)).toBe(true));

test.each([
  'undo the sorting',
  'take back the orders that were returned',
  'revert the signs of the amounts',
  'go back to the rows of May',
  'only the orders that were undone',
  'die Änderung je Monat',
  'the last change per customer',
])('"%s" is something to plan', (sentence) => expect(wantsUndo(sentence)).toBe(false));

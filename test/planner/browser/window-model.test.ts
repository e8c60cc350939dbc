import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ModelScript, scriptLanguageModel } from '../../../e2e/support/scripted-language-model.ts';
import { availabilityOf, download, languageModel } from '../../../src/planner/browser/language-model.ts';
import { createWindowModel } from '../../../src/planner/browser/window-model.ts';
import type { PlannerEvent, PlannerRequest } from '../../../src/planner/planner.ts';
import { type ModelWishes, modelPlanner } from '../../../src/planner/prompt/model-planner.ts';
import { withChecks } from '../../../src/planner/with-checks.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { PLAN, PLAN_TEXT, requestFor } from '../openai/asking.ts';

beforeEach(() => vi.stubGlobal('LanguageModel', undefined));
afterEach(() => vi.unstubAllGlobals());

const inPieces = (text: string, size = 17): string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];

const api = () => languageModel() ?? expect.fail('There is no LanguageModel.');

/** A draft by the scripted model, checked and repaired as any other. */
async function drafted(
  script: ModelScript,
  {
    request,
    wishes,
    onEvent,
  }: {
    request?: Partial<PlannerRequest>;
    wishes?: ModelWishes;
    onEvent?: (event: PlannerEvent) => void;
  } = {},
) {
  const log = scriptLanguageModel(script);
  const model = createWindowModel(api());
  const events: PlannerEvent[] = [];
  for await (const event of withChecks(modelPlanner(model, wishes))(requestFor(request))) {
    events.push(event);
    onEvent?.(event);
  }
  model.close();
  await Promise.resolve();
  return { log, events, last: events.at(-1), calls: callsOf(events) };
}

const callsOf = (events: readonly PlannerEvent[]) =>
  events.flatMap((event) => (event.kind === 'call' ? [event.call] : []));

const failing = (code: string) => expect.objectContaining({ kind: 'failed', code });

describe('a plan from the browser’s own model', () => {
  test('streams call by call, is asked with a schema, and leaves no session open', async () => {
    const { calls, last, events, log } = await drafted({ replies: [{ pieces: inPieces(PLAN_TEXT) }] });
    expect(calls).toEqual(PLAN.calls);
    expect(last).toEqual({ kind: 'done' });
    expect(events.some(({ kind }) => kind === 'usage')).toBe(true);
    expect(log.prompts).toHaveLength(1);
    expect(log.prompts[0]?.options).toMatchObject({
      responseConstraint: { type: 'object' },
      omitResponseConstraintInput: true,
    });
    expect(log.created[0]).toMatchObject({ initialPrompts: [{ role: 'system' }] });
    expect(log.open).toBe(0);
  });

  test.each([
    ['prose around it', `Here is the plan:\n\n${PLAN_TEXT}\n\nShall I go on?`],
    ['a fence', `\`\`\`json\n${PLAN_TEXT}\n\`\`\``],
    ['usual forms', PLAN_TEXT.replaceAll('"_tool"', '"tool"')],
  ])('is found in %s', async (_, text) => {
    const { calls, last } = await drafted({ replies: [{ pieces: inPieces(text) }] });
    expect(calls.map(({ _tool }) => _tool)).toEqual(PLAN.calls.map(({ _tool }) => _tool));
    expect(last).toEqual({ kind: 'done' });
  });

  test('that is broken JSON goes back with what was wrong, on a session that knows the rules already', async () => {
    const { calls, last, log } = await drafted({
      replies: [{ pieces: ['{"calls": [{"_id": "find", "_to'] }, { pieces: [PLAN_TEXT] }],
    });
    expect(calls).toEqual(PLAN.calls);
    expect(last).toEqual({ kind: 'done' });
    expect(log.prompts[1]?.text).toContain('What went wrong');
    expect(log.created).toHaveLength(1);
  });

  test('is asked without a schema where the browser refuses it', async () => {
    const { calls, log } = await drafted({ noSchemas: true, replies: [{ pieces: [PLAN_TEXT] }] });
    expect(calls).toEqual(PLAN.calls);
    expect(log.prompts.map(({ options }) => options)).toEqual([{}]);
    expect(log.open).toBe(0);
  });

  test.each([
    ['breaks off', { pieces: ['{"calls": ['], fault: 'UnknownError' }, 'server-error'],
    ['is withheld', { fault: 'NotReadableError' }, 'refused'],
    ['is forbidden', { fault: 'NotAllowedError' }, 'no-browser-model'],
    ['runs out of room', { pieces: ['{"calls": ['], overflows: true as const }, 'answer-cut-by-limit'],
    ['is empty', { pieces: [] }, 'empty-answer'],
  ])('that %s fails in a sentence with ways on', async (_, reply, code) => {
    const { last, log } = await drafted({ replies: [reply] });
    expect(last).toEqual(failing(code));
    expect(last).toMatchObject({ remedies: expect.arrayContaining(['planner']) });
    expect(log.open).toBe(0);
  });

  test('can be stopped in the middle of an answer that does not end', async () => {
    const stop = new AbortController();
    const half = PLAN_TEXT.indexOf('},{') + 1;
    const { last, calls, log } = await drafted(
      { replies: [{ pieces: [PLAN_TEXT.slice(0, half)], hangs: true }] },
      { request: { signal: stop.signal }, onEvent: ({ kind }) => kind === 'call' && stop.abort() },
    );
    expect(calls).toHaveLength(1);
    expect(last).toEqual(failing('cancelled'));
    expect(log.open).toBe(0);
  });

  test('takes a temperature only where the browser lets it be set, and no higher than it goes', async () => {
    const replies = [{ pieces: [PLAN_TEXT] }];
    const wishes = { temperature: 1.8 };
    const plain = await drafted({ replies }, { wishes });
    expect(plain.log.created[0]).not.toHaveProperty('temperature');
    const temperatures = { defaultTopK: 3, maxTemperature: 1 };
    const set = await drafted({ replies, temperatures }, { wishes });
    expect(set.log.created[0]).toMatchObject({ temperature: 1, topK: 3 });
  });
});

describe('the room that it has', () => {
  const catalogue = catalogueOf(builtInTools);
  const goal = 'From sales.csv, sum the amount by region and draw a chart';
  const replies = [{ pieces: ['{"title": "", "calls": [], "output": null}'] }];

  test.each([
    ['today', {}],
    ['before', { oldNames: true as const }],
  ])('narrows what it is told, under the names of %s', async (_, names) => {
    const wide = await drafted({ replies, window: 100_000, ...names }, { request: { catalogue, goal } });
    const small = await drafted({ replies, window: 4_096, ...names }, { request: { catalogue, goal } });
    const [all, few] = [wide, small].map(({ log }) => log.prompts[0]?.text.length ?? 0);
    expect(few).toBeLessThan((all ?? 0) * 0.75);
    // What is left of it is for the answer: the rules stand in it, too.
    const rules = JSON.stringify(small.log.created[0]).length / 4;
    expect((few ?? 0) / 4 + rules).toBeLessThan(4_096 * 0.8);
    expect(small.log.prompts[0]?.text).toContain('left out here');
  });

  test('that nothing fits in is said with both numbers, and no answer is asked for', async () => {
    const { last, log } = await drafted({ replies, window: 1_500 }, { request: { catalogue, goal } });
    expect(last).toEqual(failing('prompt-too-long'));
    expect(last).toMatchObject({ message: expect.stringMatching(/ of the 1500 tokens/) });
    expect(log.prompts).toEqual([]);
    expect(log.open).toBe(0);
  });

  test('that not even the rules fit in is said too', async () => {
    const { last } = await drafted({ replies, window: 200 }, { request: { catalogue, goal } });
    expect(last).toEqual(failing('prompt-too-long'));
  });
});

describe('whether it is there', () => {
  test('is asked of the browser, and what it does not know is no', async () => {
    expect(await availabilityOf(languageModel())).toBe('unavailable');
    scriptLanguageModel({ availability: 'downloadable' });
    expect(await availabilityOf(languageModel())).toBe('downloadable');
    const odd = { availability: async () => 'perhaps', create: async () => null };
    vi.stubGlobal('LanguageModel', odd);
    expect(await availabilityOf(languageModel())).toBe('unavailable');
    vi.stubGlobal('LanguageModel', { ...odd, availability: () => Promise.reject(new Error('No.')) });
    expect(await availabilityOf(languageModel())).toBe('unavailable');
  });

  test('a download tells how far it is, and ends with a model that can be asked', async () => {
    scriptLanguageModel({ availability: 'downloadable' });
    const told: number[] = [];
    await download(api(), new AbortController().signal, (share) => told.push(share));
    expect(told).toEqual([0, 0.42, 1]);
    expect(await availabilityOf(languageModel())).toBe('available');
  });

  test('a download can be stopped', async () => {
    scriptLanguageModel({ availability: 'downloadable', neverFetched: true });
    const stop = new AbortController();
    const fetched = download(api(), stop.signal, (share) => share > 0.4 && stop.abort());
    await expect(fetched).rejects.toThrow();
    expect(await availabilityOf(languageModel())).toBe('downloadable');
  });
});

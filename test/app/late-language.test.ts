/** The language before it is here: nothing is checked or signed, nobody is misled, and a failed fetch is asked for again. */

import '../../src/check/check.ts';
import { expect, test, vi } from 'vitest';
import { language } from '../../src/app/language.ts';
import { type LanguageSource, lateLanguage } from '../../src/app/late-language.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { thinkingTools } from '../../src/tools/thinking-tools.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [{ _id: 'a', _tool: 'calculate', _outputPath: '†state.a', expression: '1' }],
};
const BROKEN: Plan = { ...PLAN, calls: [{ _id: 'a', _tool: 'no-such-tool', _outputPath: '†state.a' }] };
const HERE: LanguageSource = {
  tools: async () => builtInTools,
  thinking: async () => thinkingTools,
  rules: async () => language,
};

function table(source: LanguageSource, plan: Plan) {
  const late = lateLanguage(source, () => document.actions.recheck());
  const document = createDocumentStore(late.language, late.builtIn, plan);
  return { late, document };
}

test('before the rules are here a plan is shown unchecked, and neither edited nor approved', async () => {
  const { late, document } = table(HERE, BROKEN);
  await late.tools();
  expect(document.getState()).toMatchObject({ problems: [], isChecked: false });
  expect(document.actions.approve(1)).toMatchObject({
    ok: false,
    error: expect.stringContaining('not been checked yet'),
  });
  const edit = { kind: 'set-field', field: 'title', value: 'T' } as const;
  expect(document.actions.edit([edit], { label: 'Title' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('again in a moment'),
  });
  expect(document.getState().plan).toBe(BROKEN);
});

test('with the tools the cards get their contracts, with the rules the plan its problems and its approval', async () => {
  const { late, document } = table(HERE, PLAN);
  expect(document.getState().catalogue.get('calculate')).toBeUndefined();
  await late.tools();
  expect(document.getState().catalogue.get('calculate')).toBeDefined();
  await late.rules();
  expect(document.getState().isChecked).toBe(true);
  expect(document.actions.approve(1)).toMatchObject({ ok: true });

  const broken = table(HERE, BROKEN);
  await Promise.all([broken.late.tools(), broken.late.rules()]);
  expect(broken.document.getState().problems).not.toEqual([]);
});

test('what is fetched once is not fetched again; what failed is', async () => {
  const tools = vi
    .fn<LanguageSource['tools']>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(builtInTools);
  const { late } = table({ ...HERE, tools }, PLAN);
  await expect(late.tools()).rejects.toThrow('no network');
  expect(late.builtIn).toEqual([]);
  await Promise.all([late.tools(), late.tools()]);
  await late.tools();
  expect(tools).toHaveBeenCalledTimes(2);
  expect(late.builtIn).toHaveLength(builtInTools.length);
});

test('steps that think are offered while a model is connected, and known all the time', async () => {
  const { late, document } = table(HERE, PLAN);
  const offered = () =>
    document
      .getState()
      .catalogue.list()
      .some(({ name }) => name === 'askModel');
  await late.offersThinking(true);
  await late.tools();
  expect(offered()).toBe(true);
  await late.offersThinking(false);
  expect(offered()).toBe(false);
  expect(document.getState().catalogue.get('askModel')?.title).toBe('Ask a model');
});

test('steps that think are fetched only for a model, and where they can’t be had the other tools are', async () => {
  const thinking = vi
    .fn<LanguageSource['thinking']>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(thinkingTools);
  const { late } = table({ ...HERE, thinking }, PLAN);
  await late.tools();
  expect(thinking).not.toHaveBeenCalled();
  await late.offersThinking(true);
  expect(late.builtIn).toEqual(builtInTools);
  await late.offersThinking(false);
  await late.offersThinking(true);
  expect(late.builtIn).toEqual([...builtInTools, ...thinkingTools]);
});

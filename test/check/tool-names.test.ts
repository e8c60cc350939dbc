/** L-75: a tool is what its name says, or the plan is refused. */

import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import { agentTool } from '../../src/tools/agent.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';
import { skeletonOf } from '../../src/tools/lookalikes.ts';
import { saysTheSame, withoutRepeated } from '../../src/tools/shadowing.ts';

const builtIns = catalogueOf(builtInTools);
const planWith = (tool: string, tools: readonly ToolContract[] = [{ name: tool, effect: 'none' }]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [{ _id: 'a', _tool: tool, name: 'x', _outputPath: '†state.a' }],
  output: '†state.a',
  tools: [...tools],
});
const problemsOf = (plan: Plan) =>
  checkPlan(plan, catalogueOf(builtInTools, plan.tools), { builtIns }).problems;
const codesOf = (plan: Plan) =>
  problemsOf(plan)
    .map(({ code }) => code)
    .filter((code) => code === 'bad-name' || code === 'shadowed-tool');

describe('bad-name', () => {
  test.each([
    ['a Cyrillic letter', 'read\u0422ext'],
    ['a zero-width space', 'save\u200bFile'],
    ['a mark of direction', '\u202esaveFile'],
    ['a soft hyphen', 'save\u00adFile'],
    ['a variation selector', 'saveFile\ufe0f'],
    ['an invisible letter of Hangul', 'saveFile\u3164'],
    ['a tag', 'saveFile\u{e0041}'],
    ['a control', 'save\u0007File'],
    ['a Greek letter', 'n\u03bfte'],
    ['a capital I for an l', 'saveFiIe'],
    ['two letters for one', 'forrnatDate'],
    ['letters of full width', 'ｓａｖｅＦｉｌｅ'],
    ['mathematical letters', '𝗌𝖺𝗏𝖾𝖥𝗂𝗅𝖾'],
    ['a letter that no table has', 'read\u{10a7d}ext'],
    ['two such letters', 'sav\u0299Fi\ua9ffe'],
    ['a blank of Braille', 'save\u2800File'],
    ['one of a tool that no list has', '\u0430gent'],
    ['one of another such tool', '\u0430skModel'],
    ['one of the third', 'ch\u043eoseByModel'],
    ['both at once', 'http\u200bGе\u0442'.replace('\u0442', 't')],
  ])('%s', (_, name) => expect(codesOf(planWith(name))).toEqual(['bad-name']));

  test.each([
    'saveFile',
    'save file (of mine)',
    'Überweisung',
    'отправить',
    'отправитьEmail',
    'décide',
    'сортRows',
    '送信',
    'get_weather',
    'm',
    'rn',
  ])('not %s', (name) => expect(codesOf(planWith(name, []))).toEqual([]));

  test('also in what a tool enters', () => {
    expect(codesOf(planWith('mine', [{ name: 'mine', activity: 'http\u200bSend' }]))).toEqual(['bad-name']);
  });

  test('is a sentence in which the characters are seen, and a fix leads to the built-in tool', () => {
    const plan = planWith('save\u200bFile');
    const [found] = problemsOf(plan).filter(({ code }) => code === 'bad-name');
    expect(found?.message).toContain('save⟨U+200B⟩File');
    const [fix] = found!.fixes;
    const mended = applyEdits(plan, fix!.edits);
    if (!mended.ok) throw new Error(mended.error);
    expect(mended.value.plan.calls[0]?._tool).toBe('saveFile');
    expect(mended.value.plan).not.toHaveProperty('tools');
  });

  test('no two built-in tools look alike', () => {
    const skeletons = builtInTools.map(({ name }) => skeletonOf(name));
    expect(new Set(skeletons).size).toBe(skeletons.length);
  });
});

describe('shadowed-tool', () => {
  test('an agent under a contract of the plan that leaves its parameters out is bound by ours', () => {
    const own = { name: 'agent', activity: '†agent', effect: 'none' as const };
    const calls = [
      { _id: 'a', _tool: 'agent', task: 'x', tools: ['countWords'], maxTurns: 1e6, maxSteps: -5 },
    ];
    const found = (tools: readonly ToolContract[]) =>
      problemsOf({ ...planWith('agent', tools), calls })
        .filter(({ severity }) => severity === 'error')
        .map(({ code, path }) => [code, path]);
    const without = found([]);
    expect(without).toEqual(expect.arrayContaining([['type-mismatch', ['maxTurns']]]));
    expect(found([own])).toEqual(without);
    expect(catalogueOf(builtInTools, [own]).get('agent')).toBe(agentTool);
    expect(catalogueOf(builtInTools, [own]).list()).toContain(agentTool);
    // Code of the person's own under that name stays theirs.
    expect(catalogueOf([{ name: 'agent' }]).get('agent')).toEqual({ name: 'agent' });
  });

  test('a contract that says of a built-in tool that it is harmless', () => {
    const plan = planWith('httpSend', [{ name: 'httpSend', effect: 'none' }]);
    const [found] = problemsOf(plan).filter(({ code }) => code === 'shadowed-tool');
    const mended = applyEdits(plan, found!.fixes[0]!.edits);
    if (!mended.ok) throw new Error(mended.error);
    expect(codesOf(mended.value.plan)).toEqual([]);
    const [tool] = mended.value.plan.tools ?? [];
    // It does what it did, under a name that does not say otherwise.
    expect(tool).toMatchObject({ name: 'httpSend of the plan', activity: 'httpSend' });
    expect(mended.value.plan.calls[0]?._tool).toBe(tool?.name);
  });

  test('not what repeats ours, whole or in part, in other words', () => {
    for (const tool of builtInTools) {
      expect(codesOf(planWith(tool.name, [{ ...tool, description: 'Said otherwise.' }]))).toEqual([]);
      expect(saysTheSame({ name: tool.name }, tool)).toBe(true);
    }
  });

  test('where the person gave code for that name, it is theirs', () => {
    const plan = planWith('httpSend', [{ name: 'httpSend', effect: 'none' }]);
    const others = catalogueOf(builtInTools.filter(({ name }) => name !== 'httpSend'));
    const { problems } = checkPlan(plan, catalogueOf(builtInTools, plan.tools), { builtIns: others });
    expect(problems.filter(({ code }) => code === 'shadowed-tool')).toEqual([]);
  });

  test('what repeats ours is left out of a plan that comes in, with a note', () => {
    const [first, second] = builtInTools;
    const own = { name: 'mine', effect: 'read' as const };
    const { plan, notes } = withoutRepeated(planWith('mine', [first!, own, second!]), builtIns);
    expect(plan.tools).toEqual([own]);
    expect(notes).toEqual([expect.stringContaining(`"${first!.name}", "${second!.name}"`)]);
    expect(withoutRepeated(planWith('x', [first!]), builtIns).plan).not.toHaveProperty('tools');
  });
});

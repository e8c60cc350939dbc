import { expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';
import { planOf } from './plan-of.ts';

const builtIns = catalogueOf(builtInTools);
const namedAs = (name: unknown, more: object = {}, tools: object[] = [], catalogue = builtIns) =>
  checkPlan(
    planOf({
      calls: [{ _id: 'save', _tool: 'saveFile', name, content: 'x', ...more }],
      tools: tools as ToolContract[],
    }),
    catalogue,
  )
    .problems.filter(({ code }) => code === 'bad-name')
    .map(({ message, severity, path }) => [message, severity, path]);

test.each([
  ['run.lnk', 'ends in ".lnk"'],
  ['desktop.ini', 'ends in ".ini"'],
  ['CON.txt', 'is that of a device'],
  ['../up.txt', 'a character that means something else'],
  ['r\u202Efdp.exe', 'a character that means something else'],
])('a plan that saves under “%s” is refused before it is approved', (name, why) => {
  const [[message, severity, path] = []] = namedAs(name);
  expect(message).toContain(why);
  expect([severity, path]).toEqual(['error', ['name']]);
});

test('so is a tool of the plan’s own over that code', () => {
  const own = { name: 'keep', activity: 'saveFile', parameters: { type: 'object' } };
  expect(namedAs('run.lnk', { _tool: 'keep' }, [own])).toHaveLength(1);
});

test('a plain name, one that comes at run time, and code of a person’s own are let be', () => {
  expect(namedAs('report.md')).toEqual([]);
  expect(namedAs(' report 2.1 ')).toEqual([]);
  expect(namedAs('†state.name')).toEqual([]);
  expect(namedAs(undefined)).toEqual([]);
  const theirs = catalogueOf([{ name: 'saveFile', effect: 'write', activity: 'saveFile' }]);
  expect(namedAs('run.lnk', {}, [], theirs)).toEqual([]);
});

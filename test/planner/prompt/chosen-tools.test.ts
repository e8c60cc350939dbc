import { describe, expect, test } from 'vitest';
import { chosenTools, withSearched } from '../../../src/planner/prompt/chosen-tools.ts';
import { catalogueOf, type ToolContract } from '../../../src/tools/catalogue.ts';

const MANY = Array.from(
  { length: 100 },
  (_, n): ToolContract => ({ name: `tool${n}`, description: `Counts ${n}` }),
);

const tool = (name: string, takes: object, gives: object, more: object = {}): ToolContract => ({
  ...{ name, effect: 'read' },
  parameters: { type: 'object', properties: takes, required: Object.keys(takes) },
  _output: { type: 'object', properties: gives },
  ...more,
});

const TEXT = { type: 'string' };
const OVEN = tool('lookUpOven', {}, { ovenNumber: { ...TEXT, description: 'Number of the oven' } });
const BREAD = tool(
  'bakeBread',
  { ovenNumber: { ...TEXT, description: 'Number of the oven' } },
  { loaf: TEXT },
);

const namesOf = ({ shown }: { shown: readonly ToolContract[] }) => shown.map(({ name }) => name);
const none = new Set<string>();

describe('of more tools than a prompt can carry', () => {
  test('those are sent that the goal names, and in their own order', () => {
    const names = namesOf(chosenTools(catalogueOf(MANY, [BREAD]), 'Bake bread', none, 10));
    expect(names).toHaveLength(10);
    expect(names.at(-1)).toBe('bakeBread');
  });

  test.each([
    ['its result', tool('prepare', {}, { sourdough: { ...TEXT, description: 'A loaf of sourdough' } })],
    ['a parameter', tool('prepare', { sourdough: { ...TEXT, description: 'Kind of sourdough' } }, {})],
    ['a word that it may be', tool('prepare', { kind: { enum: ['sourdough', 'rye'] } }, {})],
    ['a synonym', tool('acquireSourdough', {}, {})],
  ])('one is found by %s', (what, wanted) => {
    const goal = what === 'a synonym' ? 'Fetch it' : 'I would like sourdough';
    expect(namesOf(chosenTools(catalogueOf(MANY, [wanted]), goal, none, 10))).toContain(wanted.name);
  });

  test('what makes the value that one needs comes with it, unless it writes', () => {
    const sent = (made: ToolContract) =>
      namesOf(chosenTools(catalogueOf(MANY, [BREAD, made]), 'Bake bread', none, 10));
    expect(sent(OVEN)).toContain('lookUpOven');
    expect(sent({ ...OVEN, effect: 'write' })).not.toContain('lookUpOven');
  });

  test('what the plan so far calls is always among them', () => {
    const needed = new Set(['tool98', 'tool99']);
    const { shown, leftOut } = chosenTools(catalogueOf(MANY, [BREAD]), 'Bake bread', needed, 2);
    expect(namesOf({ shown })).toEqual(['tool98', 'tool99']);
    expect(leftOut).toBe(99);
  });

  test('a search brings what its words say, each its share, with what that needs, and never more than twelve', () => {
    const catalogue = catalogueOf(MANY, [BREAD, OVEN], [tool('paintWall', {}, {})]);
    const before = chosenTools(catalogue, 'nothing', none, 5);
    const after = withSearched(catalogue, before, ['bake a bread', 'count', 'paint']);
    expect(namesOf(after)).toEqual(expect.arrayContaining(['bakeBread', 'lookUpOven', 'paintWall']));
    expect(after.shown).toHaveLength(before.shown.length + 12);
    expect(after.leftOut).toBe(before.leftOut - 12);
  });
});

test('a small catalogue is sent whole', () => {
  expect(chosenTools(catalogueOf(MANY.slice(0, 40)), 'x', none)).toMatchObject({ leftOut: 0 });
});

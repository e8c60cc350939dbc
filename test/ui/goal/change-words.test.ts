import { describe, expect, test } from 'vitest';
import { shownDiff } from '../../../src/plan/diff.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';
import { OUTPUT_PART } from '../../../src/plan/output-part.ts';
import { proposedParts, takenOf } from '../../../src/plan/proposed.ts';
import { returnables } from '../../../src/plan/returned.ts';
import {
  changedWords,
  gistWords,
  givenWords,
  partChanges,
  partWords,
  returnedWords,
  tellingNames,
} from '../../../src/ui/goal/change-words.ts';

const READ: Call = {
  _id: 'read',
  _tool: 'readCsv',
  _description: 'Read it',
  file: 'a.csv',
  _outputPath: '†state.read',
};
const KEEP: Call = {
  _id: 'keep',
  _tool: 'filterRows',
  _description: 'Keep some',
  rows: '†state.read',
  column: 'n',
  operator: 'greaterThan',
  value: 3,
  _outputPath: '†state.keep',
};
const GROUP: Call = {
  _id: 'group',
  _tool: 'groupRows',
  _description: 'Add up',
  rows: '†state.read',
  by: 'shop',
  _outputPath: '†state.group',
};
const note = (id: string, text: string): Call => ({
  _id: id,
  _tool: 'note',
  _description: 'Write a note',
  text,
  _outputPath: `†state.${id}`,
});
const plan = (calls: readonly Call[], output: Plan['output'] = null): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls,
  output,
});
const changed = (before: Call, after: Call, beside: readonly Call[] = [READ, KEEP]) =>
  changedWords(after._id, plan([...beside, before]), plan([...beside, after]));

describe('what a change does is said in the words of cards and forms', () => {
  test('a reference by the call that makes what it reads, a list and an object without their signs', () => {
    expect(
      changed(GROUP, { ...GROUP, rows: '†state.keep', by: ['shop', { column: 'day', part: 'month' }] }),
    ).toEqual(['Rows: “Read it” → “Keep some”', 'Group by: shop → shop, day month']);
    expect(changed(GROUP, { ...GROUP, by: '†input.column' })).toEqual(['Group by: shop → input column']);
  });

  test('what comes, what goes, another tool, and what it waits for; a description is told by the name', () => {
    const { by: _, ...without } = GROUP;
    expect(changed(GROUP, without as Call)).toEqual(['Group by: shop → nothing']);
    expect(changed(without as Call, GROUP)).toEqual(['Group by: shop']);
    expect(changed(GROUP, { ...GROUP, _tool: 'sortRows' })).toEqual([
      'Tool: Group and add up rows → Sort rows',
    ]);
    expect(changed(GROUP, { ...GROUP, _after: '†state.keep', _description: 'Other' })).toEqual([
      'Waits for: “Keep some”',
    ]);
  });

  test('nothing of a stranger’s hides in it, and none is too long', () => {
    const [line = ''] = changed(GROUP, { ...GROUP, by: `a\u202Eb${'c'.repeat(500)}` });
    expect(line).not.toContain('\u202E');
    expect(line.length).toBeLessThan(120);
  });

  test('what a call is given is told as its form says it, without keys and signs', () => {
    const by = ['shop', { column: 'day', part: 'month' }];
    expect(givenWords({ ...GROUP, by }, plan([READ, KEEP]))).toBe(
      'Rows “Read it” · Group by shop, day month',
    );
  });

  test('names and results of a plan are made out once, however many values ask for them', () => {
    const one = plan([READ, KEEP]);
    expect(tellingNames(one)).toBe(tellingNames(one));
    expect(returnables(one)).toBe(returnables(one));
    expect(tellingNames(plan([READ]))).not.toBe(tellingNames(one));
  });

  test('calls of one name are told apart by what they are given, what is returned among them', () => {
    const two = plan([READ, note('yes', 'Over: {rows}'), note('no', 'None is over.')], {
      all: '†state.read',
      said: '†state.yes || †state.no',
    });
    expect(tellingNames(two)('no')).toBe('“Write a note: None is over.”');
    expect(returnedWords(two)).toBe(
      '“Read it” and “Write a note: Over: {rows}” and “Write a note: None is over.”',
    );
    expect(returnedWords(plan([READ]))).toBe('nothing');
    expect(returnedWords(plan([READ], { text: 'as it is' }))).toBe('as it is');
  });
});

describe('what a change comes to is said before anybody goes through its parts', () => {
  const compared = (before: Plan, after: Plan, refused: readonly string[] = []) => {
    const { plan: stands } = takenOf(before, after, new Set(refused));
    const parts = proposedParts(before, after).map((one) => ({
      ...one,
      isTaken: !refused.includes(one.part),
    }));
    return { before, after, parts, diff: shownDiff(before, stands) };
  };
  const before = plan([READ, GROUP], '†state.group');
  const after = plan([READ, KEEP, { ...GROUP, rows: '†state.keep' }], '†state.group');

  test('the first few parts in words, with what changes in them', () => {
    expect(gistWords(compared(before, after))).toBe(
      'Add Filter rows “Keep some”; Change Group and add up rows “Add up” (Rows: “Read it” → “Keep some”).',
    );
    const sorted: Call = {
      _id: 'sort',
      _tool: 'sortRows',
      rows: '†state.group',
      by: 'n',
      _outputPath: '†state.sort',
    };
    expect(gistWords(compared(before, plan([READ, GROUP, sorted], '†state.sort')))).toBe(
      'Add Sort rows “sort”; Return “sort” in place of “Add up”.',
    );
  });

  test('no change of a part is told by half: what is given otherwise comes before what is read elsewhere', () => {
    const named = { ...KEEP, _description: `Keep ${'some '.repeat(10)}` };
    const group: Call = { ...GROUP, _description: `Add ${'up '.repeat(17)}`, rows: '†state.keep', by: 'day' };
    const words = gistWords(compared(before, plan([READ, named, group], '†state.group')));
    expect(words).toContain('(Group by: shop → day).');
    expect(words).not.toContain('Rows');
  });

  test('a long list of what is returned is cut', () => {
    const notes = Array.from({ length: 30 }, (_, i) => note(`n${i}`, `Text ${i}`));
    const output = Object.fromEntries(notes.map(({ _id }) => [_id, `†state.${_id}`]));
    const words = gistWords(compared(plan([READ, ...notes]), plan([READ, ...notes], output)));
    expect(words).toMatch(/^Return “Write a note: Text 0” and .*…$/);
    expect(words.length).toBeLessThan(125);
  });

  test('the rest are counted, and what nobody takes is not told', () => {
    const notes = ['a', 'b', 'c', 'd', 'e'].map((id) => note(id, `Text ${id}`));
    const all = plan([READ, GROUP, ...notes], '†state.group');
    expect(gistWords(compared(before, all))).toBe(
      'Add Write a note “Write a note: Text a”; Add Write a note “Write a note: Text b”; Add Write a note “Write a note: Text c”; and 2 more.',
    );
    expect(gistWords(compared(before, all, ['a', 'b', 'c', 'd']))).toBe(
      'Add Write a note “Write a note: Text e”.',
    );
    expect(gistWords(compared(before, all, ['a', 'b', 'c', 'd', 'e']))).toBe('');
  });

  test('a part that was refused is in the words of no other', () => {
    const group: Call = { ...GROUP, rows: '†state.keep', by: 'day' };
    const change = compared(before, plan([READ, KEEP, group], '†state.group'), ['keep']);
    const [, revised] = change.parts;
    expect(revised && partChanges(revised, change)).toEqual(['Group by: shop → day']);
    expect(change.parts[0] && partWords(change.parts[0], change)).toBe('Add Filter rows “Keep some”');
    expect(change.parts.map(({ part }) => part)).not.toContain(OUTPUT_PART);
  });

  describe('whatever a call says of itself', () => {
    const lie = (more: Partial<Call> & Pick<Call, '_tool'>): Call => ({
      _id: 'chart',
      _description: 'Chart of total amount by shop',
      body: '†state.read',
      _outputPath: '†state.chart',
      ...more,
    });
    const gist = (call: Call, more: Partial<Plan> = {}) =>
      gistWords(
        compared(before, { ...plan([READ, GROUP, note('n', 'A note'), call], '†state.group'), ...more }),
      );

    test('it is named by its tool, what it does outside and where that goes, and comes first', () => {
      expect(gist(lie({ _tool: 'httpSend', url: 'https://shop.example/in?of=us' }))).toBe(
        'Add Send to a web address (Writes · shop.example) “Chart of total amount by shop”; Add Write a note “Write a note”.',
      );
      expect(gist(lie({ _tool: 'httpSend', url: '†input.url' }))).toContain('web address (Writes) “');
      expect(gist(lie({ _tool: 'httpGet', url: 'https://shop.example' }))).toContain(
        '(Reads · shop.example) “',
      );
    });

    test('so is one whose plan brings a tool of its own for it', () => {
      const words = gist(lie({ _tool: 'drawIt', url: 'https://shop.example' }), {
        tools: [
          { name: 'drawIt', title: 'Draw a chart', effect: 'none', activity: 'httpSend', parameters: {} },
        ],
      });
      expect(words).toMatch(/^Add \S.* \(Writes · shop\.example\) “Chart of total amount by shop”;/);
    });

    test('a call that is there already and sends from now on says so', () => {
      const chart = lie({ _tool: 'note', text: 'x' });
      const sends = lie({ _tool: 'note', text: 'x', _activity: 'httpSend', url: 'https://shop.example' });
      const change = compared(plan([READ, chart]), plan([READ, sends]));
      expect(change.parts[0] && partWords(change.parts[0], change)).toBe(
        'Change Write a note (Writes · shop.example) “Chart of total amount by shop”',
      );
    });

    test('of one that is a plan of its own nothing else is known', () => {
      expect(gist(lie({ _tool: 'note', _delegate: 'plan:other' }))).toMatch(
        /^Add Write a note \(a plan of its own\) “Chart of total amount by shop”;/,
      );
    });

    test('a name that goes on and on cuts neither', () => {
      const words = gist(
        lie({ _tool: 'long', url: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example/` }),
        {
          tools: [
            { name: 'long', title: 'Draw '.repeat(60), effect: 'none', activity: 'httpSend', parameters: {} },
          ],
        },
      );
      expect(words).toMatch(/… \(Writes · aaa.*\.evil\.example\)/);
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { LargeValue } from '../../../src/run/large-value.ts';
import { partInWords, partOf } from '../../../src/ui/run/result-parts.ts';
import { splitTables } from '../../../src/ui/run/split-tables.ts';

const CHART: Json = { kind: 'chart', mark: 'bar', x: 'a', y: 'b', data: [{ a: 'x', b: 1 }] };

describe('a part of a result', () => {
  it.each<[string, Json]>([
    ['markdown', 'Some *text*'],
    ['chart', CHART],
    ['table', [{ a: 1 }, { a: 2, b: 'x' }]],
    ['file', { name: 'a.csv', bytes: 12 }],
    ['parts', { chart: CHART, words: 'x' }],
    ['json', { a: 1, b: 'x' }],
    ['files', [{ name: 'a.csv', bytes: 12 }, null, { name: 'b.csv', bytes: 3 }]],
    ['parts', { saved: [{ name: 'a.csv', bytes: 12 }], words: 'x' }],
    ['list', ['Hello Tom,', 'Dear Anna,']],
    ['list', [1, 2, 3]],
    ['table', [{ a: 1, tags: ['x', 'y'] }]],
    ['json', []],
    ['json', [[1], [2]]],
    ['json', [{ a: { deep: 1 } }]],
    ['json', null],
  ])('is shown as %s', (as, value) => {
    expect(partOf(value).as).toBe(as);
  });

  it.each<[string, Json]>([
    ['First of it', 'First of it\n\nand more'],
    ['2 rows of a_b, c', '| a\\_b | c |\n| --- | ---: |\n| x | 1 |\n| y | 2 |\n'],
    ['Sales_2026', '# Sales\\_2026\n\nand more'],
    ['a chart, b by a', CHART],
    ['2 rows of a, b', [{ a: 1 }, { a: 2, b: 'x' }]],
    ['the file a.csv', { name: 'a.csv', bytes: 12 }],
    ['2 files: a.csv, b.csv', [{ name: 'a.csv', bytes: 12 }, null, { name: 'b.csv', bytes: 3 }]],
    ['chart: a chart, b by a; words: x', { chart: CHART, words: 'x' }],
    ['a: 1', { a: 1 }],
    ['1, 2', [1, 2]],
  ])('is “%s” in a line', (words, value) => {
    expect(partInWords(partOf(value))).toBe(words);
  });

  it('that a loop saved names each file once, as it was saved last', () => {
    const saved = [
      { name: 'a.csv', bytes: 1 },
      { name: 'b.csv', bytes: 2 },
      { name: 'a.csv', bytes: 3 },
    ];
    expect(partOf(saved)).toEqual({
      as: 'files',
      files: [
        { name: 'a.csv', bytes: 3 },
        { name: 'b.csv', bytes: 2 },
      ],
    });
  });

  it('that only says it is a chart is shown as JSON', () => {
    expect(partOf({ kind: 'chart', mark: 'bar', x: 'a', y: 'b', data: 'javascript:1' }).as).toBe('json');
  });

  it('that is kept apart is shown as its head, wherever it stands', () => {
    const about = { ref: 'r/1.0', size: 5e7, kind: 'list', count: 9e5, head: [{ a: 1 }] } as const;
    const large = new LargeValue({ ...about, head: [{ a: 1 }] });
    expect(partOf(large as unknown as Json)).toEqual({ as: 'large', large, head: partOf([{ a: 1 }]) });
    const page = { rows: large, count: 9e5 } as unknown as Json;
    expect(partOf(page)).toMatchObject({ as: 'parts', parts: [{ part: { as: 'large' } }, {}] });
    const forged = { ...about, head: [{ a: 1 }] };
    expect(partOf(forged as unknown as Json).as).not.toBe('large');
  });

  it('is found for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void partOf(value as Json)));
  });
});

describe('tables in Markdown', () => {
  it('are taken out with their head, rows and the side their columns keep to', () => {
    expect(splitTables('Before\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n| y \\| z | 2 |\n\nAfter')).toEqual([
      { kind: 'text', text: 'Before\n' },
      {
        kind: 'table',
        head: ['a', 'b'],
        right: [false, true],
        rows: [
          ['x', '1'],
          ['y | z', '2'],
        ],
      },
      { kind: 'text', text: '\nAfter' },
    ]);
  });

  it('say what their cells say, without the backslashes that kept it from being read as Markdown', () => {
    const [table] = splitTables('| total parts\\_cost | a \\\\ |\n| - | - |\n| \\[x\\] \\<b\\> | c:\\d |');
    expect(table).toMatchObject({
      head: ['total parts_cost', 'a \\'],
      rows: [['[x] <b>', 'c:\\d']],
    });
  });

  it('inside a fence are text', () => {
    const text = '```\n| a | b |\n| - | - |\n```';
    expect(splitTables(text)).toEqual([{ kind: 'text', text }]);
  });

  it('with short or long rows have as many cells as the head', () => {
    const [table] = splitTables('| a | b |\n| - | - |\n| 1 |\n| 1 | 2 | 3 |');
    expect(table).toMatchObject({
      rows: [
        ['1', ''],
        ['1', '2'],
      ],
    });
  });

  it('need a rule below their head', () => {
    expect(splitTables('a | b\nc | d').map((block) => block.kind)).toEqual(['text']);
  });
});

/** Charts, tables, reports, files and notes. */

import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { isChart } from '../../src/activities/chart.ts';
import type { Json } from '../../src/lib/json.ts';
import { fault, run, testContext } from './context.ts';

describe('makeChart', () => {
  test('keeps only the columns that are drawn, as numbers upwards', async () => {
    const rows = [
      { day: '2026-01-01', n: '5', other: 1 },
      { day: '2026-01-02', n: null, other: 2 },
    ];
    const chart = await run('makeChart', { rows, x: 'day', y: 'n', mark: 'line' });
    expect(chart).toEqual({
      kind: 'chart',
      mark: 'line',
      x: 'day',
      y: 'n',
      data: [{ day: '2026-01-01', n: 5 }],
    });
    expect(isChart(chart)).toBe(true);
  });

  test.each([
    [[], 'no rows to draw'],
    [[{ x: 1, y: 'many' }], 'must be numbers'],
    [[{ x: 1, y: '' }], 'nothing to draw'],
    [[{ x: 1 }], 'no column "y"'],
    [Array.from({ length: 501 }, (_, x) => ({ x, y: x })), '501 rows; a bar chart draws at most 500'],
  ])('refuses rows it cannot draw (%#)', async (rows, words) => {
    expect((await fault('makeChart', { rows: rows as Json, x: 'x', y: 'y' })).message).toContain(words);
  });
});

describe('Markdown', () => {
  test('what is in a cell stays in it: no pipe, line, link or HTML comes through', async () => {
    const hostile = 'a | b\n# c <img src=x onerror=alert(1)> [x](javascript:alert(1)) `d`';
    const html = String(
      marked.parse(String(await run('makeTable', { rows: [{ 'h | <b>': hostile, n: 1 }] }))),
    );
    expect(html).not.toMatch(/<img|<a |<b>|<h1|<code/);
    expect(html.match(/<td/g)).toHaveLength(2);
  });

  test('a table says how many rows it leaves out', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => ({ n }));
    expect(await run('makeTable', { rows, limit: 2 })).toContain('… and 3 more rows.');
  });

  test('a table of nothing says so', async () => {
    expect(await run('makeTable', { rows: [] })).toBe('No rows.\n');
  });

  test('a report takes texts, tables, charts, lists, figures and nested data', async () => {
    const chart = await run('makeChart', { rows: [{ x: 'a```b', y: 1 }], x: 'x', y: 'y' });
    const sections = [
      { heading: 'Text\n# not a heading', content: 'As *written*.' },
      { heading: 'Chart', content: chart },
      { content: ['one', 'two'] },
      { heading: 'Figures', content: { mean: 2.5, note: null } },
      { heading: 'Deep', content: { a: { b: 1 } } },
      { heading: 'None', content: [] },
      'bare text',
      7,
    ];
    const report = String(await run('makeReport', { title: 'All', sections }));
    const tokens = marked.lexer(report);
    const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
    const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
    expect(tokens.filter(isHeading).map((token) => token.depth)).toEqual([1, 2, 2, 2, 2, 2]);
    const codes = tokens.filter(isCode);
    expect(codes.map((token) => token.lang)).toEqual(['chart', 'json']);
    expect(JSON.parse(codes[0]?.text ?? '')).toEqual(chart);
  });
});

describe('saveFile', () => {
  const saved = async (name: string, content: Json) => {
    const context = testContext();
    await run('saveFile', { name, content }, context);
    return context.saved.get(name);
  };

  test('its ending decides how data is written', async () => {
    const rows = [{ a: 1, b: 'x' }];
    expect(await saved('t.csv', rows)).toEqual({ type: 'text/csv', content: 'a,b\n1,x\n' });
    expect((await saved('t.tsv', rows))?.content).toBe('a\tb\n1\tx\n');
    expect(await saved('t.json', rows)).toEqual({
      type: 'application/json',
      content: `${JSON.stringify(rows, null, 2)}\n`,
    });
    expect(await saved('t.md', '# T')).toEqual({ type: 'text/markdown', content: '# T' });
    expect((await saved('t.log', 'x'))?.type).toBe('text/plain');
  });

  test.each([
    '',
    ' ',
    '../up.txt',
    'a/b',
    'a\\b',
    '.hidden',
    'C:x',
    'a\nb',
    'a\u202egpj.exe',
    't.constructor',
    'x'.repeat(256),
  ])('the name %j is refused', async (name) => {
    const context = testContext();
    expect(await fault('saveFile', { name, content: 'x' }, context)).toMatchObject({
      code: 'invalid-arguments',
    });
    expect(context.saved.size).toBe(0);
  });

  test('a CSV of something else than rows is refused', async () => {
    expect((await fault('saveFile', { name: 'a.csv', content: { a: 1 } })).message).toContain(
      'a table of rows',
    );
  });

  test('saves nothing once the call was stopped', async () => {
    const context = testContext();
    context.stop();
    expect(await fault('saveFile', { name: 'a.txt', content: 'x' }, context)).toMatchObject({
      code: 'cancelled',
    });
    expect(context.saved.size).toBe(0);
  });
});

test('a note is a line of the journal', async () => {
  const context = testContext();
  await run('note', { text: 'Remember.' }, context);
  expect(context.logged).toEqual(['Remember.']);
});

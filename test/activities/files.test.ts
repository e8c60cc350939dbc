/** Reading dropped files and the formats in them, the broken ones too. */

import { describe, expect, test } from 'vitest';
import { fault, run, testContext } from './context.ts';

const bytes = (...values: number[]) => new Uint8Array(values);
const read = (tool: string, file: string | Uint8Array<ArrayBuffer> | Blob, more = {}) =>
  run(tool, { file: 'f', ...more }, testContext({ files: { f: file } }));
const readFault = (tool: string, file: string | Uint8Array<ArrayBuffer> | Blob) =>
  fault(tool, { file: 'f' }, testContext({ files: { f: file } }));

/** A file of any size that is never filled: a bounded reader looks at the size first. */
const hugeFile = (size: number): Blob => {
  const blob = new Blob(['a,b\n']);
  Object.defineProperty(blob, 'size', { value: size });
  Object.defineProperty(blob, 'arrayBuffer', {
    value: () => {
      throw new Error('The file was read.');
    },
  });
  return blob;
};

describe('readText', () => {
  test('takes a byte order mark away, in UTF-8 and UTF-16', async () => {
    expect(await read('readText', bytes(0xef, 0xbb, 0xbf, 0x68, 0x69))).toBe('hi');
    expect(await read('readText', bytes(0xff, 0xfe, 0x68, 0, 0x69, 0))).toBe('hi');
    expect(await read('readText', bytes(0xfe, 0xff, 0, 0x68, 0, 0x69))).toBe('hi');
  });

  test('reads what is not UTF-8 as Windows-1252', async () => {
    expect(await read('readText', bytes(0x63, 0x61, 0x66, 0xe9, 0x20, 0x80))).toBe('café €');
  });

  test('an empty file is an empty text', async () => {
    expect(await read('readText', '')).toBe('');
  });

  test('refuses an image in words', async () => {
    expect((await readFault('readText', bytes(0x89, 0x50, 0, 0, 0))).message).toContain('is not text');
  });

  test('says which file is not there', async () => {
    expect(await fault('readText', { file: 'gone.txt' })).toEqual({
      code: 'invalid-arguments',
      message: 'There is no file "gone.txt".',
      retryAfterMs: undefined,
    });
  });

  test.each(['readText', 'readCsv', 'readJson', 'readHtml'])(
    '%s refuses 100 MB before reading it',
    async (tool) => {
      const { code, message } = await readFault(tool, hugeFile(100_000_000));
      expect(code).toBe('invalid-arguments');
      expect(message).toMatch(/100\.0 MB.*50\.0 MB.*[Ss]plit/s);
    },
  );
});

describe('CSV', () => {
  test('quoted cells keep commas, quotes and new lines', async () => {
    expect(await run('parseCsv', { text: 'a,b\n"x, y","say ""hi""\nthere"\n' })).toEqual([
      { a: 'x, y', b: 'say "hi"\nthere' },
    ]);
  });

  test('finds semicolons and tabs by itself', async () => {
    expect(await run('parseCsv', { text: 'a;b\n1;2' })).toEqual([{ a: 1, b: 2 }]);
    expect(await run('parseCsv', { text: 'a\tb\n1\t2' })).toEqual([{ a: 1, b: 2 }]);
  });

  test('a table is read as the door says: without what stands above it, and without names where there are none', async () => {
    const titled = 'Fees 2026\n\nname,fee,paid\nAnna,12,yes\nBen,9,no\n';
    expect(await run('parseCsv', { text: titled })).toEqual([
      { name: 'Anna', fee: 12, paid: 'yes' },
      { name: 'Ben', fee: 9, paid: 'no' },
    ]);
    const bare = '1,North\n2,South\n3,North';
    expect(await run('parseCsv', { text: bare })).toMatchObject([
      { 'column 1': 1, 'column 2': 'North' },
      {},
      {},
    ]);
    expect(await run('parseCsv', { text: bare, header: true })).toMatchObject([{ 1: 2, North: 'South' }, {}]);
  });

  test('a column is numbers only when every filled cell is one; codes stay text', async () => {
    const text = 'n,zip,mixed,card\n1.5,007,1,12345678901234567\n,100,x,1\n-2e3,200,2,2';
    expect(await run('parseCsv', { text })).toEqual([
      { n: 1.5, zip: '007', mixed: '1', card: '12345678901234567' },
      { n: null, zip: '100', mixed: 'x', card: '1' },
      { n: -2000, zip: '200', mixed: '2', card: '2' },
    ]);
    expect(await run('parseCsv', { text: 'n\n1', types: 'text' })).toEqual([{ n: '1' }]);
  });

  test('a missing name and a name that comes twice lose no cell', async () => {
    expect(await run('parseCsv', { text: 'a,,a\n1,2,3' })).toEqual([{ a: 1, 'column 2': 2, 'a 2': 3 }]);
  });

  test('a column called __proto__ is only data', async () => {
    const rows = (await run('parseCsv', { text: '__proto__,a\n1,2' })) as object[];
    expect(Object.keys(rows[0] ?? {})).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype);
  });

  test('a header alone is a table without rows', async () => {
    expect(await run('parseCsv', { text: 'a,b\n' })).toEqual([]);
  });

  test('a short row has empty cells', async () => {
    expect(await run('parseCsv', { text: 'a,b\nx\n' })).toEqual([{ a: 'x', b: '' }]);
  });

  test('a quotation mark that is never closed names the row', async () => {
    const { code, message } = await readFault('readCsv', 'a,b\n1,2\n3,"open\n4,5\n');
    expect(code).toBe('invalid-arguments');
    expect(message).toContain('The file "f" cannot be read');
    expect(message).toContain('never closed in row 3');
  });

  test('a stray quotation mark names the row', async () => {
    const { code, message } = await fault('parseCsv', { text: 'a,b\n"x"y,2\n' });
    expect(code).toBe('invalid-arguments');
    expect(message).toContain('row 2');
  });

  test('a row with too many cells names the row', async () => {
    expect((await fault('parseCsv', { text: 'a,b\n1,2\n1,2,3\n' })).message).toMatch(
      /^Row 3 .*3 cells.*2 columns/,
    );
  });

  test('an empty table is refused in words', async () => {
    expect((await readFault('readCsv', ' \n')).message).toContain('The table is empty');
  });

  test('what convertData writes parseCsv reads back', async () => {
    const rows = [
      { name: 'a "b", c', note: 'two\nlines', n: -1.5 },
      { name: 'ü', note: '', n: 2 },
    ];
    const text = await run('convertData', { data: rows, to: 'csv' });
    expect(await run('parseCsv', { text })).toEqual(rows);
  });

  test('a cell that a spreadsheet would run is written as text', async () => {
    const written = async (a: string) => String(await run('convertData', { data: [{ a }] })).slice(2);
    expect(await written('=1+1')).toContain("'=1+1");
    expect(await written("-2+3+cmd|' /C calc'!A0")).toContain("'-2+3");
    expect(await written('+44 20 7946')).toBe('+44 20 7946\n');
  });
});

describe('JSON', () => {
  test('reads data behind a byte order mark', async () => {
    expect(await run('parseJson', { text: '\uFEFF[1]' })).toEqual([1]);
    expect(await run('parseJson', { text: '{"a": 1}\r\n\n{"a": 2}\n' })).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('a mistake is told with its line and column', async () => {
    const { code, message } = await readFault('readJson', '{\n  "a": 1,\n  b: 2\n}');
    expect(code).toBe('invalid-arguments');
    expect(message).toContain('line 3, column 3');
  });

  test.each(['', '{"a":', '[1,]', "{'a':1}", 'NaN', `${'['.repeat(100_000)}`])(
    '%.12s is refused',
    async (text) => {
      expect(await fault('parseJson', { text })).toMatchObject({ code: 'invalid-arguments' });
    },
  );

  test('nesting beyond 200 levels is refused', async () => {
    const text = `${'['.repeat(300)}1${']'.repeat(300)}`;
    expect((await fault('parseJson', { text })).message).toContain('200 levels');
    expect((await fault('parseJson', { text: '{"a": 1}\n\n{"a": 2}\n{"a": 3' })).message).toBe(
      'The text is not valid JSON: line 4 is none, and each of those before it is one.',
    );
  });
});

describe('readHtml', () => {
  test('gives the text as it reads: blocks on lines, cells parted, entities resolved', async () => {
    const html =
      '<body><h1>A &amp; B</h1><p>one<br>two</p><table><tr><td>x</td><td>y</td></tr></table>' +
      '<style>p{}</style><noscript>no</noscript><ul><li>i<li>j</ul>';
    expect(await read('readHtml', html)).toBe('A & B\none\ntwo\nx\ty\ni\nj');
  });

  test('a page nested fifty thousand deep is read', async () => {
    expect(await read('readHtml', `${'<div>'.repeat(50_000)}deep`)).toBe('deep');
  });
});

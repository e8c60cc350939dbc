/** What the door says of files that people drop, by their bytes. */

import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { MAX_FILE_BYTES } from '../../../src/tools/file-profile.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const of = (text: string, name: string) => profileOf(bytes(text), name);
const columnsOf = async (text: string, name = 'table.csv') => (await of(text, name)).tables[0]?.columns ?? [];

describe('a table of text', () => {
  it('is read with its delimiter, its header and how its columns are written', async () => {
    const profile = await of(
      'Region;Betrag;Tag;Neu\nNord;1.249,50 €;03.11.2026;ja\nSüd;99,00 €;14.11.2026;nein\n',
      'verkauf.csv',
    );
    expect(profile).toMatchObject({ kind: 'csv', encoding: 'utf-8', delimiter: ';', header: true });
    expect(profile.tables[0]).toMatchObject({ place: '', rows: 2, whole: true });
    expect(profile.tables[0]?.columns).toMatchObject([
      { name: 'Region', type: 'text', values: ['Nord', 'Süd'], distinct: 2, filled: 2 },
      {
        name: 'Betrag',
        type: 'number',
        number: { decimal: ',', thousands: '.', unit: '€' },
        least: '99,00 €',
        greatest: '1.249,50 €',
      },
      { name: 'Tag', type: 'date', date: 'dmy', least: '03.11.2026', greatest: '14.11.2026' },
      { name: 'Neu', type: 'boolean', values: ['ja', 'nein'] },
    ]);
  });

  it('of two columns with decimal commas is parted by its semicolons', async () => {
    expect((await of('a;b\n1,5;2,5\n3,5;4,25\n', 'x.csv')).delimiter).toBe(';');
  });

  it('without a header keeps its first row', async () => {
    const profile = await of('1,Nord\n2,Süd\n3,Nord\n', 'x.csv');
    expect(profile.header).toBe(false);
    expect(profile.tables[0]?.rows).toBe(3);
    expect(profile.tables[0]?.columns.map(({ name }) => name)).toEqual(['column 1', 'column 2']);
  });

  it('leaves out what stands above the table, and says so', async () => {
    const titled =
      'Fees 2026\nas of,2026-03-01\n\nname,band,fee,paid\nAnna,A,12,yes\nBen,B,9,no\nCem,A,12,no\n';
    const profile = await of(titled, 'fees.csv');
    expect(profile.header).toBe(true);
    expect(profile.tables[0]).toMatchObject({ rows: 3, above: 2 });
    expect(profile.tables[0]?.columns.map(({ name }) => name)).toEqual(['name', 'band', 'fee', 'paid']);
    const padded = await of('Fees;;\nname;band;fee\nAnna;A;12\nBen;B;9\n', 'fees.csv');
    expect(padded.tables[0]).toMatchObject({ rows: 2, above: 1 });
  });

  it('takes no header for a title, be it of few names or over sparse rows', async () => {
    for (const text of [
      ',amount\nNorth,3\nSouth,4\n',
      'name,\nAnna,3\nBen,4\n',
      'a,b,c,d\n1,,,\n2,,,\n3,,,4\n',
      'one\ntwo\nthree\n',
    ])
      expect((await of(text, 'x.csv')).tables[0]).not.toHaveProperty('above');
  });

  it('has a last row that adds up the others said', async () => {
    const profile = await of('item,price\nrope,4\nlamp,9\nGrand total,13\n', 'x.csv');
    expect(profile.tables[0]).toMatchObject({ rows: 3, total: 'Grand total' });
  });

  it('with more cells in a row than columns is refused, with the row', async () => {
    expect((await of('name,price\nrope,4\nlamp,9,50\n', 'x.csv')).fault).toContain(
      'Row 3 of the table has 3 cells, but the header has 2 columns',
    );
  });

  it('has years for names where figures stand below them', async () => {
    expect((await of('Region,2024,2025\nNord,1,2\nSüd,3,4\n', 'x.csv')).header).toBe(true);
  });

  it('leaves open what no cell tells: the day or the month', async () => {
    expect(await columnsOf('when\n03/04/2026\n05/06/2026\n')).toMatchObject([{ type: 'date', date: null }]);
    expect(await columnsOf('when\n03/04/2026\n05/16/2026\n')).toMatchObject([{ type: 'date', date: 'mdy' }]);
  });

  it('takes codes for text, and figures with a "?" among them for mixed', async () => {
    expect(await columnsOf('plz,n\n01067,1\n80331,?\n10115,3\n')).toMatchObject([
      { type: 'mixed' },
      { type: 'mixed' },
    ]);
    expect(await columnsOf('plz\n01067\n04109\n')).toMatchObject([{ type: 'text' }]);
  });

  it('decides an open column by the others of the file', async () => {
    expect(await columnsOf('a;b\n1.234;1,5\n2.345;2,5\n')).toMatchObject([
      { number: { decimal: ',', thousands: '.' } },
      { number: { decimal: ',' } },
    ]);
    expect(await columnsOf('a\n1.234\n2.345\n')).toMatchObject([{ number: { decimal: '.', thousands: '' } }]);
  });

  it('is one under another name, and prose with commas is none', async () => {
    expect((await of('name,city\nAda,Paris\nBob,Rome\n', 'people.txt')).kind).toBe('csv');
    expect((await of('Dear Ada,\nthank you, and see you,\nsoon, Bob\n', 'letter.txt')).kind).toBe('text');
    expect((await of('# A, b\n\nc, d\n', 'notes.md')).kind).toBe('markdown');
  });

  it('longer than is looked at says that it was not read whole', async () => {
    const rows = Array.from({ length: 400_000 }, (_, at) => `${at},North,12.5`).join('\n');
    const [table] = (await of(`id,region,amount\n${rows}\n`, 'big.csv')).tables;
    expect(table?.whole).toBe(false);
    expect(table?.rows).toBeGreaterThan(50_000);
    expect(table?.columns[2]).toMatchObject({ type: 'number' });
  });

  it('of twenty thousand columns lists a thousand and says how many more', async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(',');
    const [table] = (await of(`${names}\n${names.replaceAll('c', '')}\n`, 'wide.csv')).tables;
    expect(table?.columns).toHaveLength(1000);
    expect(table?.more).toBe(19_000);
  });
});

describe('an encoding', () => {
  const text = 'Straße;Größe\nMühlweg;3\nÜberweg;4\n';
  const wide = (swap: boolean) =>
    Uint8Array.from([...text].flatMap((c) => (swap ? [0, c.charCodeAt(0)] : [c.charCodeAt(0), 0])));
  it.each([
    ['utf-8', bytes(`\uFEFF${text}`)],
    ['windows-1252', Uint8Array.from([...text].map((c) => c.charCodeAt(0)))],
    ['utf-16le', wide(false)],
    ['utf-16be', wide(true)],
  ])('%s is found by its bytes', async (encoding, given) => {
    const profile = await profileOf(given, 'x.csv');
    expect(profile.encoding).toBe(encoding);
    expect(profile.tables[0]?.columns.map(({ name }) => name)).toEqual(['Straße', 'Größe']);
  });
});

describe('JSON', () => {
  it('has a table for each list of objects, with the path to it', async () => {
    const data = {
      orders: [
        { id: 1, lines: [{ sku: 'a', qty: 2 }] },
        { id: 2, lines: [{ sku: 'b', qty: 3 }, { sku: 'c' }] },
      ],
      note: 'x',
    };
    const profile = await of(JSON.stringify(data), 'orders.json');
    expect(profile.kind).toBe('json');
    expect(profile.tables).toMatchObject([
      {
        place: 'orders',
        rows: 2,
        columns: [
          { name: 'id', type: 'number' },
          { name: 'lines', type: 'list' },
        ],
      },
      {
        place: 'orders.lines',
        rows: 3,
        columns: [
          { name: 'sku', type: 'text' },
          { name: 'qty', type: 'number', filled: 2 },
        ],
      },
    ]);
  });

  it('says of what stands in objects what it is, texts and days among it', async () => {
    const rows = [1, 2].map((at) => ({
      id: at,
      by: { name: `N${at}`, on: `2026-05-0${at}`, paid: '4,50 €' },
    }));
    const { tables } = await of(JSON.stringify(rows), 'orders.json');
    expect(tables[0]?.inner).toMatchObject([
      { name: 'by.name', type: 'text' },
      { name: 'by.on', type: 'date', least: '2026-05-01' },
      { name: 'by.paid', type: 'number', number: { decimal: ',', unit: '€' } },
    ]);
  });

  it('is known by its content, and a broken one says where', async () => {
    expect((await of('[{"a": 1}]', 'data.csv')).kind).toBe('json');
    const broken = await of('{"a": 1,\n "b": }', 'data.json');
    expect(broken.fault).toContain('line 2');
  });
});

describe('what can’t be used is said', () => {
  it.each([
    ['photo.csv', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], 'image', 'PNG'],
    ['files.json', [0x50, 0x4b, 3, 4, 20, 0], 'archive', 'ZIP'],
    ['data.csv', [0x1f, 0x8b, 8, 0], 'archive', 'gzip'],
    ['old.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'unknown', '.xlsx'],
    ['x.csv', [1, 0, 200, 3, 0, 0, 7], 'unknown', 'neither text'],
    ['nothing.csv', [], 'unknown', 'empty'],
    ['blank.csv', [10, 32, 10], 'text', 'empty lines'],
  ] as const)('%s', async (name, given, kind, words) => {
    const profile = await profileOf(Uint8Array.from(given), name);
    expect(profile.kind).toBe(kind);
    expect(profile.fault).toContain(words);
    expect(profile.fault).toContain(`"${name}"`);
    expect(profile.tables).toEqual([]);
  });

  it('too large, in the size that also holds at the run', async () => {
    expect((await profileOf(new Uint8Array(MAX_FILE_BYTES + 1), 'x.csv')).fault).toContain('50.0 MB');
  });

  it('one line of thirty million characters, and a quotation mark that is never closed', async () => {
    expect((await of('x'.repeat(30_000_000), 'line.csv')).fault).toContain('first line');
    expect((await of('a,b\n1,"2\n3,4\n', 'x.csv')).fault).toContain('quotation mark');
  });
});

it('counts the words and paragraphs of prose', async () => {
  expect((await of('One two.\n\nThree four five.\n', 'a.txt')).text).toEqual({
    words: 5,
    paragraphs: 2,
    whole: true,
  });
});

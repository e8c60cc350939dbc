/** Workbooks and PDFs, read and written with the real libraries. */

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { printWorkbook, readWorkbook } from '../../src/activities/workbook.ts';
import { fault, run, testContext } from './context.ts';

const ROWS = [
  { region: 'Nord', amount: 1249.5, day: '2026-11-03', ok: true, note: '=1+1 & <b>' },
  { region: 'Süd', amount: 99, day: '2026-11-14', ok: false, note: null },
];
const NAMES = ['region', 'amount', 'day', 'ok', 'note'];

describe('a workbook', () => {
  it('that is saved is read again as it was: numbers, days, text that looks like a formula', async () => {
    const context = testContext();
    await run('saveFile', { name: 'out.xlsx', content: ROWS }, context);
    const bytes = context.saved.get('out.xlsx')?.content as Uint8Array<ArrayBuffer>;
    expect(context.saved.get('out.xlsx')?.type).toContain('spreadsheetml');
    expect(await run('readXlsx', { file: 'in.xlsx' }, testContext({ files: { 'in.xlsx': bytes } }))).toEqual(
      ROWS,
    );
  });

  it('has a table for each sheet in its profile', async () => {
    const profile = await profileOf(await printWorkbook(ROWS, NAMES), 'sales.csv');
    expect(profile).toMatchObject({
      kind: 'xlsx',
      header: true,
      tables: [{ place: 'Sheet1', rows: 2, whole: true }],
    });
    expect(profile.tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['region', 'text'],
      ['amount', 'number'],
      ['day', 'date'],
      ['ok', 'boolean'],
      ['note', 'text'],
    ]);
  });

  it('is read from where its table begins, at the door and at the run', async () => {
    const rows = [
      { Fees: 'name', ' ': 'fee', '  ': 'paid' },
      { Fees: 'Anna', ' ': 12, '  ': 'yes' },
      { Fees: 'Ben', ' ': 9, '  ': 'no' },
    ];
    const bytes = (await printWorkbook(rows, ['Fees', ' ', '  '])) as Uint8Array<ArrayBuffer>;
    expect((await profileOf(bytes, 'fees.xlsx')).tables[0]).toMatchObject({
      above: 1,
      rows: 2,
      columns: [{ name: 'name' }, { name: 'fee', type: 'number' }, { name: 'paid' }],
    });
    expect(await run('readXlsx', { file: 'a.xlsx' }, testContext({ files: { 'a.xlsx': bytes } }))).toEqual([
      { name: 'Anna', fee: 12, paid: 'yes' },
      { name: 'Ben', fee: 9, paid: 'no' },
    ]);
  });

  it('without such a sheet says which there are', async () => {
    const bytes = (await printWorkbook(ROWS, NAMES)) as Uint8Array<ArrayBuffer>;
    const { message } = await fault(
      'readXlsx',
      { file: 'a.xlsx', sheet: 'May' },
      testContext({ files: { 'a.xlsx': bytes } }),
    );
    expect(message).toContain('no sheet "May"');
    expect(message).toContain('"Sheet1"');
  });

  it('has numbers and days where a column of texts writes such; codes, units and mixed columns stay as they are', async () => {
    const rows = [
      { price: '1.168,60', day: '03.12.2025', number: '0042', weight: '3 kg', mixed: '7' },
      { price: '-2,5', day: '27.11.2025', number: '0107', weight: '4 kg', mixed: 'none' },
      { price: null, day: '', number: '0108', weight: '', mixed: '8' },
    ];
    const bytes = (await printWorkbook(rows, Object.keys(rows[0] ?? {}))) as Uint8Array<ArrayBuffer>;
    const read = await run('readXlsx', { file: 'a.xlsx' }, testContext({ files: { 'a.xlsx': bytes } }));
    expect(read).toEqual([
      { price: 1168.6, day: '2025-12-03', number: '0042', weight: '3 kg', mixed: '7' },
      { price: -2.5, day: '2025-11-27', number: '0107', weight: '4 kg', mixed: 'none' },
      { price: null, day: null, number: '0108', weight: null, mixed: '8' },
    ]);
  });

  it('has each fill with its pattern: others open no workbook without', async () => {
    const { strFromU8, unzipSync } = await import('fflate');
    const parts = unzipSync(await printWorkbook(ROWS, NAMES));
    const styles = strFromU8(parts['xl/styles.xml'] as Uint8Array);
    expect(styles.match(/<fill>/g)).toHaveLength(2);
    expect(styles.match(/<fill><patternFill patternType="(?:none|gray125)"\/><\/fill>/g)).toHaveLength(2);
  });

  it('of no table is not written, and neither is a kind that is not known here', async () => {
    expect((await fault('saveFile', { name: 'a.xlsx', content: 'text' })).message).toContain('table of rows');
    expect((await fault('saveFile', { name: 'a.xls', content: ROWS })).message).toContain('.xlsx');
  });

  it('that unpacks to more than a memory holds is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') });
    // What its list of contents says of the part's size.
    const listed = bomb.findIndex((_, at) => [0x50, 0x4b, 1, 2].every((byte, n) => bomb[at + n] === byte));
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(listed + 24, 4_000_000_000, true);
    await expect(readWorkbook(bomb)).rejects.toThrow('at most 300.0 MB');
  });

  it('that is damaged says so, at the door and at the run', async () => {
    const whole = await printWorkbook(ROWS, NAMES);
    const cut = whole.slice(0, whole.length - 100) as Uint8Array<ArrayBuffer>;
    expect((await profileOf(cut, 'a.xlsx')).fault).toContain('"a.xlsx"');
    expect(
      (await fault('readXlsx', { file: 'a.xlsx' }, testContext({ files: { 'a.xlsx': cut } }))).message,
    ).toMatch(/damaged/);
  });
});

describe('a PDF', () => {
  it('of garbage says so', async () => {
    const garbage = strToU8(`%PDF-1.7\n${'\u0001garbage '.repeat(1000)}`);
    const { kind, fault: said } = await profileOf(garbage, 'a.pdf');
    expect(kind).toBe('pdf');
    expect(said).toContain('damaged');
  });
});

/** `obelus test`: what passes ends with 0, what breaks or can't be run is named and ends with 1. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { newFolder } from './terminal.ts';

const SALES = 'region,amount\nNorth,120\nSouth,80\nNorth,5\n';
const files = { 'sales.csv': createHash('sha256').update(SALES).digest('hex') };
const TOTALS = [
  { region: 'North', sum: 125 },
  { region: 'South', sum: 80 },
];
const planWith = (notes: readonly Json[], by = 'region') => ({
  calls: [
    { _id: 'rows', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' },
    {
      _id: 'sums',
      _tool: 'groupRows',
      rows: '†state.rows',
      by,
      column: 'amount',
      _outputPath: '†state.sums',
    },
    { _id: 'got', _tool: 'httpGet', url: 'https://example.com/', _outputPath: '†state.got' },
  ],
  output: '†state.sums',
  notes,
});
const TOTAL = { kind: 'test', name: 'North', files, expect: { '†state.sums.0.sum': 125 } };
const WHOLE = { kind: 'test', name: 'all', files, expect: { output: TOTALS } };
const WEATHER = { kind: 'test', name: 'weather', expect: { '†state.got': 'sun' } };

const folderWith = (plan: unknown) => {
  const folder = newFolder();
  folder.put('sales.csv', SALES);
  return { folder, plan: folder.put('plan.json', plan) };
};

describe('obelus test', () => {
  it('ends with 0 where all pass, and with 1 where one breaks, with both values and the call', async () => {
    const { folder, plan } = folderWith(planWith([TOTAL, WHOLE]));
    const good = await folder.obelus(['test', plan]);
    expect(good).toMatchObject({
      code: 0,
      out: 'passes: North\npasses: all\n2 passed, 0 broken, 0 could not be run\n',
    });
    const off = folder.put('off.json', planWith([{ ...TOTAL, expect: { '†state.sums.0.sum': 124 } }, WHOLE]));
    const bad = await folder.obelus(['test', off]);
    expect(bad.code).toBe(1);
    expect(bad.out).toContain(
      'breaks: North\n  †state.sums.0.sum (sums): expected 124, found 125\npasses: all\n',
    );
    expect((await folder.obelus(['test', off, '--name', 'all'])).code).toBe(0);
    expect((await folder.obelus(['test', off, '--name', 'none'])).code).toBe(2);
  });

  it('says in words what it could not run, and does not call that passed', async () => {
    const { folder, plan } = folderWith(planWith([TOTAL, WEATHER]));
    const { code, out } = await folder.obelus(['test', plan]);
    expect(code).toBe(1);
    expect(out).toContain(
      'untested: weather\n  †state.got (got): It reads from outside, so it waits for the run.',
    );
    folder.put('sales.csv', 'region,amount\n');
    expect((await folder.obelus(['test', plan, '--name', 'North'])).out).toContain(
      'the one that is here is another',
    );
    expect(await folder.obelus(['test', folder.put('none.json', planWith([]))])).toMatchObject({
      ...{ code: 1, out: 'The plan has no tests.\n' },
    });
  });

  it('prints for a machine what each came to, and names what is stale', async () => {
    const stale = { ...TOTAL, name: 'old', expect: { '†state.gone': 1 } };
    const { folder, plan } = folderWith(planWith([TOTAL, stale, { kind: 'test', name: 7 }]));
    const { code, out } = await folder.obelus(['test', plan, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ...{ ok: false, passed: 1, broken: 1, untested: 0 },
      tests: [
        {
          name: 'North',
          state: 'passes',
          findings: [{ path: '†state.sums.0.sum', call: 'sums', state: 'passes' }],
        },
        {
          name: 'old',
          state: 'breaks',
          findings: [{ path: '†state.gone', call: null, expected: { value: 1 } }],
        },
      ],
      problems: [{ code: 'stale-test', path: ['notes', 2] }, { code: 'stale-test' }],
    });
  });
});

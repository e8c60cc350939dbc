/** A saved value is called after the files that the plan reads now. */

import { expect, it } from 'vitest';
import type { Call, Plan } from '../../../src/plan/document.ts';
import { OUTPUT_PART } from '../../../src/plan/output-part.ts';
import { savedName } from '../../../src/ui/values/saved-name.ts';

const reading = (...files: string[]): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id: 'plan', title: 'Sales of October' },
  calls: files.map(
    (file, at): Call => ({ _id: `read${at}`, _tool: 'readCsv', file, _outputPath: `†state.read${at}` }),
  ),
});

it('is never called after a title, which stays when the file is another', () => {
  expect(savedName(reading('sales-november.csv'), OUTPUT_PART)).toBe('sales-november-result');
  expect(savedName(reading('orders.csv', 'customers.v2.csv'), 'joined')).toBe('orders-customers.v2-joined');
});

it('is called after the plan where it reads no file, or many', () => {
  expect(savedName(reading(), OUTPUT_PART)).toBe('Sales of October-result');
  expect(savedName(reading('a.csv', 'b.csv', 'c.csv'), '†state.sum')).toBe('Sales of October-sum');
  expect(savedName(undefined, OUTPUT_PART)).toBe('result');
});

it('leaves room for an ending', () => {
  expect(savedName(reading(`${'n'.repeat(200)}.csv`), OUTPUT_PART).length).toBeLessThan(72);
});

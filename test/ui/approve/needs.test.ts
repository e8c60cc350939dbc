/** What a run would fail for is known before it is signed: files and secrets that the plan names and that are not here. */

import { expect, test } from 'vitest';
import { flowTable } from '../../../src/flows/table.ts';
import type { Call } from '../../../src/plan/document.ts';
import { needsOf } from '../../../src/ui/approve/Needs.tsx';
import { PLACE, planOf, READ } from '../../flows/flow-place.ts';

const POST: Call = {
  _id: 'post',
  _tool: 'httpSend',
  url: 'https://api.example.com/x',
  authorization: '†secret.shop',
  body: '†state.rows',
};
const needed = (calls: readonly Call[], has: readonly string[] = []) =>
  needsOf(flowTable(planOf(calls), PLACE).flows, (_, name) => has.includes(name));

test('each once, with the calls that need it, and a secret with the hosts of its own lines', () => {
  const other = { ...POST, _id: 'other', url: 'https://two.example/', body: 'x' };
  const open = { ...POST, _id: 'open', url: '†input.where' };
  expect(needed([READ, POST, other, open])).toEqual([
    {
      kind: 'secret',
      name: 'shop',
      calls: ['open', 'other', 'post'],
      hosts: ['two.example', 'api.example.com'],
    },
    { kind: 'file', name: 'sales.csv', calls: ['read'], hosts: [] },
  ]);
});

test('what is here is not needed, nor a file that the plan itself saves, or that only the run names', () => {
  expect(needed([READ, POST], ['sales.csv', 'shop'])).toEqual([]);
  const save: Call = { _id: 'save', _tool: 'saveFile', name: 'sales.csv', content: 'a,b' };
  expect(needed([save, READ])).toEqual([]);
  expect(needed([{ ...READ, file: '†input.file' }])).toEqual([]);
});

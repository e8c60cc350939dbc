/** Plans of ten thousand calls run to their end (L-62). No timing is asserted, only that they do. */

import { expect, test } from 'vitest';
import { runCase } from '../../src/cli/conformance/run-case.ts';
import { call, plan } from './cases/writing.ts';

const SIZE = 10_000;
const policy = { maxSteps: SIZE, maxConcurrent: 8 };
const numbers = Array.from({ length: SIZE }, (_, i) => i);

test('ten thousand calls in a chain', async () => {
  const calls = numbers.map((i) => call(`c${i}`, `†state.p${i}`, i === 0 ? {} : { p: `†state.p${i - 1}` }));
  const outcome = await runCase({ name: 'chain', kind: 'run', plan: plan(calls), policy, expect: {} });
  expect(outcome).toMatchObject({ status: 'completed', elapsed: SIZE * 10, maxInFlight: 1 });
});

test('ten thousand calls skipped behind one that failed, in a chain', async () => {
  const calls = numbers.map((i) => call(`c${i}`, `†state.p${i}`, i === 0 ? {} : { p: `†state.p${i - 1}` }));
  const script = { c0: [{ throw: { code: 'boom', message: 'boom' } }] };
  const outcome = await runCase({
    name: 'skips',
    kind: 'run',
    plan: plan(calls),
    policy,
    script,
    expect: {},
  });
  expect(outcome).toMatchObject({ status: 'completed_with_errors', starts: ['c0'] });
});

test('ten thousand pushes read by one', async () => {
  const calls = numbers.map((i) => call(`c${i}`, '†state.all.list', { _outputMethod: 'push' }));
  calls.push(call('last', '†state.n', { p: '†state.all' }));
  const outcome = await runCase({
    name: 'pushes',
    kind: 'run',
    plan: plan(calls),
    policy: { ...policy, maxSteps: SIZE + 1 },
    expect: {},
  });
  expect(outcome).toMatchObject({ status: 'completed' });
  const seen = outcome.seen as { last: { p: { list: unknown[] } } };
  expect(seen.last.p.list.length).toBe(SIZE);
});

/**
 * What a reviewer once did to this app and could (its attacks on trust), tried again with a real server and a person's own
 * code: effects are counted where they happen. Those that have a test of their own stand in docs/security.md.
 */

import { describe, expect, test } from 'vitest';
import type { Terminal } from '../../src/cli/command.ts';
import { approvalOf, sayApproval } from '../../src/cli/run/approval.ts';
import { memoryHost } from '../../src/package/host.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { get, planOf, twoHosts } from '../activities/two-hosts.ts';

const two = twoHosts();
const { known } = two;

const RETRIES = { policy: { retryLimit: 3 } };
const post = (tool = 'httpSend'): Call => ({
  ...{ _id: 'a', _tool: tool, url: `http://${known()}/orders`, body: { n: 1 } },
  _outputPath: '†state.a',
});

/** How often the server, or the code, was asked to do it, and how the call stands then. */
async function cameTo(plan: Plan, activities = {}) {
  const host = memoryHost({ activities });
  const { calls, questions } = await host.run(plan, { approved: host.sign(plan) });
  return { sent: two.heard[0]?.length, status: calls[0]?.status, asks: questions.map(({ kind }) => kind) };
}

describe('a write that worked is sent once', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  test.each([
    ['200 with a body that is no JSON', { status: 200, headers: JSON_TYPE, body: '{"half' }, 'completed'],
    ['201 with 11 MB', { status: 201, headers: JSON_TYPE, body: `"${'x'.repeat(11_000_000)}"` }, 'completed'],
    ['303', { status: 303, headers: { location: '/x' }, body: '' }, 'in_doubt'],
    ['502', { status: 502, headers: {}, body: '' }, 'in_doubt'],
    ['408', { status: 408, headers: {}, body: '' }, 'in_doubt'],
    ['500', { status: 500, headers: {}, body: '' }, 'in_doubt'],
  ] as const)('where it was answered with %s', async (_, reply, status) => {
    two.reply = () => reply;
    expect(await cameTo(planOf([post()], RETRIES))).toMatchObject({ sent: 1, status });
  });

  test('where a plan’s own tool over it says that it is idempotent, or an irreversible one', async () => {
    two.reply = () => ({ status: 500, headers: {}, body: '' });
    for (const claim of [{ effect: 'write', idempotent: true }, { effect: 'irreversible' }]) {
      two.heard = [[], []];
      const tools = [{ name: 'order', activity: 'httpSend', parameters: { type: 'object' }, ...claim }];
      expect(await cameTo(planOf([post('order')], { ...RETRIES, tools }))).toMatchObject({
        ...{ sent: 1, status: 'in_doubt', asks: ['in_doubt'] },
      });
    }
  });

  test('where code of the person’s own, of which nobody says what it does, breaks or returns what can’t be kept', async () => {
    const plan = planOf([{ _id: 'a', _tool: 'mine', _outputPath: '†state.a' }], RETRIES);
    let entries = 0;
    const breaks = () => {
      entries += 1;
      throw new TypeError('fetch failed');
    };
    expect(await cameTo(plan, { mine: breaks })).toMatchObject({ status: 'in_doubt', asks: ['in_doubt'] });
    const endless = () => {
      entries += 1;
      const round: { self?: object } = {};
      round.self = round;
      return round;
    };
    expect(await cameTo(plan, { mine: endless })).toMatchObject({ status: 'completed' });
    expect(entries).toBe(2);
  });
});

test('the terminal’s approval names files read and written, secrets, hosts and the model’s server, in text and for machines', () => {
  const plan = planOf(
    [
      { _id: 'f', _tool: 'readText', file: 'sales.txt', _outputPath: '†state.f' },
      get('g', 'https://api.example/', { authorization: '†secret.bank' }),
      { _id: 'j', _tool: 'judge', text: '†state.f', _outputPath: '†state.j' },
      { _id: 's', _tool: 'saveFile', name: 'out.txt', content: '†state.j', _outputPath: '†state.s' },
    ],
    { tools: [{ name: 'judge' }] },
  );
  const setting = { ...memoryHost().setting, modelServer: 'models.example' };
  const approval = approvalOf({ plan, setting, delegates: {}, input: undefined });
  let said = '';
  const out = (text: string) => {
    said += text;
  };
  const terminal = { out, err: () => {} } as unknown as Terminal;
  sayApproval(terminal, approval);
  for (const text of [said, JSON.stringify(approval.table)])
    for (const name of [
      'sales.txt',
      'out.txt',
      'your secret bank',
      'api.example',
      'the model at models.example',
    ])
      expect(text).toContain(name);
  expect(said).toContain('your file sales.txt → the model at models.example');
  expect(said).toContain('your secret bank → api.example');
});

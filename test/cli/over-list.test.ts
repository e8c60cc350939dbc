/** `run --instances`: a list from a file, a canary, a table at the end, those that failed once more. */

import { describe, expect, it } from 'vitest';
import { type Folder, newFolder } from './terminal.ts';

const PLAN = {
  input: {
    schema: {
      type: 'object',
      properties: { name: { type: 'string' }, amount: { type: 'number' } },
      required: ['name', 'amount'],
    },
  },
  calls: [
    {
      _id: 'tax',
      _tool: 'calculate',
      expression: '100 / amount',
      values: { amount: '†input.amount' },
      _outputPath: '†state.tax',
    },
  ],
  policy: { onFailure: 'skip' },
  output: { tax: '†state.tax', name: '†input.name' },
};

const CSV = 'Name;Amount\nBerlin;4\nRome;10\nOslo;0\nRome;20\n';

function folderWith(plan: unknown = PLAN): Folder {
  const folder = newFolder();
  folder.put('plan.json', plan);
  folder.put('list.csv', CSV);
  return folder;
}

const over = (...more: readonly string[]) => [
  'run',
  'plan.json',
  '--approve',
  '--instances',
  'list.csv',
  ...more,
];

describe('run --instances', () => {
  it('goes over the rows of a table and ends with what came of each', async () => {
    const { code, out, err } = await folderWith().obelus(over('--label', 'Name'));
    expect(out.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^Berlin {2}completed {14}\{"tax":25,"name":"Berlin"\}$/),
      expect.stringMatching(/^Rome {4}completed/),
      expect.stringMatching(/^Oslo {4}completed with errors {2}tax: .*zero/i),
      expect.stringMatching(/^Rome#2 {2}completed .*"tax":5/),
    ]);
    expect(err).toContain('Over a list of 4: Berlin, Rome, Oslo, Rome#2.');
    expect(err).toContain('4 of 4 through, 1 failed.');
    expect(code).toBe(6);
  });

  it('tells the same as JSON, by the same names', async () => {
    const { code, out } = await folderWith().obelus(over('--json'));
    const { instances, status } = JSON.parse(out);
    expect(instances.map(({ label }: { label: string }) => label)).toEqual(['1', '2', '3', '4']);
    expect(instances[1]).toEqual({ label: '2', status: 'completed', output: { tax: 10, name: 'Rome' } });
    expect(instances[2]).toMatchObject({ status: 'completed_with_errors', failed: { call: 'tax' } });
    expect([code, status]).toEqual([6, 'completed_with_errors']);
  });

  it('reads JSON and JSON Lines, and a list of values for an only input', async () => {
    const folder = folderWith({
      ...PLAN,
      input: { schema: { type: 'object', properties: { amount: { type: 'number' } } } },
      output: '†state.tax',
    });
    folder.put('list.json', [4, 5]);
    folder.put('list.jsonl', '{"amount": 10}\n{"amount": "20"}\n');
    const outputs = async (file: string) => {
      const { out } = await folder.obelus(['run', 'plan.json', '--approve', '--json', '--instances', file]);
      return JSON.parse(out).instances.map(({ output }: { output: number }) => output);
    };
    expect(await outputs('list.json')).toEqual([25, 20]);
    expect(await outputs('list.jsonl')).toEqual([10, 5]);
  });

  it('lets the first go ahead, asks, and goes on when the same command is given again', async () => {
    const folder = folderWith();
    const args = over('--canary', '1', '--journal', 'journal', '--json');
    const first = await folder.obelus(args);
    expect(first.code).toBe(3);
    const asked = JSON.parse(first.out);
    expect(asked.questions).toMatchObject([
      {
        kind: 'gate',
        gate: 'canary',
        words: expect.stringContaining('The first of 4 has ended: “1” completed. Go on with the other 3?'),
      },
    ]);
    expect(asked.calls).toMatchObject({ 'tax@1': { attempts: 1 }, 'tax@2': { attempts: 0 } });
    folder.put('yes.json', [{ gate: 'canary', choose: 'approve' }]);
    const then = await folder.obelus([...args, '--answers', 'yes.json']);
    expect(JSON.parse(then.out).calls).toMatchObject({ 'tax@1': { attempts: 1 }, 'tax@4': { attempts: 1 } });
  });

  it('runs those that failed once more, and nobody else', async () => {
    const folder = folderWith();
    folder.put(
      'own.mjs',
      "import { existsSync } from 'node:fs';\nexport const risky = ({ n }) => { if (n === 0 && !existsSync('mended')) throw new Error('broken'); return n + 1; };\n",
    );
    folder.put('plan.json', {
      tools: [{ name: 'risky', activity: 'risky', effect: 'read', parameters: true }],
      calls: [{ _id: 'r', _tool: 'risky', n: '†input.Amount', _outputPath: '†state.r' }],
      policy: { onFailure: 'skip', retryLimit: 0 },
      output: '†state.r',
    });
    const args = [
      'run',
      'plan.json',
      '--approve',
      '--journal',
      'journal',
      '--json',
      '--activities',
      'own.mjs',
    ];
    const first = JSON.parse(
      (await folder.obelus([...args, '--instances', 'list.csv', '--label', 'Name'])).out,
    );
    expect(first.status).toBe('completed_with_errors');
    folder.put('mended', 'yes');
    const { code, out } = await folder.obelus([...args, '--failed-again']);
    const again = JSON.parse(out);
    expect(again.calls).toMatchObject({ 'r@Berlin': { attempts: 0 }, 'r@Oslo': { attempts: 1 } });
    expect(again.instances.map(({ output }: { output: number }) => output)).toEqual([5, 11, 1, 21]);
    expect(code).toBe(0);
    const nothing = await folder.obelus([...args, '--failed-again']);
    expect(nothing.err + nothing.out).toContain('none has failed');
    expect(nothing.code).not.toBe(0);
  });

  it('refuses what can be no list, a label without one, and a missing column, before anything runs', async () => {
    const folder = folderWith();
    folder.put('one.json', { amount: 1 });
    const said = async (...args: readonly string[]) => {
      const { code, err, out } = await folder.obelus(['run', 'plan.json', '--approve', ...args]);
      return `${code}: ${err}${out}`;
    };
    expect(await said('--instances', 'one.json')).toMatch(/^1: .*one object/);
    expect(await said('--label', 'Name')).toMatch(/^2: .*--instances/);
    expect(await said('--instances', 'list.csv', '--label', 'Town')).toMatch(/^1: .*no column "Town"/);
    expect(await said('--instances', 'list.csv', '--canary', '0')).toMatch(/^2: .*from 1 on/);
    folder.put('gap.csv', 'Name;Amount\nBerlin;\n');
    expect(await said('--instances', 'gap.csv', '--label', 'Name')).toMatch(
      /^1: The input of Berlin must have the property "amount"/,
    );
    folder.put('plan.json', { calls: [{ ...PLAN.calls[0], _instance: 'Bonn' }] });
    expect(await said('--json')).toContain('unknown-instance');
  });

  it('goes over the instances that a context of messages brings', async () => {
    const folder = folderWith([
      { type: 'input', _instance: 'A', amount: 4 },
      { type: 'input', _instance: 'B', input: { amount: 5 } },
      { type: 'plan', plan: { calls: PLAN.calls, output: '†state.tax' } },
    ]);
    const { out } = await folder.obelus(['run', 'plan.json', '--approve', '--json']);
    expect(JSON.parse(out).instances).toEqual([
      { label: 'A', status: 'completed', output: 25 },
      { label: 'B', status: 'completed', output: 20 },
    ]);
  });
});

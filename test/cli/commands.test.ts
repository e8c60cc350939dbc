import { describe, expect, it } from 'vitest';
import { newFolder } from './terminal.ts';

const ADD = {
  name: 'add',
  effect: 'none',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  _output: { type: 'number' },
};
const SUM = {
  goal: 'Add twice',
  tools: [ADD],
  calls: [
    { _id: 'one', _tool: 'add', a: 1, b: 2, _outputPath: '†state.one' },
    { _id: 'two', _tool: 'add', a: '†state.one', b: 3, _outputPath: '†state.two' },
  ],
  output: '†state.two',
};
const CYCLE = {
  ...SUM,
  calls: [
    { _id: 'one', _tool: 'add', a: '†state.two', b: 2, _outputPath: '†state.one' },
    { _id: 'two', _tool: 'add', a: '†state.one', b: 3, _outputPath: '†state.two' },
  ],
};

const TWO_WAYS = {
  tools: [{ name: 'look', effect: 'none' }],
  calls: [
    { _id: 'look', _tool: 'look', _outputPath: '†state.yes || †state.no' },
    { _id: 'go', _tool: 'look', v: '†state.yes', _outputPath: '†state.done' },
    { _id: 'back', _tool: 'look', v: '†state.no', _outputPath: '†state.back' },
  ],
};

describe('obelus', () => {
  it('says what it can do and ends with 2 for a command it does not have', async () => {
    const { code, err } = await newFolder().obelus(['frob']);
    expect(code).toBe(2);
    expect(err).toContain('There is no command "frob".');
    expect(err).toContain('obelus validate FILE');
  });

  it('ends with 2 for an option that is unknown or a file that is not named', async () => {
    const folder = newFolder();
    const plan = folder.put('plan.json', SUM);
    expect((await folder.obelus(['validate', plan, '--frob'])).code).toBe(2);
    expect((await folder.obelus(['validate'])).code).toBe(2);
  });
});

describe('validate', () => {
  it('ends with 0 for a sound plan and with 1 for one with errors', async () => {
    const folder = newFolder();
    expect((await folder.obelus(['validate', folder.put('good.json', SUM)])).code).toBe(0);
    const bad = await folder.obelus(['validate', folder.put('bad.json', CYCLE)]);
    expect(bad.code).toBe(1);
    expect(bad.err).toMatch(/^error cycle/m);
  });

  it('prints nothing but JSON on the standard output with --json', async () => {
    const folder = newFolder();
    const { out } = await folder.obelus(['validate', folder.put('bad.json', CYCLE), '--json']);
    const { ok, problems } = JSON.parse(out) as { ok: boolean; problems: { code: string }[] };
    expect(ok).toBe(false);
    expect(problems.map((problem) => problem.code)).toContain('cycle');
  });

  it('knows the tools whose code is given, as a run does, and says how code is given', async () => {
    const folder = newFolder();
    const plan = folder.put('own.json', [{ _id: 'a', _tool: 'post', to: 'Ada', _outputPath: '†state.a' }]);
    const unknown = await folder.obelus(['validate', plan]);
    expect(unknown.code).toBe(1);
    expect(unknown.err).toMatch(/^error unknown-tool.*\n.*--activities FILE\.mjs/m);
    const given = ['--activities', folder.put('tools.mjs', 'export const post = () => 1;')];
    for (const command of ['validate', 'simulate'])
      expect(await folder.obelus([command, plan, ...given]), command).toMatchObject({ code: 0 });
    const gone = await folder.obelus(['validate', plan, '--activities', 'gone.mjs']);
    expect(gone.err).toBe("gone.mjs can't be read: there is no such file.\n");
  });

  it('looks at what an agent and a mandate may use, and the approval names it as the page does', async () => {
    const folder = newFolder();
    const agent = { _id: 'odd', _tool: 'agent', task: 'Look', _outputPath: '†state.odd' };
    const plan = (tools: readonly string[], name: string) =>
      folder.put(name, {
        ...{ calls: [{ ...agent, tools }], strategy: 'iterative' },
        mandate: { tools, effects: ['none'], hosts: [] },
      });
    const wrong = await folder.obelus(['validate', plan(['Count words'], 'wrong.json')]);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(
      /at odd\.tools\.0: .*"Count words", which is not known\. Did you mean "countWords"\?/,
    );
    expect(wrong.err).toMatch(/at mandate\.tools\.0: The mandate allows the tool "Count words"/);
    const right = await folder.obelus(['run', plan(['countWords', 'sortRows'], 'right.json')]);
    expect(right.out).toContain(
      'by “Count words” and “Sort rows”, as often as “odd” wants within its limits',
    );
    expect(right.out).toContain('tools built in: countWords, sortRows');
    expect(right.out).not.toContain('†mandate');
  });

  it('looks at the columns of the files that lie beside the plan', async () => {
    const folder = newFolder();
    folder.put('sales.csv', 'region,amount\nNorth,1\n');
    const plan = folder.put('plan.json', {
      calls: [
        { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' },
        {
          _id: 'sort',
          _tool: 'sortRows',
          rows: '†state.rows',
          column: 'amuont',
          _outputPath: '†state.sorted',
        },
      ],
      output: '†state.sorted',
    });
    const { code, err } = await folder.obelus(['validate', plan]);
    expect(code).toBe(0);
    expect(err).toContain('has no column "amuont". Did you mean "amount"?');
  });

  it.each([['validate'], ['simulate'], ['run', '--approve'], ['convert', '--to', 'plan'], ['wire']])(
    'and the other commands say with JSON that a file is no plan: %s',
    async (command, ...more) => {
      const folder = newFolder();
      const prose = folder.put('prose.txt', 'Dear all,');
      const { code, out } = await folder.obelus([command, prose, ...more, '--json']);
      expect([code, JSON.parse(out)]).toMatchObject([1, { ok: false, problems: [{ code: 'not-a-plan' }] }]);
    },
  );

  it('says in a sentence that a file is missing, or is no plan', async () => {
    const folder = newFolder();
    const missing = await folder.obelus(['validate', 'nothing.json']);
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err.trim()).toBe("nothing.json can't be read: there is no such file.");
    const prose = await folder.obelus(['validate', folder.put('prose.txt', 'Dear all,')]);
    expect(prose.code).toBe(1);
    expect(prose.err).toContain('not-a-plan');
  });
});

describe('simulate', () => {
  it('shows the waves of a plan and calls nothing', async () => {
    const folder = newFolder();
    const { code, out } = await folder.obelus(['simulate', folder.put('plan.json', SUM), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, waves: [['one'], ['two']] });
  });

  it('says of one way alone what it does not come to, and nothing of the others (L-82)', async () => {
    const folder = newFolder();
    const { out } = await folder.obelus(['simulate', folder.put('plan.json', TWO_WAYS)]);
    expect(out).toContain('not in this way: back\n');
    expect(out).not.toContain('never');
  });

  it('plays every way with --all', async () => {
    const folder = newFolder();
    const branching = {
      tools: [{ name: 'look', effect: 'none' }, ADD],
      calls: [
        { _id: 'look', _tool: 'look', _outputPath: '†state.yes || †state.no' },
        { _id: 'go', _tool: 'look', v: '†state.yes', _outputPath: '†state.done' },
      ],
      output: '†state.done',
    };
    const { out } = await folder.obelus(['simulate', folder.put('plan.json', branching), '--all', '--json']);
    expect(JSON.parse(out)).toMatchObject({ possible: 2, played: 2, ran: { look: 2, go: 1 } });
  });
});

describe('convert', () => {
  it('draws a plan as Mermaid', async () => {
    const folder = newFolder();
    const { code, out } = await folder.obelus(['convert', folder.put('plan.json', SUM), '--to', 'mermaid']);
    expect(code).toBe(0);
    expect(out).toMatch(/^flowchart TD\n/);
    expect(out).toContain('call1 -->|"one"| call2');
  });

  it('draws a plan as SVG, and tells it in words', async () => {
    const folder = newFolder();
    const file = folder.put('plan.json', SUM);
    expect((await folder.obelus(['convert', file, '--to', 'svg'])).out).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect((await folder.obelus(['convert', file, '--to', 'words'])).out).toContain(
      '2. Add – B: 3. It works on what 1 gives.',
    );
  });

  it('writes any accepted shape as a plan document that validates', async () => {
    const folder = newFolder();
    const list = folder.put('list.json', SUM.calls);
    const { out } = await folder.obelus(['convert', list, '--to', 'plan']);
    expect(JSON.parse(out)).toMatchObject({ format: 'obelus/plan', version: 1, id: 'list' });
  });

  it('writes a TEA plan again with its metadata, each step with what it waits for (T-4, K-20)', async () => {
    const folder = newFolder();
    const metadata = { created_at: 1700000000.5, replan_count: 1, max_replans: 4 };
    const subtasks = [
      { id: 'a', description: 'Search', dependencies: [] },
      { id: 'b', description: 'Sum up', dependencies: ['a'] },
    ];
    const file = folder.put('tea.json', { id: 't', goal: 'Know', strategy: 'flat', subtasks, metadata });
    const { code, out } = await folder.obelus(['convert', file, '--to', 'tea']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ...{ id: 't', goal: 'Know', strategy: 'flat', metadata },
      subtasks: subtasks.map((one) => ({ ...one, status: 'pending', result: null })),
    });
    // One that never was one waits for what it reads, and begins at nought.
    const own = JSON.parse(
      (await folder.obelus(['convert', folder.put('own.json', SUM), '--to', 'tea'])).out,
    );
    expect(own.subtasks.map(({ dependencies }: { dependencies: string[] }) => dependencies)).toEqual([
      [],
      [SUM.calls[0]?._id ?? 'calculate'],
    ]);
    expect(own.metadata).toEqual({ created_at: expect.any(Number), replan_count: 0, max_replans: 5 });
  });

  it('says with 2 what it does not convert to', async () => {
    const folder = newFolder();
    const { code, err } = await folder.obelus(['convert', folder.put('p.json', SUM), '--to', 'arazzo']);
    expect(code).toBe(2);
    expect(err).toContain('--to is one of plan, mermaid, svg, words, tea; "arazzo" is not.');
  });
});

describe('plan and wire', () => {
  it('a draft that lacks what its tool needs waits for a person, and says what', async () => {
    const goal = 'Read sales.csv, keep rows where amount is over 100 and save it as big.csv';
    const made = await newFolder().obelus(['plan', '--goal', goal]);
    expect(made.code).toBe(3);
    expect(made.err).toContain('lacks "column" or "conditions"');
  });

  it('plans a goal with the built-in tools into a document that validates', async () => {
    const folder = newFolder();
    const goal = 'Read notes.txt, count its words and save it as count.json';
    const made = await folder.obelus(['plan', '--goal', goal]);
    expect(made.code).toBe(0);
    const checked = await folder.obelus(['validate', folder.put('plan.json', made.out)]);
    expect(checked.code).toBe(0);
  });

  it('says with JSON that no plan was made', async () => {
    const { code, out } = await newFolder().obelus(['plan', '--goal', 'Zzyzx', '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([1, { ok: false, problems: [{ code: 'no_plan' }] }]);
  });

  it('changes a plan by a sentence, and keeps its ids', async () => {
    const folder = newFolder();
    const sales = folder.put('sales.csv', 'region,amount\nNorth,120\nSouth,80\nNorth,30\n');
    const first = await folder.obelus(['plan', '--goal', 'total amount per region', '--file', sales]);
    const plan = folder.put('plan.json', first.out);
    const { code, out } = await folder.obelus([
      'plan',
      '--plan',
      plan,
      '--change',
      'as a chart',
      '--file',
      sales,
    ]);
    expect(code).toBe(0);
    const ids = (text: string) =>
      (JSON.parse(text) as { calls: { _id: string }[] }).calls.map(({ _id }) => _id);
    expect(ids(out)).toEqual([...ids(first.out), 'makeChart']);
    const alone = await folder.obelus(['plan', '--change', 'as a chart']);
    expect(alone.err).toContain('--plan FILE');
  });

  it('changes the calls that are named, and says which there are', async () => {
    const folder = newFolder();
    const sales = folder.put('sales.csv', 'region,amount\nNorth,120\nSouth,80\n');
    const group = { _tool: 'groupRows', rows: '†state.sales', by: 'region', column: 'amount' };
    const calls = [
      { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
      { _id: 'one', ...group, aggregate: 'sum', _outputPath: '†state.one' },
      { _id: 'other', ...group, aggregate: 'sum', _outputPath: '†state.other' },
    ];
    const plan = folder.put('plan.json', JSON.stringify({ calls, output: '†state.one' }));
    const change = ['plan', '--plan', plan, '--change', 'the average instead', '--file', sales, '--calls'];
    const { code, out } = await folder.obelus([...change, 'one']);
    const figures = (JSON.parse(out) as { calls: { aggregate?: string }[] }).calls.map(
      (one) => one.aggregate,
    );
    expect([code, figures]).toEqual([0, [undefined, 'mean', 'sum']]);
    const unknown = await folder.obelus([...change, 'one,two']);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('no call "two"')]);
    expect((await folder.obelus(['plan', '--goal', 'x', '--calls', 'one'])).code).toBe(2);
  });

  it('plans a batch, one line for a line, each with its own tools', async () => {
    const folder = newFolder();
    const line = (id: string) => JSON.stringify({ id, goal: 'Add 1 and 2', tools: [ADD] });
    const { out } = await folder.obelus([
      'plan',
      '--batch',
      folder.put('goals.jsonl', `${line('a')}\n${line('b')}\n`),
    ]);
    const lines = out.trim().split('\n');
    expect(lines.map((text) => (JSON.parse(text) as { id: string }).id)).toEqual(['a', 'b']);
    expect(JSON.parse(lines[0]!).calls).toMatchObject([{ _tool: 'add' }]);
  });

  it('wires calls that have no references', async () => {
    const folder = newFolder();
    const find = {
      name: 'findCustomer',
      effect: 'read',
      parameters: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
      _output: { type: 'object', properties: { customerId: { type: 'string' } } },
    };
    const orders = {
      name: 'listOrders',
      effect: 'read',
      parameters: {
        type: 'object',
        properties: { customerId: { type: 'string' } },
        required: ['customerId'],
      },
    };
    const calls = [{ _tool: 'findCustomer', email: 'a@b.c' }, { _tool: 'listOrders' }];
    const batch = folder.put('b.jsonl', JSON.stringify({ id: 7, tools: [find, orders], calls }));
    const { code, out } = await folder.obelus(['wire', batch, '--batch']);
    expect(code).toBe(0);
    const wired = JSON.parse(out) as { id: number; calls: { _outputPath?: string; customerId?: string }[] };
    expect(wired.id).toBe(7);
    expect(wired.calls[1]!.customerId).toBe(`${wired.calls[0]!._outputPath}.customerId`);
  });
});

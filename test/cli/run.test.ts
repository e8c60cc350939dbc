import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Folder, newFolder } from './terminal.ts';

const TOOLS = [
  { name: 'first', effect: 'read' },
  { name: 'second', effect: 'read' },
  { name: 'send', effect: 'write' },
];
const PLAN = {
  tools: TOOLS,
  calls: [
    { _id: 'a', _tool: 'first', by: '†input.by', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'second', of: '†state.a', _outputPath: '†state.b' },
  ],
  input: { schema: { type: 'object', properties: { by: { type: 'number' } }, required: ['by'] } },
  output: '†state.b',
};

/** Each entry of an activity leaves a line; `dies` kills the process once, in the middle. */
const ACTIVITIES = `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  const enter = (name) => appendFileSync('entered.txt', name + '\\n');
  const dieOnce = () => {
    if (existsSync('died.txt')) return;
    writeFileSync('died.txt', '');
    process.kill(process.pid, 'SIGKILL');
  };
  export const first = async ({ by }) => { enter('first'); return { text: 'x'.repeat(40000), by }; };
  export const second = async ({ of }) => { enter('second'); dieOnce(); return of.text.length + of.by; };
  export const send = async () => { enter('send'); dieOnce(); return 'sent'; };
`;

function folderWith(plan: unknown): Folder {
  const folder = newFolder();
  folder.put('plan.json', plan);
  folder.put('activities.mjs', ACTIVITIES);
  folder.put('input.json', { by: 2 });
  return folder;
}

const entered = (folder: Folder): string[] =>
  readFileSync(folder.at('entered.txt'), 'utf8').trim().split('\n');

const RUN = ['run', 'plan.json', '--approve', '--activities', 'activities.mjs', '--json'];

describe('run', () => {
  it('shows before it is approved which files are replaced, and addresses whole', async () => {
    const folder = newFolder();
    const save = { _tool: 'saveFile', content: 'theirs' };
    const url = `https://shop.example/orders/${'long-'.repeat(20)}/all?_method=DELETE`;
    folder.put('plan.json', {
      calls: [
        { _id: 'a', ...save, name: 'notes.md', _outputPath: '†state.a' },
        { _id: 'b', ...save, name: 'new.md', _outputPath: '†state.b' },
        { _id: 'c', _tool: 'httpSend', url, _outputPath: '†state.c' },
      ],
    });
    folder.put('notes.md', 'mine');
    const { code, out } = await folder.obelus(['run', 'plan.json']);
    expect(code).toBe(1);
    expect(out).toContain('\n  There already, and replaced for good: notes.md\n');
    expect(out).toContain(`?…, whole: “c”: ${url})\n`);
    const elsewhere = await folder.obelus(['run', 'plan.json', '--out', 'out', '--json']);
    expect(JSON.parse(elsewhere.out)).toMatchObject({ approval: { replaces: [] } });
  });

  it('refuses without --approve, shows what would be approved and runs nothing', async () => {
    const folder = folderWith(PLAN);
    const args = ['run', 'plan.json', '--activities', 'activities.mjs', '--input', 'input.json', '--json'];
    const { code, out } = await folder.obelus(args);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: 'not_approved',
      approval: {
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        leftOut: [],
        tools: [
          { name: 'first', effect: 'read', latent: false, calls: ['a'] },
          { name: 'second', effect: 'read', latent: false, calls: ['b'] },
        ],
      },
    });
    expect(() => entered(folder)).toThrow();
  });

  it('runs what a call needs with --to, and what follows from it with --from, whatever is wrong elsewhere', async () => {
    const broken = { _id: 'c', _tool: 'send', what: '†state.nobody' };
    const folder = folderWith({ ...PLAN, calls: [...PLAN.calls, broken] });
    folder.put('died.txt', '');
    const args = [...RUN, '--input', 'input.json'];
    expect((await folder.obelus(args)).code).toBe(1);
    const to = await folder.obelus([...args, '--to', 'a', '--journal', 'kept']);
    expect(to.code).toBe(0);
    expect(JSON.parse(to.out)).toMatchObject({ output: { by: 2 } });
    expect(entered(folder)).toEqual(['first']);
    expect(readFileSync(folder.at('kept/journal.jsonl'), 'utf8')).toContain('"isPart":true,"to":"a"');
    const from = await folder.obelus([...args, '--from', 'b']);
    expect(from.code).toBe(0);
    expect(JSON.parse(from.out)).toMatchObject({ output: 40_002 });
    expect(entered(folder)).toEqual(['first', 'first', 'second']);
    const both = await folder.obelus([...args, '--to', 'a', '--from', 'b']);
    expect(both).toMatchObject({ code: 2, out: expect.stringContaining('not both') });
    const nobody = await folder.obelus([...args, '--to', 'nobody']);
    expect(nobody).toMatchObject({ code: 1, out: expect.stringMatching(/no call .*nobody/) });
  });

  /** A call reads a file that is not there, and what it and the first would give is pinned. */
  const pinned = (): { folder: Folder; args: string[]; part: string[] } => {
    const reads = { _id: 'file', _tool: 'readText', file: 'not-there.txt', _outputPath: '†state.file' };
    const b = { ...PLAN.calls[1], note: '†state.file' };
    const folder = folderWith({ ...PLAN, calls: [reads, PLAN.calls[0], b] });
    folder.put('died.txt', '');
    folder.put('pins.json', { a: { text: 'abc', by: 4 }, file: 'said' });
    const args = ['run', 'plan.json', '--activities', 'activities.mjs', '--json', '--input', 'input.json'];
    return { folder, args, part: ['--from', 'b', '--pins', 'pins.json'] };
  };

  it('has what is pinned approved by itself: whoever approved the part without it has not', async () => {
    const { folder, args, part } = pinned();
    const shown = JSON.parse((await folder.obelus([...args, ...part])).out).approval;
    expect(shown.starts).toEqual(['b']);
    const unpinned = JSON.parse((await folder.obelus([...args, '--from', 'b'])).out).approval;
    const other = await folder.obelus([...args, ...part, `--approve=${unpinned.hash}`]);
    expect(other).toMatchObject({ code: 1, out: expect.stringContaining('not-approved') });
    expect(() => entered(folder)).toThrow();
  });

  it('has what is pinned stand in the place of results, and goes on with that', async () => {
    const { folder, args, part } = pinned();
    for (const _ of ['begun', 'kept']) {
      const ran = await folder.obelus([...args, ...part, '--approve', '--journal', 'kept']);
      expect(JSON.parse(ran.out)).toMatchObject({ output: 7 });
      expect(entered(folder)).toEqual(['second']);
    }
  });

  it('refuses other pins than the run in the folder was begun with, which it keeps', async () => {
    const folder = newFolder();
    folder.put('plan.json', {
      ...{ format: 'obelus/plan', version: 1, id: 'words' },
      calls: [
        { _id: 'file', _tool: 'readText', file: 'not-there.txt', _outputPath: '†state.file' },
        { _id: 'count', _tool: 'countWords', text: '†state.file', _outputPath: '†state.count' },
      ],
      output: '†state.count',
    });
    const run = (file: string) => {
      folder.put('pins.json', { file });
      const part = ['--from', 'count', '--pins', 'pins.json'];
      return folder.obelus(['run', 'plan.json', '--json', ...part, '--approve', '--journal', 'kept']);
    };
    expect(await run('one two')).toMatchObject({ code: 0 });
    const other = await run('one two three');
    expect(other).toMatchObject({ code: 1, out: expect.stringContaining('other values for \\"file\\"') });
  });

  it('refuses pins that stand for nothing', async () => {
    const { folder, args } = pinned();
    const run = async (...more: string[]) =>
      (await folder.obelus([...args, '--pins', 'pins.json', ...more])).out;
    expect(await run('--to', 'a')).toContain('there is nothing to run');
    expect(await run()).toContain('--pins goes with');
    folder.put('pins.json', { nobody: 1 });
    expect(await run('--to', 'a')).toMatch(/nobody.*no such call/);
  });

  it('approves exactly what --approve=SHA256 names, and says which hash it would be', async () => {
    const folder = folderWith(PLAN);
    folder.put('died.txt', '');
    const args = ['run', 'plan.json', '--activities', 'activities.mjs', '--input', 'input.json'];
    const hash = JSON.parse((await folder.obelus([...args, '--json'])).out).approval.hash;
    const other = await folder.obelus([...args, `--approve=${'0'.repeat(64)}`]);
    expect(other).toMatchObject({ code: 1, out: '' });
    expect(other.err).toContain(hash);
    expect(() => entered(folder)).toThrow();
    const misused = await folder.obelus([...args, '--approve=yes', '--json']);
    expect(misused.code).toBe(2);
    expect((await folder.obelus([...args, `--approve=${hash}`])).code).toBe(0);
    expect(entered(folder)).toEqual(['first', 'second']);
  });

  it('shows the table of flows in the approval, and that one’s own code can’t be held to it', async () => {
    const folder = folderWith(PLAN);
    const args = ['run', 'plan.json', '--activities', 'activities.mjs', '--input', 'input.json'];
    const { out, err } = await folder.obelus(args);
    expect(out).toContain('  Leaves this device\n');
    expect(out).toMatch(/your own code “first”: only reads, says this plan, and can’t be held to this table/);
    expect(err).toMatch(/Run it with --approve=[0-9a-f]{64} to approve exactly this\./);
    const { approval } = JSON.parse((await folder.obelus([...args, '--json'])).out);
    expect(approval.flows).toContainEqual({
      source: { kind: 'input', path: 'by' },
      call: 'a',
      sink: { kind: 'own', activity: 'first' },
      effect: 'read',
    });
  });

  it('says which input is missing and runs nothing', async () => {
    const folder = folderWith(PLAN);
    const { code, out } = await folder.obelus(RUN);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ reason: 'invalid', problems: [{ code: 'missing-input' }] });
  });

  it('goes on where a call’s code leaves behind what fails, and tells of it', async () => {
    const folder = folderWith({
      tools: TOOLS,
      calls: [{ _id: 'a', _tool: 'first', _outputPath: '†state.a' }],
      output: '†state.a',
    });
    folder.put(
      'activities.mjs',
      `export const first = async () => {
        Promise.reject(new Error('not awaited'));
        setImmediate(() => { throw new Error('thrown later'); });
        await new Promise((later) => setTimeout(later, 1));
        return 'done';
      };`,
    );
    const { code, out, err } = await folder.obelus(RUN);
    expect([code, JSON.parse(out)]).toMatchObject([0, { status: 'completed', output: 'done' }]);
    expect(err).toContain('a: what its code did not wait for failed: not awaited');
    expect(err).toContain('thrown later');
  });

  it('takes the input from the standard input', async () => {
    const folder = folderWith(PLAN);
    folder.put('died.txt', '');
    const { code, out } = await folder.obelus([...RUN, '--input', '-'], '{"by": 5}');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'completed', reason: 'goal_met', output: 40005 });
  });

  it('goes on after a kill from the same journal: nothing that was done is done again', async () => {
    const folder = folderWith(PLAN);
    const args = [...RUN, '--input', 'input.json', '--journal', 'journal'];
    expect((await folder.obelus(args)).signal).toBe('SIGKILL');
    const second = await folder.obelus(args);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.out)).toMatchObject({ output: 40002, calls: { a: { attempts: 1 } } });
    expect(entered(folder)).toEqual(['first', 'second', 'second']);
    const third = await folder.obelus(args);
    expect(JSON.parse(third.out)).toMatchObject({ status: 'completed', output: 40002 });
    expect(entered(folder)).toHaveLength(3);
  });

  it('does not start a write twice: a killed one is in doubt, and the run waits for a person', async () => {
    const folder = folderWith({
      tools: TOOLS,
      calls: [{ _id: 's', _tool: 'send', _outputPath: '†state.s' }],
    });
    const args = [...RUN, '--journal', 'journal'];
    expect((await folder.obelus(args)).signal).toBe('SIGKILL');
    const { code, out } = await folder.obelus(args);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      status: 'waiting',
      questions: [{ kind: 'in_doubt', call: 's' }],
    });
    expect(entered(folder)).toEqual(['send']);
  });

  it('holds a plan to what the person says of their own code with --tools: a lie about it sends nothing twice (§2)', async () => {
    const folder = folderWith({
      tools: [
        { name: 'pay', effect: 'none', idempotent: true },
        { name: 'look', activity: 'pay', effect: 'none', idempotent: true },
      ],
      calls: [
        { _id: 'a', _tool: 'pay', _outputPath: '†state.a' },
        { _id: 'b', _tool: 'look', _outputPath: '†state.b' },
      ],
      output: { a: '†state.a', b: '†state.b' },
    });
    const pay = `import { appendFileSync } from 'node:fs';
      export const pay = async () => { appendFileSync('entered.txt', 'pay\\n'); throw new Error('cut off'); };`;
    folder.put('activities.mjs', pay);
    folder.put('tools.json', [{ name: 'pay', effect: 'irreversible' }]);
    const { code, out } = await folder.obelus([...RUN, '--tools', 'tools.json', '--journal', 'journal']);
    expect(code).toBe(3);
    expect(JSON.parse(out).questions.map(({ kind }: { kind: string }) => kind)).toEqual([
      'in_doubt',
      'in_doubt',
    ]);
    expect(entered(folder)).toEqual(['pay', 'pay']);
  });

  it("refuses another plan's journal in words", async () => {
    const folder = folderWith(PLAN);
    folder.put('died.txt', '');
    const args = [...RUN, '--input', 'input.json', '--journal', 'journal'];
    expect((await folder.obelus(args)).code).toBe(0);
    folder.put('plan.json', { ...PLAN, output: '†state.a' });
    const { code, err } = await folder.obelus(args);
    expect(code).toBe(1);
    expect(err).toContain('The journal in journal is of another plan');
  });

  it('waits with the question named where nobody can be asked', async () => {
    const folder = folderWith({
      calls: [{ _id: 'who', _tool: 'askPerson', question: 'Who is it for?', _outputPath: '†state.who' }],
    });
    const { code, err } = await folder.obelus(['run', 'plan.json', '--approve', '--journal', 'journal']);
    expect(code).toBe(3);
    expect(err).toContain('Who is it for?');
    expect(err).toContain('obelus answer journal');
  });

  it('asks in the export "before" of a tool that writes, and enters the tool only once it has the answer (L-91a)', async () => {
    const folder = folderWith({
      tools: TOOLS,
      calls: [{ _id: 'w', _tool: 'send', _outputPath: '†state.w' }],
    });
    folder.put(
      'activities.mjs',
      `${ACTIVITIES} export const before = { send: (_, context) => context.ask({ title: 'Send it?', schema: { type: 'boolean' } }) };`,
    );
    const args = ['run', 'plan.json', '--approve', '--activities', 'activities.mjs', '--journal', 'journal'];
    const { code, err } = await folder.obelus(args);
    expect([code, existsSync(folder.at('entered.txt'))]).toEqual([3, false]);
    expect(err).toContain('Send it?');
  });

  it('doubts a tool that writes and asks in itself, in words', async () => {
    const folder = folderWith({
      tools: TOOLS,
      calls: [{ _id: 'w', _tool: 'send', _outputPath: '†state.w' }],
      policy: { onFailure: 'abort' },
    });
    folder.put('activities.mjs', `export const send = (_, context) => context.ask({ title: 'Sure?' });`);
    const { code, out, err } = await folder.obelus(RUN);
    expect(code).toBe(3);
    expect(out + err).toContain('only before it begins');
  });

  it.each([
    ['of a tool that is not there', '{ sned: () => {} }', 'no tool of that name'],
    ['that is no function', '{ send: 1 }', 'an object of functions'],
  ])('refuses a "before" %s', async (_, before, sentence) => {
    const folder = folderWith({
      tools: TOOLS,
      calls: [{ _id: 'w', _tool: 'send', _outputPath: '†state.w' }],
    });
    folder.put('activities.mjs', `${ACTIVITIES} export const before = ${before};`);
    const { code, err } = await folder.obelus(RUN);
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it('reads files beside the plan and writes into the folder of --out', async () => {
    const folder = folderWith({
      calls: [
        { _id: 'read', _tool: 'readText', file: 'in.txt', _outputPath: '†state.read' },
        {
          _id: 'save',
          _tool: 'saveFile',
          name: 'out.txt',
          content: '†state.read',
          _outputPath: '†state.save',
        },
      ],
    });
    folder.put('in.txt', 'twelve words');
    const { code } = await folder.obelus(['run', 'plan.json', '--approve', '--out', 'made', '--json']);
    expect(code).toBe(0);
    expect(readFileSync(folder.at('made/out.txt'), 'utf8')).toBe('twelve words');
  });

  it('keeps a large result as one file beside the journal, goes on from it, and prints it whole', async () => {
    const folder = newFolder();
    folder.put('plan.json', {
      tools: [
        { name: 'first', effect: 'read' },
        { name: 'second', effect: 'read' },
      ],
      calls: [
        { _id: 'a', _tool: 'first', _outputPath: '†state.a' },
        {
          _id: 'b',
          _tool: 'second',
          name: '†state.a.rows.7.name',
          rows: '†state.a.rows',
          _outputPath: '†state.b',
        },
        {
          _id: 'c',
          _tool: 'sortRows',
          rows: '†state.a.rows',
          column: 'n',
          direction: 'descending',
          _outputPath: '†state.c',
        },
      ],
      output: { b: '†state.b', last: '†state.c.0.n', all: '†state.a.rows' },
    });
    folder.put(
      'activities.mjs',
      `
      import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
      const enter = (name) => appendFileSync('entered.txt', name + '\\n');
      export const first = async () => {
        enter('first');
        return { rows: Array.from({ length: 40000 }, (_, n) => ({ n, name: 'row number ' + n })), count: 40000 };
      };
      export const second = async ({ name, rows }) => {
        enter('second');
        if (!existsSync('died.txt')) {
          writeFileSync('died.txt', '');
          process.kill(process.pid, 'SIGKILL');
        }
        return name + ' of ' + rows.length;
      };
      `,
    );
    const args = [...RUN.slice(0, 5), '--journal', 'j', '--json'];
    expect((await folder.obelus(args)).signal).toBe('SIGKILL');
    // As of a call that was cut off between its value and its end.
    folder.put(`j/large/${'0'.repeat(32)}-9.0.json`, '[]');
    folder.put(`j/large/${'0'.repeat(32)}-9.1.json.77.part`, '[');
    const { code, out } = await folder.obelus(args);
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(entered(folder)).toEqual(['first', 'second', 'second']);
    expect(report.output.b).toBe('row number 7 of 40000');
    expect(report.output.last).toBe(39_999);
    expect(report.output.all).toHaveLength(40_000);
    expect(report.state.state.a.count).toBe(40_000);
    expect(report.state.state.c[0]).toEqual({ n: 39_999, name: 'row number 39999' });
    // Its events have it too, where they are asked for.
    const lines = (await folder.obelus([...RUN.slice(0, 5), '--events'])).out.trim().split('\n');
    const told = lines.map((line) => JSON.parse(line)).find((one) => one.call === 'a' && 'value' in one);
    expect(told.value.rows).toHaveLength(40_000);
    expect(statSync(folder.at('j/journal.jsonl')).size).toBeLessThan(60_000);
    const files = readdirSync(folder.at('j/large'));
    expect(files).toHaveLength(2);
    for (const name of files) expect(name).toMatch(/^[0-9a-f]{32}-\d+\.0\.json$/);
  });
});

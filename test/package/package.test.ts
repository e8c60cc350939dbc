/** The public face of the package, tried from outside: the packed file, installed, and nothing of the project beside it. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printWorkbook } from '../../src/activities/workbook.ts';
import { fileTools } from '../../src/tools/file-tools.ts';
import { install } from './installed.ts';

const ROOT = join(import.meta.dirname, '../..');
const own = install();

const filesIn = (folder: string): string[] =>
  readdirSync(join(own.inside, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const PAGE = readFileSync(join(own.inside, 'README.md'), 'utf8');
const examples = [...PAGE.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!);

/** The first lines that the page gives for a terminal under that heading. */
const linesOf = (heading: string): string =>
  new RegExp(`^## ${heading}\\n+\`\`\`\\n([\\s\\S]*?)\`\`\``, 'm').exec(PAGE)?.[1] ?? '';

describe('the packed file', () => {
  it('says truly what it needs: Node alone', () => {
    const manifest = JSON.parse(readFileSync(join(own.inside, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'obelus-plan', license: 'MIT', dependencies: {} });
    const { version, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version, engines });
    expect(manifest.private).toBeUndefined();
    const known = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    const wanted = filesIn('dist').flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?\bfrom\s*["']([^"'.][^"']*)["']/gm),
      ].map(([, name]) => name!),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });

  it('brings the licence of everything that is built in, and no path of the machine that made it', () => {
    const notices = readFileSync(join(own.inside, 'THIRD-PARTY.md'), 'utf8');
    for (const name of ['zod', 're2js', 'jsonata', 'mathjs', 'openai'])
      expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
    const told = ['dist', 'types', 'docs']
      .flatMap(filesIn)
      .filter((file) => readFileSync(file, 'utf8').includes(ROOT));
    expect(told).toEqual([]);
  });

  it('documents every name that it shows, in words', async () => {
    for (const entry of ['plan', 'planner', 'check', 'run', 'simulate', 'host']) {
      const page = readFileSync(join(own.inside, `docs/${entry}.md`), 'utf8');
      const documented = [...page.matchAll(/^## (\S+)$/gm)].map(([, name]) => name!);
      const script = `console.log(Object.keys(await import('obelus-plan/${entry}')).join(' '));`;
      const { out } = await own.node(own.put('names.mjs', script));
      expect(documented).toEqual(expect.arrayContaining(out.trim().split(' ')));
      expect(documented.filter((name) => page.includes(`\n## ${name}\n\n\`\`\``))).toEqual([]);
    }
  });
});

describe('the schema of a plan', () => {
  it('is found by its name in the package', async () => {
    const script = `import { createRequire } from 'node:module';
      const { properties } = createRequire(import.meta.url)('obelus-plan/plan.schema.json');
      console.log(properties.format.const);`;
    expect((await own.node(own.put('schema.mjs', script))).out).toBe('obelus/plan\n');
  });
});

describe('the library', () => {
  it('does what its page shows, in the lines that stand there', async () => {
    expect(examples[0]!.trim().split('\n').length).toBeLessThanOrEqual(10);
    const { code, out, err } = await own.node(own.put('example.mjs', examples[0]!));
    expect({ code, out, err }).toEqual({
      code: 0,
      out: "0 [ 'greet' ] completed Good morning, Ada\n",
      err: '',
    });
  });

  it('hands a question to its caller, and goes on with the answer as its page shows', async () => {
    const script = `
      import { importPlan, memoryHost } from 'obelus-plan';
      const host = memoryHost();
      const calls = [{ _id: 'ask', _tool: 'askPerson', question: 'Go on?', _outputPath: '†state.said' }];
      const { plan } = importPlan({ calls, output: '†state.said' }, { planId: () => 'asks' }).value;
      const run = await host.run(plan, { approved: host.sign(plan) });
      console.log(run.status, run.questions.map(({ kind }) => kind));
      ${examples[1]}
      console.log(next.status, next.output, next.questions.length);`;
    const { out, err } = await own.node(own.put('asks.mjs', script));
    expect({ out, err }).toEqual({ out: "waiting [ 'answer' ]\ncompleted yes 0\n", err: '' });
  });

  it('plans a goal, and runs what was planned', async () => {
    const script = `
      import { checkPlan, draftPlan, isSound, memoryHost } from 'obelus-plan';
      const text = 'region,amount\\nNorth,2\\nSouth,3\\nNorth,5';
      const files = [{ name: 'sales.csv', type: 'text/csv', size: text.length, head: text }];
      const drafted = await draftPlan('sales', 'Read sales.csv and total the amount by region', { files });
      const { plan, input } = drafted.value;
      const host = memoryHost({ files: { 'sales.csv': text } });
      const sound = isSound(checkPlan(plan, host.catalogueFor(plan)).problems);
      const { status, output } = await host.run(plan, { approved: host.sign(plan), input });
      console.log(plan.id, sound, status, JSON.stringify(output));
      const none = await draftPlan('none', 'Zzyzx', {});
      console.log(none.ok, none.error.code);`;
    const { out, err } = await own.node(own.put('plans.mjs', script));
    expect({ out, err }).toEqual({
      out: 'sales true completed [{"region":"North","total amount":7},{"region":"South","total amount":3}]\nfalse no_plan\n',
      err: '',
    });
  });

  it('computes in threads that end with the run, and stops what goes on', async () => {
    const script = `
      import { importPlan, memoryHost } from 'obelus-plan';
      const logs = [];
      const host = memoryHost({ files: { 'a.csv': 'name,total\\nAda,3\\nBo,4' }, onLog: (...said) => logs.push(said),
        activities: { never: (_, { signal }) => new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason))) } });
      const open = (calls) => importPlan({ calls, output: '†state.out' }, { planId: () => 'p' }).value.plan;
      const read = open([{ _id: 'read', _tool: 'readCsv', file: 'a.csv', _outputPath: '†state.out' }]);
      const { status, output } = await host.run(read, { approved: host.sign(read) });
      console.log(status, JSON.stringify(output), logs.length);
      const waits = open([{ _id: 'never', _tool: 'never', _outputPath: '†state.out' }]);
      const stopped = host.run(waits, { approved: host.sign(waits), runId: 'r' });
      await new Promise((begun) => setImmediate(begun));
      await host.stop('r');
      const { status: how, reason } = await stopped;
      console.log(how, reason);`;
    const { out, err } = await own.node(own.put('threads.mjs', script));
    expect({ out, err }).toEqual({
      out: 'completed [{"name":"Ada","total":3},{"name":"Bo","total":4}] 0\naborted aborted\n',
      err: '',
    });
  });

  it('refuses in words what was not approved, is unsound, or has no code', async () => {
    const script = `
      import { importPlan, memoryHost } from 'obelus-plan';
      const host = memoryHost();
      const open = (...calls) => importPlan({ calls }, { planId: () => 'p' }).value.plan;
      const say = ({ code, message }) => console.log(code, '|', message);
      const note = { _id: 'a', _tool: 'note', text: 'x', _outputPath: '†state.a' };
      await host.run(open(note), { approved: host.sign(open({ ...note, text: 'y' })) }).catch(say);
      const unsound = open({ ...note, text: '†state.b' });
      await host.run(unsound, { approved: host.sign(unsound) }).catch(say);
      const codeless = { ...open({ _id: 'a', _tool: 'mine', _outputPath: '†state.a' }), tools: [{ name: 'mine' }] };
      await host.run(codeless, { approved: host.sign(codeless) }).catch(say);
      await host.answer('nobody', { gate: 'x', choose: 'approve' }).catch(say);`;
    const { out } = await own.node(own.put('refused.mjs', script));
    const said = out.trim().split('\n');
    expect(said.map((line) => line.split(' | ')[0])).toEqual([
      'not-approved',
      'plan_invalid',
      'cannot-run-here',
      'unknown-run',
    ]);
    expect(said[2]).toContain('"a" has no code behind "mine" here. Give its code with "activities".');
  });

  it('has types that say the same, for a project of its own', async () => {
    own.put(
      'consumer.ts',
      `import { checkPlan, importPlan, isSound, memoryHost, simulate, type Plan, type Problem, type RunReport } from 'obelus-plan';
      import { memoryStore, openRuns, type Activity, type Place } from 'obelus-plan/host';
      import { evolve, newRun, openQuestions } from 'obelus-plan/run';
      const greet: Activity = ({ name }) => \`Good morning, \${String(name)}\`;
      const host = memoryHost({ activities: { greet }, tools: [{ name: 'greet', effect: 'none' }] });
      const opened = importPlan('{}', { planId: () => 'p' });
      if (!opened.ok) throw new Error(opened.error.map(({ message }) => message).join());
      const plan: Plan = opened.value.plan;
      const problems: Problem[] = checkPlan(plan, host.catalogueFor(plan)).problems;
      export const sound: boolean = isSound(problems);
      export const dry: Promise<{ readonly elapsedMs: number }> = simulate(plan, {}, { setting: host.setting });
      export const run: Promise<RunReport> = host.run(plan, { approved: host.sign(plan) });
      export const again = (report: RunReport) =>
        openQuestions(report.events.reduce(evolve, newRun(report.runId, host.setting)));
      export const mine = (place: Omit<Place, 'store'>) => openRuns({ ...place, store: memoryStore() });
      // @ts-expect-error A plan is signed before it runs.
      void host.run(plan, {});
      // @ts-expect-error A call needs an id and a tool.
      export const wrong: Plan = { ...plan, calls: [{ text: 'x' }] };
      `,
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      lib: ['ES2023', 'DOM'],
      types: [],
    };
    own.put('tsconfig.json', JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { out, code } = await own.node(tsc, '-p', '.');
    expect({ out, code }).toEqual({ out: '', code: 0 });
    // A compiler is what takes longest here, on machines that are busy with others most of all.
  }, 120_000);
});

describe('the command', () => {
  it('does in a CI file what its page shows, and computes in its thread', async () => {
    own.put('orders.csv', 'name,total\nAda,3\nBo,4');
    own.put('tools.mjs', 'export const greet = ({ name }) => "Good morning, " + name;');
    own.put('input.json', '{"name":"Ada"}');
    const calls = [
      { _id: 'read', _tool: 'readCsv', file: 'orders.csv', _outputPath: '†state.rows' },
      { _id: 'greet', _tool: 'greet', name: '†input.name', _outputPath: '†state.said' },
    ];
    const tools = [{ name: 'greet', effect: 'none' }];
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const output = { rows: '†state.rows', said: '†state.said' };
    own.put('plan.json', JSON.stringify({ calls, tools, input: { schema }, output }));
    own.put('sales.csv', 'region,amount\nNorth,3\nSouth,4\nNorth,5\n');
    // Its first line makes a plan; the others are tried with one that calls code of the person's own.
    const { code, out, err } = await own.steps(
      linesOf('In a CI file').replace('> plan.json', '> planned.json'),
    );
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("in the run's own thread") });
    expect(out).toContain('0 errors, 0 warnings');
    const report = JSON.parse(out.slice(out.lastIndexOf('\n{') + 1));
    expect(report).toMatchObject({
      status: 'completed',
      output: { rows: [{ total: 3 }, { total: 4 }], said: 'Good morning, Ada' },
    });
  });

  it('leaves a question open in one step of it, and goes on with an answer from another', async () => {
    const who = { _id: 'who', _tool: 'askPerson', question: 'Who?', _outputPath: '†state.who' };
    own.put('ask.json', JSON.stringify({ calls: [who], output: '†state.who' }));
    const asks = await own.steps('node_modules/.bin/obelus run ask.json --approve --journal asks');
    expect(asks.code).toBe(3);
    const waits = await own.steps('node_modules/.bin/obelus status asks --json');
    expect(JSON.parse(waits.out)).toMatchObject({ questions: [{ call: 'who' }] });
    const { code, out } = await own.steps(`node_modules/.bin/obelus answer asks --call who --value '"Ada"'`);
    expect([code, JSON.parse(out)]).toEqual([0, 'Ada']);
  });

  it('reads a workbook and a PDF with what it brings along', async () => {
    const letter = fileTools.find(({ name }) => name === 'readPdf')?.examples?.[0]?.files?.['letter.pdf'];
    writeFileSync(
      join(own.folder, 'sums.xlsx'),
      await printWorkbook([{ region: 'Nord', sum: 3 }], ['region', 'sum']),
    );
    own.put('page.pdf', String(letter));
    const calls = [
      { _id: 'sheet', _tool: 'readXlsx', file: 'sums.xlsx', _outputPath: '†state.sheet' },
      { _id: 'page', _tool: 'readPdf', file: 'page.pdf', _outputPath: '†state.page' },
    ];
    const output = { sheet: '†state.sheet', page: '†state.page' };
    const plan = own.put('files.json', JSON.stringify({ calls, output }));
    const { out } = await own.obelus('run', plan, '--approve');
    expect(JSON.parse(out)).toEqual({ sheet: [{ region: 'Nord', sum: 3 }], page: 'Hello' });
  });
});

/** The table of an approval as a person reads it (L-73). */

import { describe, expect, it } from 'vitest';
import { isReplan } from '../../../src/flows/flow.ts';
import { flowSections, found, lineWords } from '../../../src/flows/rows.ts';
import { sign } from '../../../src/flows/sign.ts';
import { flowTable } from '../../../src/flows/table.ts';
import type { FlowSetting } from '../../../src/flows/use.ts';
import { WITH_RECORD } from '../../../src/flows/words.ts';
import type { Delegates } from '../../../src/plan/delegates.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';
import { callsOnCanvas, flowNamer } from '../../../src/ui/approve/flow-calls.ts';
import { BUILT_IN, PLACE, planOf, READ } from '../../flows/flow-place.ts';

const sectionsOf = (plan: Plan, setting = PLACE, delegates: Delegates = {}) =>
  flowSections(flowTable(plan, setting, delegates), flowNamer(plan, delegates));
const said = (calls: readonly Call[], setting = PLACE): string[] =>
  sectionsOf(planOf(calls), setting).flatMap(({ words, rows }) => [
    words,
    ...rows.map(({ from, to, what }) => `${from} → ${to} · ${what}`),
  ]);

const SEND: Call = {
  _id: 'send',
  _tool: 'httpSend',
  url: 'https://api.example.com/x',
  authorization: '†secret.shop',
  body: '†state.rows',
};

it('a call in a loop is said to happen for each element, at whatever depth', () => {
  const each = { _id: 'each', _tool: 'each', _forEach: '†input.rows' };
  const through: Call = { _id: 'through', _tool: 'in', _delegate: 'in' };
  const delegates = { out: planOf([through]), in: planOf([SEND]) };
  const what = (calls: readonly Call[]) =>
    sectionsOf(planOf(calls), PLACE, delegates)[0]?.rows.map((row) => row.what.split(' · ').at(-1));
  expect(what([{ ...each, _delegate: 'out' }])).toEqual(['1 call for each element of a list']);
  expect(what([{ _id: 'once', _tool: 'once', _delegate: 'out' }])).toEqual(['1 call']);
  expect(what([SEND, { ...each, _delegate: 'in' }])).toEqual(['2 calls, some for each element of a list']);
});

describe('a replan that the plan asks for (L-42)', () => {
  const plan: Plan = { ...planOf([READ]), policy: { onFailure: 'replan' } };
  const at = (setting: FlowSetting, delegates: Delegates = {}, of = plan) =>
    sectionsOf(of, setting, delegates).flatMap(({ rows }) =>
      rows.flatMap(({ from, to, what, line }) =>
        line.calls.every(isReplan) ? [`${from} → ${to} · ${what}`] : [],
      ),
    );
  const LINE =
    'your goal, what failed, the calls of the plan with the values written in them, the beginning of each result, how the files that the plan reads are built and how they begin, and the descriptions of the tools, of the input and of the state → the model at models.example · sent where a call fails, to have the rest planned anew · without a question';

  it('is a line of its own where a model is connected, beside what calls send to it', () => {
    const setting = { ...PLACE, modelServer: 'models.example' };
    expect(at(setting)).toEqual([LINE]);
    const below: Call = { _id: 'below', _tool: 'below', _delegate: 'sub' };
    expect(at(setting, { sub: plan }, planOf([below]))).toEqual([LINE]);
    const asks: Call = { _id: 'sum', _tool: 'sum up', rows: '†state.rows' };
    expect(at(setting, {}, { ...plan, calls: [READ, asks] })).toEqual([LINE]);
  });

  it('leads to the calls whose failure it is about, and says what it is where a draft adds it', () => {
    const setting = { ...PLACE, modelServer: 'models.example' };
    const off: Call = { _id: 'off', _tool: 'readCsv', file: 'b.csv', _off: true, _outputPath: '†state.off' };
    const sum: Call = { _id: 'sum', _tool: 'sum up', rows: '†state.rows', _outputPath: '†state.sum' };
    const whole = { ...plan, calls: [READ, sum, off] };
    const leadOf = (of: Plan, delegates: Delegates) =>
      sectionsOf(of, setting, delegates).flatMap(({ rows }) =>
        rows.flatMap(({ line }) => (line.calls.every(isReplan) ? [callsOnCanvas(line, of, delegates)] : [])),
      );
    expect(leadOf(whole, {})).toEqual([['read', 'sum']]);
    const below: Call = { _id: 'below', _tool: 'below', _delegate: 'sub' };
    expect(leadOf(planOf([READ, below]), { sub: plan })).toEqual([['below']]);
    const words = lineWords(flowTable(whole, setting).flows, (call) => call);
    expect(words.filter((line) => line.includes('model'))).toEqual([
      'your file sales.csv → the model at models.example: sent to be answered',
      LINE.replace(' · sent', ': sent'),
    ]);
  });

  it('is signed: another server is another hash', () => {
    const hash = (modelServer: string) => {
      const signed = sign(plan, { ...PLACE, modelServer });
      return signed.ok ? signed.value.hash : signed.error;
    };
    expect(hash('models.example')).toBe(hash('models.example'));
    expect(hash('models.example')).not.toBe(hash('other.example'));
  });

  it('sends nothing without a model, nor where the plan does not ask for it', () => {
    expect(at({ ...PLACE, modelServer: null })).toEqual([]);
    expect(at({ ...PLACE, modelServer: 'models.example' }, {}, planOf([READ]))).toEqual([]);
  });
});

it('of a record from outside, its files and input are nobody’s here; a secret is the person’s own (L-74)', () => {
  const asked: Call = { ...SEND, body: '†input.note' };
  const plan = planOf([READ, asked]);
  const froms = (brought?: typeof WITH_RECORD) =>
    flowSections(flowTable(plan, PLACE), flowNamer(plan, {}), brought)
      .flatMap(({ rows }) => rows)
      .map(({ from }) => from)
      .join('; ');
  expect(froms()).toContain('your secret shop');
  expect(froms()).toContain('your input note');
  expect(froms(WITH_RECORD)).toContain('your secret shop');
  expect(froms(WITH_RECORD)).toContain('the input note that came with the record');
  expect(froms(WITH_RECORD)).not.toMatch(/your (input|file)/);
});

describe('what a draft adds to it (L-71)', () => {
  it('is said line by line, from where to where and what is done there', () => {
    const { flows } = flowTable(planOf([READ, SEND]), PLACE);
    const added = flows.filter(({ call }) => call === 'send');
    expect(lineWords(added, (call) => call)).toEqual([
      'your secret shop and your file sales.csv → api.example.com: changes things there',
    ]);
    const open = { ...SEND, url: '†state.rows' };
    expect(lineWords(flowTable(planOf([READ, open]), PLACE).flows, (call) => call)[0]).toMatch(
      /→ a host that only the run names: .* · asks you first$/,
    );
  });
});

describe('the table of an approval', () => {
  it('says what a person put in wherever it goes (L-76)', () => {
    const sum: Call = { _id: 'sum', _tool: 'calculate', expression: '†state.rows', _outputPath: '†state.n' };
    const part = { starts: new Set(['sum']), given: { read: 3 } };
    const table = flowTable(planOf([READ, sum]), PLACE, {}, part);
    expect(flowSections(table, (call) => call)[0]?.rows[0]?.from).toBe('what you gave for “read”');
  });

  it('says what leaves this device first, and reads in a hurry', () => {
    expect(
      said([
        READ,
        SEND,
        { _id: 'sum', _tool: 'sum up', rows: '†state.rows', _outputPath: '†state.sum' },
        { _id: 'save', _tool: 'saveFile', name: 'sum.md', content: '†state.sum' },
      ]),
    ).toEqual([
      'Leaves this device',
      'your secret shop and your file sales.csv → api.example.com · changes things there · can’t be taken back from here · 1 call',
      'your file sales.csv → the model at models.example · sent to be answered · 1 call',
      'Written as files',
      'what “sum” brings → the file sum.md · written · 1 call',
      'Stays on this device',
      'your file sales.csv → this device · read here · 1 call',
    ]);
  });

  it('says which call a secret goes with, and what each asks of the host', () => {
    const plain: Call = { _id: 'look', _tool: 'httpGet', url: 'https://api.example.com/x/7?key=abc' };
    const remove: Call = { ...SEND, _id: 'remove', method: 'DELETE', _description: 'Remove the old' };
    const ping: Call = {
      ...SEND,
      _id: 'ping',
      url: 'https://api.example.com/ping',
      authorization: undefined,
    };
    const [leaves] = sectionsOf(planOf([READ, SEND, remove, ping, plain]));
    expect(leaves?.rows.map(({ from, requests }) => [from, requests])).toEqual([
      ['your secret shop and your file sales.csv', ['“Remove the old” DELETE /x', '“send” POST /x']],
      ['your file sales.csv', ['“ping” POST /ping']],
      // What stands behind the question mark is often a key.
      ['what stands in this plan', ['“look” /x/7?…']],
    ]);
    expect(new Set(leaves?.rows.map(({ key }) => key)).size).toBe(3);
    expect(
      found(sectionsOf(planOf([SEND, ping])), '/ping', (call) => call).flatMap(({ rows }) => rows),
    ).toHaveLength(1);
  });

  it('leaves a query out of the line, and has the whole address beside it, with its hidden characters told', () => {
    const rowOf = (url: string) =>
      sectionsOf(planOf([{ ...SEND, authorization: undefined, url }])).flatMap(({ rows }) => rows)[0];
    const row = rowOf('https://shop.example/a?key=abc\u202edef#x');
    expect(row?.requests).toEqual(['“send” POST /a?…']);
    expect(row?.addresses).toEqual(['“send”: https://shop.example/a?key=abc⟨U+202E⟩def#x']);
    expect(rowOf('https://shop.example/a')?.addresses).toEqual([]);
  });

  it('says what goes over a line that anybody on the way can read, and not of this device’s own', () => {
    const to = (url: string) =>
      sectionsOf(planOf([{ ...SEND, authorization: undefined, url }])).flatMap(({ rows }) =>
        rows.map((row) => row.to),
      );
    expect(to('http://shop.example/a')).toEqual(['http://shop.example (unencrypted)']);
    expect(to('https://shop.example/a')).toEqual(['shop.example']);
    expect(to('http://localhost:8080/a')).toEqual(['localhost:8080']);
    expect(to('http://127.0.0.1/a')).toEqual(['127.0.0.1']);
  });

  it('counts the calls of a line that are too many to name, and says what only the run knows', () => {
    const calls = [1, 2, 3, 4, 5].map((n): Call => ({ ...SEND, _id: `s${n}`, method: '†input.how' }));
    const [leaves] = sectionsOf(planOf(calls));
    expect(leaves?.rows[0]?.requests).toEqual([
      ...[1, 2, 3].map((n) => `“s${n}” by a method that only the run names, /x`),
      'and 2 more',
    ]);
    const open = sectionsOf(planOf([{ ...SEND, url: '†input.where' }]));
    expect(open[0]?.rows[0]?.requests).toEqual(['“send” POST at an address that only the run names']);
  });

  it('names whatever a person gave, however much it is', () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'z-passwords.txt'];
    const reads = names.map(
      (file, n): Call => ({ _id: `r${n}`, _tool: 'readText', file, _outputPath: `†state.r${n}` }),
    );
    const body = Object.fromEntries(names.map((name, n) => [name, `†state.r${n}`]));
    const line = said([...reads, { ...SEND, body }]).find((words) => words.includes('api.example.com'));
    for (const name of names) expect(line).toContain(name);
    expect(line).not.toContain(' more ');
  });

  it('says that it can be taken back only where a contract says how', () => {
    const setting = (contract: object): FlowSetting => ({
      ...PLACE,
      contractBehind: (name) => {
        const own = BUILT_IN.get(name);
        return own && { ...own, ...contract };
      },
    });
    const undo = { undo: { tool: 'httpSend', params: {} } };
    expect(said([READ, SEND], setting(undo))[1]).toContain('can be taken back ·');
    expect(said([READ, SEND], setting({ effect: 'irreversible' }))[1]).toContain('can’t be taken back ·');
    // A plan's word for how it is taken back counts for nothing over the app's code.
    const plan = { ...planOf([READ, SEND]), tools: [{ name: 'httpSend', ...undo }] };
    expect(sectionsOf(plan)[0]?.rows[0]?.what).toContain('can’t be taken back from here');
  });

  it('says that a host or file that only the run names asks first', () => {
    expect(
      said([
        { ...SEND, url: '†input.where' },
        { _id: 'save', _tool: 'saveFile', name: '†input.name', content: 'x' },
      ]).filter((line) => line.includes('asks you first')),
    ).toEqual([
      'your secret shop and your input where → a host that only the run names · changes things there · can’t be taken back from here · asks you first · 1 call',
      'your input name → a file that only the run names · written · asks you first · 1 call',
    ]);
  });

  it('names the headers that the plan fixes, and counts a method that one of them makes of another as that', () => {
    const asked = (more: object, _tool = 'httpSend') =>
      sectionsOf(planOf([{ _id: 'a', _tool, url: 'https://api.example.com/x', ...more } as Call]))[0]?.rows[0]
        ?.requests;
    expect(asked({ headers: { 'X-Http-Method-Override': 'delete', Prefer: 'now' } })).toEqual([
      '“a” POST as DELETE /x, with “X-Http-Method-Override: delete”, “Prefer: now”',
    ]);
    expect(asked({ headers: { 'X-HTTP-Method': '†input.how' } })).toEqual([
      '“a” POST as a method that only the run names, /x, with “X-HTTP-Method” that only the run names',
    ]);
    expect(asked({ headers: '†input.all' })).toEqual(['“a” POST /x, with headers that only the run names']);
    expect(asked({ headers: { a: '1', b: '2', c: '3', d: '4' } }, 'httpGet')).toEqual([
      '“a” /x, with “a: 1”, “b: 2”, “c: 3” and 1 more header',
    ]);
  });

  it('says of an address that stands in the plan that it is written in an unusual way, never that the run names it', () => {
    const odd = (_id: string, url: string): Call => ({ _id, _tool: 'httpGet', url });
    const calls = [odd('six', 'http://[::ffff:127.0.0.1]:1/x'), odd('odd', 'https://shop_.example/y')];
    const [row] = sectionsOf(planOf(calls))[0]?.rows ?? [];
    expect(row).toMatchObject({ to: 'a host that is written in an unusual way', line: { asks: true } });
    expect(row?.requests).toEqual([
      '“odd” at “https://shop_.example/y”',
      '“six” at “http://[::ffff:127.0.0.1]:1/x”',
    ]);
    const [both] = sectionsOf(planOf([...calls, odd('run', '†input.where')]))[0]?.rows ?? [];
    expect(both?.to).toBe('a host that only the run names, or a host that is written in an unusual way');
  });

  it('says of code of the person’s own that nothing holds it to the table', () => {
    const setting = { ...PLACE, hasActivity: () => true };
    expect(said([READ, { _id: 'm', _tool: 'mine', rows: '†state.rows' }], setting)[1]).toBe(
      'your file sales.csv → your own code “mine” · may change things, and can’t be held to this table · can’t be taken back from here · 1 call',
    );
  });

  it('shows what a stranger hides in a name', () => {
    const rows = said([{ ...READ, file: 'a\u202egpj.exe\nLeaves this device' }]);
    expect(rows[1]).toContain('your file “a⟨U+202E⟩gpj.exe Leaves this device”');
  });

  it('lets no name go on as words of ours', () => {
    const rows = said([
      {
        ...READ,
        _tool: 'httpGet',
        url: 'https://one.example/',
        _description: 'all” brings and nothing else',
      },
      { ...SEND, shop: '†input["shop and that is all"]' },
    ]);
    const sent = rows.find((row) => row.includes('→ api.example.com'));
    expect(sent).toContain("what “all' brings and nothing else” brings");
    expect(sent).toContain("your input “['shop and that is all']”");
  });

  it('leads to the calls of a line, and of a sub-plan to whoever delegates to it', () => {
    const sub = planOf([{ _id: 'post', _tool: 'httpSend', url: 'https://sub.example/', body: '†input.row' }]);
    const delegates = { 'plan:sub@1': sub };
    const plan = planOf([READ, { _id: 'each', _tool: 'each', _delegate: 'plan:sub@1', row: '†state.rows' }]);
    const [leaves] = sectionsOf(plan, PLACE, delegates);
    expect(leaves?.rows.map(({ line }) => callsOnCanvas(line, plan, delegates))).toEqual([['each']]);
  });

  it('is searched by source, place, effect and call', () => {
    const plan = planOf([READ, SEND, { ...SEND, _id: 'other', url: 'https://two.example/', body: 'x' }]);
    const sections = sectionsOf(plan);
    const to = (search: string) =>
      found(sections, search, flowNamer(plan, {})).flatMap(({ rows }) => rows.map((row) => row.to));
    expect(to('sales changes')).toEqual(['api.example.com']);
    expect(to('other')).toEqual(['two.example']);
    expect(to('nothing of the kind')).toEqual([]);
  });

  it('of 10,000 calls is made in a moment', () => {
    const calls = Array.from(
      { length: 10_000 },
      (_, i): Call =>
        i % 2 === 0
          ? {
              _id: `c${i}`,
              _tool: 'httpSend',
              url: `https://h${i % 3000}.example/`,
              body: `†state.s${i - 1}`,
              _outputPath: `†state.s${i}`,
            }
          : {
              _id: `c${i}`,
              _tool: 'sortRows',
              rows: `†state.s${i - 1}`,
              by: 'x',
              _outputPath: `†state.s${i}`,
            },
    );
    const plan = planOf(calls);
    // Each call with each would take minutes: the test's own time is its limit.
    expect(sectionsOf(plan)[0]?.rows.length).toBe(1500);
  });
});

describe('what a mandate allows (L-56, L-64)', () => {
  const mandate = {
    tools: ['countWords', 'sortRows', 'httpGet', 'httpSend'],
    effects: ['none' as const, 'read' as const],
    hosts: ['one.example', 'two.example'],
  };
  const AGENT: Call = {
    ...{ _id: 'odd', _tool: 'agent', _description: 'Odd cases', task: 'Look', tools: ['countWords'] },
    _outputPath: '†state.odd',
  };
  const rowsOf = (plan: Plan, delegates: Delegates = {}) =>
    sectionsOf(plan, PLACE, delegates).flatMap(({ rows }) => rows);
  const ofMandate = (plan: Plan, delegates: Delegates = {}) =>
    rowsOf(plan, delegates).flatMap(({ to, what }) =>
      what.includes('as often as') ? [`${to} · ${what}`] : [],
    );

  it('is a row a place, with what is done there and all tools by what they are called on the screen', () => {
    expect(ofMandate(planOf([READ], { strategy: 'iterative', mandate }))).toEqual([
      'one.example · reads there · by “Get a web address”, as often as the plan wants within its limits',
      'two.example · reads there · by “Get a web address”, as often as the plan wants within its limits',
      'this device · worked on here · by “Count words” and “Sort rows”, as often as the plan wants within its limits',
    ]);
  });

  it('of two the rows are apart, each says whose they are, and leads to its agent', () => {
    const plan = planOf([READ, AGENT], { strategy: 'iterative', mandate });
    const rows = rowsOf(plan).filter(({ what }) => what.includes('worked on here · by'));
    expect(rows.map(({ what }) => what.split(', as often as ').at(-1))).toEqual([
      '“Odd cases” wants within its limits',
      'the plan wants within its limits',
    ]);
    expect(new Set(rowsOf(plan).map(({ key }) => key)).size).toBe(rowsOf(plan).length);
    expect(rows.map(({ line }) => callsOnCanvas(line, plan, {}))).toEqual([['odd'], []]);
    const model = rowsOf(plan).find(({ line }) => line.calls.includes('odd/†turn'));
    expect(model && callsOnCanvas(model.line, planOf([READ, AGENT]), {})).toEqual(['odd']);
  });

  it('names a title that is a text by its beginning, and of many tools the first, with how many more', () => {
    const tools = Array.from({ length: 1000 }, (_, i) => ({
      ...{ name: `t${i}`, title: `${'T'.repeat(10_000)}${i}`, activity: 'countWords' },
      effect: 'none' as const,
    }));
    const plan = planOf([{ ...AGENT, tools: tools.map(({ name }) => name) }], { tools });
    const [row] = ofMandate(plan);
    expect(row?.length).toBeLessThan(2000);
    expect(row).toMatch(
      / · by (“T{59}…”, ){19}“T{59}…” and 980 more, as often as “Odd cases” wants within its limits$/,
    );
    // Where all of them stand.
    expect(flowTable(plan, PLACE).tools.flatMap(({ names }) => names)).toHaveLength(1000);
    const few = planOf([{ ...AGENT, tools: ['t1', 't2'] }], {
      tools: [{ ...tools[1]!, title: 'One' }, tools[2]!],
    });
    expect(ofMandate(few)[0]).toMatch(/ · by “One” and “T{59}…”, as often/);
  });

  it('below a sub-plan goes by the tools of that', () => {
    const sub = planOf([{ ...AGENT, tools: ['look'] }], { tools: [{ name: 'look', title: 'Look it up' }] });
    const each: Call = { _id: 'each', _tool: 'each', _delegate: 'sub' };
    expect(ofMandate(planOf([each]), { sub })[0]).toContain('by “Look it up”, as often as “Odd cases” wants');
  });
});

/** Nothing leaves but what was signed or allowed, secrets go to their own hosts alone, and what left is recorded. Real servers. */

import { describe, expect, test, vi } from 'vitest';
import type { Activity } from '../../src/activities/activity.ts';
import { doorFor } from '../../src/activities/door.ts';
import { redactionOf } from '../../src/activities/redaction.ts';
import type { CallStart } from '../../src/host/port.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { type MemoryHost, memoryHost } from '../../src/package/host.ts';
import type { RunEvent, SentRequest } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { allowedWords, happenedIn, signedWords } from '../../src/run/happened.ts';
import { newRun } from '../../src/run/new-run.ts';
import { requestWords } from '../../src/run/sent.ts';
import { hostWithInbox } from './host-with-inbox.ts';
import { get, planOf, run, twoHosts } from './two-hosts.ts';

const two = twoHosts();
const { known, other, leadingAway } = two;

const foldOf = ({ setting }: MemoryHost, events: readonly RunEvent[]) =>
  events.reduce(evolve, newRun('r', setting));

describe('a host', () => {
  test('that a parameter of the plan names is reached unasked, and what left is recorded', async () => {
    const { asked, sent } = await run(planOf([get('a', `http://${known()}/start?key=1`)]));
    expect(asked).toEqual([]);
    expect(two.heard[0]).toHaveLength(1);
    expect(sent).toMatchObject([
      { call: 'a', attempt: 1, n: 1, host: known(), method: 'GET', path: '/start' },
      { call: 'a', attempt: 1, n: 1, host: known(), method: 'GET', path: '/start', answered: 200 },
    ]);
    // Keys are often in a query.
    expect(JSON.stringify(sent)).not.toContain('key=1');
  });

  test('that came out of the run asks first; the answer is in the journal, and a no sends nothing', async () => {
    const { report, asked, failures } = await run(planOf(leadingAway()), {}, [{ allow: false }]);
    expect(asked).toEqual([`Reach ${other()}?`]);
    expect(two.heard[1]).toEqual([]);
    expect(failures.b).toMatchObject({
      code: 'permission-denied',
      message: expect.stringContaining('Nothing was sent'),
    });
    expect(report.events).toContainEqual(
      expect.objectContaining({ type: 'approval', call: 'b', value: { allow: false } }),
    );
  });

  test('is asked about once a call, and once a run where the person says so', async () => {
    const calls = [...leadingAway(), get('c', '†state.a.data.next', { _after: '†state.b' })];
    const each = await run(planOf(calls), {}, [{ allow: true }, { allow: true }]);
    expect(each.asked).toHaveLength(2);
    two.heard = [[], []];
    const once = await run(planOf(calls), {}, [{ allow: true, run: true }]);
    expect(once.asked).toHaveLength(1);
    expect(two.heard[1]).toHaveLength(2);
  });

  test('that was allowed for the whole run at a read is no leave for a write there; at a write it is for both', async () => {
    const send = (id: string, after: string) => ({
      ...{ _id: id, _tool: 'httpSend', url: '†state.a.data.next', method: 'DELETE' },
      ...{ _after: after, _outputPath: `†state.${id}` },
    });
    const read = await run(planOf([...leadingAway(), send('c', '†state.b')]), {}, [
      { allow: true, run: true },
      { allow: false },
    ]);
    expect(read.asked).toHaveLength(2);
    expect(read.failures.c).toMatchObject({ code: 'permission-denied' });
    expect(two.heard[1]).toHaveLength(1);
    two.heard = [[], []];
    const [first] = leadingAway();
    const later = get('d', '†state.a.data.next', { _after: '†state.c' });
    const both = [first, send('c', '†state.a'), later, send('e', '†state.d')];
    const once = await run(planOf(both), {}, [{ allow: true, run: true }]);
    expect(once.asked).toHaveLength(1);
    expect(two.heard[1]).toHaveLength(3);
  });

  test('that was allowed for the run is asked about again once that is taken back', async () => {
    const gated = get('c', '†state.a.data.next', { _after: '†state.b && †state.approvals.on' });
    const plan = planOf([...leadingAway(), gated]);
    const host = memoryHost();
    let report = await host.run(plan, { approved: host.sign(plan) });
    const { runId } = report;
    report = await host.answer(runId, { call: 'b', choose: 'value', value: { allow: true, run: true } });
    const about = `host ${other()}`;
    const taken = await host.answer(runId, { about, choose: 'reject' });
    expect(taken.events).toContainEqual(
      expect.objectContaining({ type: 'approval', about, choose: 'reject' }),
    );
    await expect(host.answer(runId, { about, choose: 'reject' })).rejects.toMatchObject({
      code: 'no-such-question',
    });
    report = await host.answer(runId, { gate: 'on', choose: 'approve' });
    expect(report.questions).toMatchObject([
      { kind: 'answer', call: 'c', form: { title: `Reach ${other()}?` } },
    ]);
    expect(two.heard[1]).toHaveLength(1);
  });

  test.each([
    'javascript:alert(1)',
    'data:,x',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'about:blank',
  ])('that an address does not have is never asked about: %s', async (url) => {
    const written = planOf([get('a', url)]);
    const host = memoryHost();
    await expect(host.run(written, { approved: host.sign(written) })).rejects.toMatchObject({
      code: 'plan_invalid',
      message: expect.stringContaining('must be an address that begins with https:// or http://'),
    });
    const named = planOf([get('a', '†input.where')], {
      input: { schema: { type: 'object', properties: { where: { type: 'string', default: url } } } },
    });
    const { asked, failures } = await run(named);
    expect(asked).toEqual([]);
    expect(failures.a).toMatchObject({
      code: 'invalid-arguments',
      message: expect.stringContaining('names no host. Nothing was sent.'),
    });
  });

  test('that nothing opened lets nothing out, whatever code asks for it', async () => {
    const door = doorFor(
      {
        ...{ names: () => false, granted: () => false, secrets: new Map(), locked: new Set<string>() },
        ...{ redaction: redactionOf([]), ask: () => Promise.reject(new Error('not asked')) },
        ...{ record: () => {}, bind: () => {} },
      },
      'a',
      { writes: false, addresses: [], files: [], secrets: [] },
    );
    await expect(door.fetch(`http://${other()}/`)).rejects.toMatchObject({
      code: 'permission-denied',
      outcome: 'not-sent',
    });
    expect(() => door.holdFile('a.txt')).toThrow('Nothing was saved');
    expect(two.heard[1]).toEqual([]);
  });

  test('is sent a body of any kind once it was seen whole: sized, and without a secret of another host', async () => {
    const recorded: SentRequest[] = [];
    const door = doorFor(
      {
        ...{ names: () => true, granted: () => false, secrets: new Map(), locked: new Set<string>() },
        ...{
          redaction: redactionOf([['github', 'sesame-open']]),
          ask: () => Promise.reject(new Error('no')),
        },
        ...{ record: (sent: SentRequest) => void recorded.push(sent), bind: () => {} },
      },
      'a',
      { writes: false, addresses: [], files: [], secrets: [] },
    );
    const bytesOf = (text: string) => new TextEncoder().encode(text);
    const form = (text: string) => {
      const data = new FormData();
      data.set('file', new Blob([text]), 'a.txt');
      return data;
    };
    const kinds: ((text: string) => BodyInit)[] = [
      bytesOf,
      (text) => bytesOf(text).buffer,
      (text) => new Blob([new Uint8Array([0, 255, 254]), text]),
      form,
      (text) => new URLSearchParams({ text }),
      (text) => new Blob([text]).stream(),
    ];
    for (const kind of kinds) {
      const send = (body: BodyInit) =>
        door.fetch(`http://${other()}/`, { method: 'POST', body, duplex: 'half' } as RequestInit);
      await expect(send(kind('my sesame-open words'))).rejects.toMatchObject({
        ...{ code: 'permission-denied', outcome: 'not-sent' },
      });
      expect(two.heard[1]).toEqual([]);
      await send(kind('two words'));
      const [{ body = '' } = {}] = two.heard[1]?.splice(0) ?? [];
      expect(body).toMatch(/two.words/);
      const { bytes = 0 } = recorded.at(-1) ?? {};
      expect(Math.abs(bytes - bytesOf(body).length), body).toBeLessThan(body.length > 100 ? 40 : 7);
    }
    expect(requestWords(recorded[0]!)).toBe(`POST to ${other()}/, 9 B`);
  });

  test('is sent a request as it was made, and it is recorded as that', async () => {
    const recorded: object[] = [];
    const door = doorFor(
      {
        ...{ names: () => true, granted: () => false, secrets: new Map(), locked: new Set<string>() },
        ...{
          redaction: redactionOf([['github', 'sesame-open']]),
          ask: () => Promise.reject(new Error('not asked')),
        },
        ...{ record: (sent: object) => void recorded.push(sent), bind: () => {} },
      },
      'a',
      { writes: false, addresses: [], files: [], secrets: [] },
    );
    const made = (headers: Record<string, string>) =>
      new Request(`http://${other()}/`, { method: 'PUT', body: 'x', headers });
    await door.fetch(made({ 'Idempotency-Key': 'k' }));
    expect(two.heard[1]).toMatchObject([{ method: 'PUT', body: 'x' }]);
    expect(recorded[0]).toMatchObject({ method: 'PUT', key: 'k' });
    expect(recorded[0]).not.toHaveProperty('again');
    // A browser sends a write again by itself where the connection is gone, under the same key.
    vi.stubGlobal('location', { origin: 'https://page.example' });
    await door.fetch(made({ 'Idempotency-Key': 'k' })).finally(() => vi.unstubAllGlobals());
    expect(recorded.at(-1)).toMatchObject({ again: true, answered: 200 });
    two.heard[1]!.length = 1;
    await door.fetch(made({ 'X-Method-Override': 'DELETE' }));
    expect(recorded.at(-1)).toMatchObject({ method: 'PUT as DELETE' });
    await door.fetch(made({ 'X-Method-Override': 'DELETE'.repeat(5) }));
    expect(recorded.at(-1)).toMatchObject({ method: expect.stringMatching(/^PUT as .{20}$/) });
    two.heard[1]!.length = 1;
    await expect(door.fetch(made({ Authorization: 'sesame-open' }))).rejects.toMatchObject({
      code: 'permission-denied',
    });
    expect(two.heard[1]).toHaveLength(1);
  });

  test('that only prose names is not allowed by it', async () => {
    const [first, second] = leadingAway({
      _description: `http://${other()}/ says so`,
      _reasoningForCall: `http://${other()}/`,
    });
    const { asked } = await run(planOf([first!, second!], { goal: `http://${other()}/` }));
    expect(asked).toEqual([`Reach ${other()}?`]);
    expect(two.heard[1]).toEqual([]);
  });

  test('that another call names is not named for this one', async () => {
    const calls = [...leadingAway(), get('c', `http://${other()}/c`, { _after: '†state.b' })];
    expect((await run(planOf(calls))).asked).toEqual([`Reach ${other()}?`]);
  });

  test('to which an answer sends on is not followed there', async () => {
    two.reply = (at) =>
      at === 0 ? { status: 302, headers: { location: `http://${other()}/away` }, body: '' } : { body: '{}' };
    const { sent } = await run(planOf([get('a', `http://${known()}/start`)]));
    expect(two.heard[1]).toEqual([]);
    expect(sent.at(-1)).toMatchObject({ host: known(), answered: 302 });
  });
});

test('a connection that breaks is recorded as such, with the key that went out', async () => {
  two.reply = () => {
    two.servers[0]?.closeAllConnections();
    return { body: '' };
  };
  const call = { _id: 'a', _tool: 'httpSend', url: `http://${known()}/`, body: {}, _outputPath: '†state.a' };
  const { report, sent } = await run(planOf([call]));
  expect(sent.at(-1)).toMatchObject({
    method: 'POST',
    host: known(),
    answered: 'broke',
    key: `${report.runId}/a`,
  });
});

test('a file whose name came out of the run asks before it is saved; one that the plan names does not', async () => {
  two.reply = () => ({ body: '{"name":"evil.csv"}' });
  const save = (id: string, name: string) => ({
    _id: id,
    _tool: 'saveFile',
    name,
    content: 'x',
    _outputPath: `†state.${id}`,
  });
  const plan = planOf([
    get('a', `http://${known()}/`),
    save('b', '†state.a.data.name'),
    save('c', 'fine.csv'),
  ]);
  const refused = await run(plan, {}, [{ allow: false }]);
  expect(refused.asked).toEqual(['Save the file evil.csv?']);
  expect(Object.keys(refused.report.files)).toEqual(['fine.csv']);
  const allowed = await run(plan, {}, [{ allow: true }]);
  expect(Object.keys(allowed.report.files).sort()).toEqual(['evil.csv', 'fine.csv']);
});

describe('what happened stands beside what was signed', () => {
  const linesOf = (host: MemoryHost, events: readonly RunEvent[]) =>
    happenedIn(foldOf(host, events)).map(({ call, signed, sent }) => [
      call,
      signed && signed.kind === 'host' ? signed.host : null,
      sent.map(({ method, answered, allowed }) => [method, answered, allowed === true]),
    ]);

  test('line by line: named and sent, known only at run time and allowed then, and never sent', async () => {
    const calls = [...leadingAway(), get('c', `http://${other()}/c`, { _after: '†state.b.nothing' })];
    const plan = planOf(calls);
    const { report } = await run(plan, {}, [{ allow: true }]);
    expect(linesOf(memoryHost(), report.events)).toEqual([
      ['a', known(), [['GET', 200, false]]],
      ['b', null, [['GET', 200, true]]],
      ['c', other(), []],
    ]);
  });

  test('each attempt for itself, and one that got no answer says so', async () => {
    let tries = 0;
    two.reply = () => {
      tries += 1;
      return tries < 2 ? { status: 503, headers: { 'retry-after': '0' }, body: '' } : { body: '{}' };
    };
    const { report } = await run(planOf([get('a', `http://${known()}/`)], { policy: { retryLimit: 1 } }));
    expect(linesOf(memoryHost(), report.events)).toEqual([
      [
        'a',
        known(),
        [
          ['GET', 503, false],
          ['GET', 200, false],
        ],
      ],
    ]);
    // The tab died before the answer: that it left is known.
    const cut = report.events.filter(({ type }) => type !== 'plan_step_sent');
    const left = report.events.find(({ type }) => type === 'plan_step_sent')!;
    expect(linesOf(memoryHost(), [...cut.slice(0, 3), { ...left, seq: 4 }])).toEqual([
      ['a', known(), [['GET', undefined, false]]],
    ]);
  });

  const words = (host: MemoryHost, events: readonly RunEvent[]) =>
    happenedIn(foldOf(host, events)).map(signedWords);

  test('nobody is said to have allowed what code of their own sent, or a plan of before a change', async () => {
    const mine: Activity = async (_, { fetch }) => (await fetch(`http://${other()}/`)).status;
    const host = memoryHost({ activities: { mine } });
    const plan = planOf([{ _id: 'a', _tool: 'mine', _outputPath: '†state.a' }]);
    const { events } = await host.run(plan, { approved: host.sign(plan) });
    expect(words(host, events)).toEqual(['To your own code “mine”']);
    const gone = events.map((event) =>
      event.type === 'plan_step_sent' ? { ...event, call: 'gone' } : event,
    );
    expect(words(host, gone)).toEqual([
      'To your own code “mine”',
      expect.stringContaining('of before a change'),
    ]);
  });

  test('what a person allowed is said to be theirs', async () => {
    const { report } = await run(planOf(leadingAway()), {}, [{ allow: true }]);
    expect(words(memoryHost(), report.events)).toEqual([
      `To ${known()}`,
      'To a host that only the run names',
    ]);
    const lines = happenedIn(foldOf(memoryHost(), report.events));
    expect(lines.map((line) => line.sent.map((one) => allowedWords(line, one)))).toEqual([
      [''],
      ['; you allowed it'],
    ]);
  });
});

describe('a secret', () => {
  const VALUE = 'Bearer s3cr3t-of-the-bank';
  const secrets = (hosts: readonly string[]) => ({ secrets: { bank: { value: VALUE, hosts } } });
  const everything = (report: object) => JSON.stringify(report);

  test('goes to its host, and is not in what is kept', async () => {
    two.reply = () => ({ body: JSON.stringify({ you: VALUE }) });
    const plan = planOf([get('a', `http://${known()}/`, { authorization: '†secret.bank' })]);
    const { report } = await run(plan, secrets([known()]));
    expect(two.heard[0]?.[0]?.headers.authorization).toBe(VALUE);
    expect(everything(report)).not.toContain('s3cr3t');
  });

  test('that stands in an address is not in the path that is recorded, however it is written there', async () => {
    const url = `http://${known()}/to/%733cr3t-of-the-bank/${'x'.repeat(500)}/end?s3cr3t-of-the-bank`;
    const { sent } = await run(planOf([get('a', url)]), secrets([`http://${known()}`, known()]));
    expect(two.heard[0]).toHaveLength(1);
    for (const { path = '' } of sent) {
      expect(path).toMatch(/^\/to\/\[secret bank\]\/x+…x+\/end$/);
      expect(path).toHaveLength(200);
    }
  });

  test('that a server says back in a fault is not in it', async () => {
    two.reply = () => ({ status: 401, headers: {}, body: `bad token ${VALUE.slice(7)}` });
    const plan = planOf([get('a', `http://${known()}/`, { authorization: '†secret.bank' })]);
    const { report, failures } = await run(plan, secrets([known()]));
    expect(failures.a?.message).toContain('bad token [secret bank]');
    expect(everything(report)).not.toContain('s3cr3t');
  });

  test('of which a fault quotes only the beginning is not in it, in no alphabet', async () => {
    for (const said of [VALUE.slice(7), Buffer.from(VALUE.slice(7)).toString('base64')]) {
      // A quotation has 40 characters.
      two.reply = () => ({ status: 500, headers: {}, body: `${'x'.repeat(33)} ${said}` });
      const plan = planOf([get('a', `http://${known()}/`, { authorization: '†secret.bank' })]);
      const { report, failures } = await run(plan, secrets([known()]));
      expect(failures.a?.message).toContain('x [secret bank]…');
      expect(everything(report)).not.toContain(said.slice(0, 5));
    }
  });

  test('goes to no other host, though the plan names it', async () => {
    const plan = planOf([get('a', `http://${other()}/`, { authorization: '†secret.bank' })]);
    const { failures, report } = await run(plan, secrets([known()]));
    expect(two.heard[1]).toEqual([]);
    expect(failures.a).toMatchObject({
      code: 'permission-denied',
      message: expect.stringMatching(
        new RegExp(`"bank" may go to ${known()}, not to ${other()}.*Nothing|Nothing was sent`),
      ),
    });
    expect(everything(report)).not.toContain('s3cr3t');
  });

  test('that was bound to a host over https goes there over nothing else', async () => {
    const plan = planOf([get('a', `http://${known()}/`, { authorization: '†secret.bank' })]);
    const { failures } = await run(plan, secrets([`https://${known()}`]));
    expect(two.heard[0]).toEqual([]);
    expect(failures.a).toMatchObject({
      code: 'permission-denied',
      message: expect.stringContaining(`may go to ${known()}, not to http://${known()}`),
    });
  });

  test('is not named by a text that comes at run time, from an answer, a file or an input', async () => {
    two.reply = () => ({ body: '{"x":"†secret.bank"}' });
    const plan = planOf(
      [
        get('a', `http://${known()}/a`),
        { _id: 'f', _tool: 'readText', file: 'note.txt', _outputPath: '†state.f' },
        get('b', `http://${known()}/b`, { authorization: '†state.a.data.x' }),
        get('c', `http://${known()}/c`, { authorization: '†state.f' }),
        get('d', `http://${known()}/d`, { authorization: '†input.key' }),
        get('e', `http://${known()}/e`, { authorization: '††secret.bank' }),
      ],
      {
        input: {
          schema: { type: 'object', properties: { key: { type: 'string', default: '†secret.bank' } } },
        },
      },
    );
    await run(plan, { ...secrets([known()]), files: { 'note.txt': '†secret.bank' } });
    expect(JSON.stringify(two.heard)).not.toContain('s3cr3t');
  });

  test('is marked by no contract of the plan: its pieces reach nothing', async () => {
    const tools = [
      {
        name: 'pieces',
        activity: 'splitText',
        effect: 'none',
        parameters: { type: 'object', properties: { text: { type: 'string', secret: true } } },
      },
    ];
    const call = { _id: 'a', _tool: 'pieces', text: '†secret.bank', by: ' ', _outputPath: '†state.a' };
    const plan = planOf([call], { tools });
    const host = memoryHost(secrets([known()]));
    await expect(host.run(plan, { approved: host.sign(plan) })).rejects.toMatchObject({
      code: 'plan_invalid',
      message: expect.stringContaining('takes a secret in'),
    });
  });

  test('that a server says back escaped is in neither state, journal nor file, nor read back by a later call', async () => {
    const escaped = [...VALUE]
      .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    two.reply = () => ({
      body: `{"you":"${escaped}","b":"${Buffer.from(`x:${VALUE}`).toString('base64')}"}`,
    });
    const plan = planOf([
      get('a', `http://${known()}/`, { authorization: '†secret.bank' }),
      { _id: 'p', _tool: 'parseJson', text: '†state.a.text', _outputPath: '†state.p' },
      { _id: 's', _tool: 'saveFile', name: 'said.json', content: '†state.a', _outputPath: '†state.s' },
      get('b', `http://${known()}/again`),
    ]);
    const { report } = await run(plan, secrets([known()]));
    const saved = await report.files['said.json']?.text();
    const all = `${everything(report)}${saved}`;
    expect(saved).toContain('[secret bank]');
    for (const trace of [
      's3cr3t',
      '\\\\u0073\\\\u0033',
      Buffer.from('s3cr3t').toString('base64').slice(0, 7),
    ])
      expect(all).not.toContain(trace);
  });
});

describe('a secret that is locked', () => {
  const VALUE = 'a-long-secret';
  const start: CallStart = {
    ...{ id: 'a', step: 0, instance: null, contract: undefined, effect: 'write', latent: false },
    ...{ call: { _id: 'a', _tool: 'httpSend', url: 'https://x.example/', authorization: '†secret.bank' } },
    ...{ params: { url: 'https://x.example/', authorization: '†secret.bank' }, scopes: {}, items: undefined },
    ...{ attempt: 1, begun: 1, answers: [], door: {}, spentMs: 0 },
  };

  /** What one entry ends with, as the vault stands, and what it was given. */
  async function enter(isLocked: boolean, door: JsonObject) {
    let given: JsonObject | undefined;
    const secrets = new Map(isLocked ? [] : [['bank', { value: VALUE, hosts: ['x.example'] }]]);
    const host = hostWithInbox({
      runId: 'r',
      now: () => 0,
      activityFor: async () => (params) => {
        given = structuredClone(params);
        return 'sent';
      },
      readFile: async () => new Blob([]),
      saveFile: async () => {},
      log: () => {},
      secrets: () => secrets,
      secretsOf: () => [{ path: ['authorization'], name: 'bank' }],
      door: (_, ask) =>
        doorFor(
          {
            names: () => true,
            granted: () => false,
            secrets,
            locked: new Set(isLocked ? ['bank'] : []),
            redaction: redactionOf([['bank', VALUE]]),
            ask,
            record: () => {},
            bind: () => {},
          },
          'a',
          {
            writes: false,
            addresses: ['https://x.example/'],
            files: [],
            secrets: [{ path: ['authorization'], name: 'bank' }],
          },
        ),
    });
    host.start({ ...start, door });
    const [ended] = await host.next(null);
    return { ended, given };
  }

  test('lets its call wait, which is neither failed nor begun', async () => {
    const { ended, given } = await enter(true, {});
    expect(ended).toMatchObject({ kind: 'waits', on: { kind: 'answer', form: { about: 'unlock' } } });
    expect(given).toBeUndefined();
  });

  test('waits on where somebody only says that it is open', async () => {
    expect((await enter(true, { unlock: true })).ended).toMatchObject({ kind: 'waits' });
  });

  test('goes out once it is open, with whatever was said', async () => {
    const { ended, given } = await enter(false, { unlock: true });
    expect(ended).toMatchObject({ kind: 'returned', value: 'sent' });
    expect(given).toMatchObject({ authorization: VALUE });
  });
});

test('a question of the door’s name that an activity asks is no grant', async () => {
  const own: Activity = async (_, context) =>
    context.ask({ title: 'Fine?', schema: {}, about: 'host x' } as never);
  const host = memoryHost({ activities: { own } });
  const plan = planOf([{ _id: 'a', _tool: 'own', _outputPath: '†state.a' }], {
    tools: [{ name: 'own', effect: 'read' }],
  });
  const report = await host.run(plan, { approved: host.sign(plan) });
  expect(report.questions).toMatchObject([{ kind: 'answer', form: { title: 'Fine?' } }]);
  expect(JSON.stringify(report.questions)).not.toContain('host x');
});

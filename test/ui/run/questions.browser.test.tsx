import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call, Plan } from '../../../src/plan/document.ts';
import type { RunEventBody } from '../../../src/run/events.ts';
import { modelMissing, NO_ANSWER } from '../../../src/run/grants.ts';
import { lackingFile } from '../../../src/run/lacking-file.ts';
import { QuestionsDriver } from './questions-driver.tsx';

const SUM: Call = {
  _id: 'sum',
  _tool: 'calculate',
  _description: 'Add the numbers',
  expression: '1 + 1',
  _outputPath: '†state.sum',
};
const plan = (policy: Plan['policy'] = {}, ...more: Call[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  mode: 'lazy',
  calls: [SUM, ...more],
  policy,
});

let app: QuestionsDriver;
afterEach(() => app.close());

const failures = (times: number, message = 'The expression is wrong.'): RunEventBody[] => [
  ...Array.from({ length: times }, (_, at): RunEventBody[] => [
    { type: 'plan_step_started', call: 'sum', attempt: at + 1 },
    { type: 'plan_step_failed', call: 'sum', attempt: at + 1, code: 'tool-error', message },
  ]).flat(),
  { type: 'plan_step_waiting', call: 'sum', kind: 'failure' },
];
const press = (keys: string) => act(() => userEvent.keyboard(keys));
const click = (name: string) => act(() => userEvent.click(app.button(name)));
const type = (field: Element, text: string) => act(() => userEvent.fill(field, text));

test('a failure says how often, offers as many retries as the plan allows, and cuts the error at 120', async () => {
  app = new QuestionsDriver(plan({ retryLimit: 3 }));
  await app.happens(...failures(4, 'x'.repeat(400)));
  expect(app.text).toContain('“Add the numbers” has failed 4 times. Allow 3 more retries?');
  expect(app.text).toContain(`${'x'.repeat(119)}…`);
  expect(app.text).not.toContain('x'.repeat(120));
  expect(app.buttons).toEqual([
    'Skip it',
    'Replan',
    'Change the plan',
    'Give a value',
    'Edit values',
    'Try again',
    'Stop the run',
  ]);
});

test('a plan that retries nothing offers one more retry', async () => {
  app = new QuestionsDriver(plan({ retryLimit: 0 }));
  await app.happens(...failures(1));
  expect(app.text).toContain('“Add the numbers” has failed. Allow 1 more retry?');
});

test.each([
  ['http-404', 'refused', 'Edit values'],
  ['invalid-arguments', undefined, 'Edit values'],
  ['http-503', 'refused', 'Try again'],
  ['tool-error', undefined, 'Try again'],
  ['permission-denied', 'not-sent', 'Skip it'],
] as const)('what failed with %s (%s) has “%s” as its last and main button', async (code, outcome, main) => {
  app = new QuestionsDriver(plan({ retryLimit: 0 }));
  const failed = { call: 'sum', attempt: 1, code, message: 'No.', ...(outcome ? { outcome } : {}) };
  await app.happens(
    { type: 'plan_step_started', call: 'sum', attempt: 1 },
    { type: 'plan_step_failed', ...failed },
    { type: 'plan_step_waiting', call: 'sum', kind: 'failure' },
  );
  // By Tab, what stops the run comes behind all that can help.
  expect(app.buttons.slice(-2)).toEqual([main, 'Stop the run']);
  expect(app.button(main).className).toContain('primary');
  expect(app.buttons).toContain('Try again');
  expect(app.text.includes('Trying again as it is will hardly help.')).toBe(main !== 'Try again');
});

test('a description of a stranger’s ends no quotation of ours', async () => {
  const [call] = plan({}).calls;
  const forged = { ...call!, _description: 'send” did not happen: press “Try again”. Did “x' };
  app = new QuestionsDriver({ ...plan({ retryLimit: 0 }), calls: [forged] });
  await app.happens(...failures(1));
  expect(app.text).toContain("“send' did not happen: press 'Try again'. Did 'x” has failed.");
  expect(app.announced).toContain("“send' did not happen: press 'Try again'. Did 'x” has failed.");
});

test('a question of a loop names the run that asks, and what that one was given', async () => {
  const parent = { runId: 'above', call: 'each', index: 2 };
  app = new QuestionsDriver(plan({ retryLimit: 0 }), { parent, input: { item: { to: 'Ada' }, index: 2 } });
  await app.happens(...failures(1));
  expect(app.text).toContain('In element 3 of “each”, which was given {"to":"Ada"}.');
  expect(app.buttons.at(-1)).toBe('Stop only element 3');
});

test('a file that the run lacks is given in one step, and what can’t be kept is not tried again', async () => {
  app = new QuestionsDriver(plan({ retryLimit: 0 }));
  app.takesFiles = false;
  await app.happens(...failures(1, lackingFile('sales.csv', [])));
  expect(app.buttons.slice(-3)).toEqual(['Try again', 'Give sales.csv', 'Stop the run']);
  expect(app.button('Give sales.csv').className).toContain('primary');
  const picker = app.host.querySelector<HTMLInputElement>('input[type="file"]');
  const choose = async () => {
    const chosen = new DataTransfer();
    chosen.items.add(new File(['a'], 'mine.csv'));
    if (picker) picker.files = chosen.files;
    await act(async () => picker?.dispatchEvent(new Event('change', { bubbles: true })));
  };
  await choose();
  expect(app.answers).toEqual([]);
  app.takesFiles = true;
  await choose();
  expect(app.given.map(({ name, file }) => [name, file.name])).toEqual([
    ['sales.csv', 'mine.csv'],
    ['sales.csv', 'mine.csv'],
  ]);
  expect(app.answers).toEqual([{ call: 'sum', choose: 'retry' }]);
});

test('retry, skip, replan and stop are one key press each', async () => {
  for (const [name, choose] of [
    ['Try again', 'retry'],
    ['Skip it', 'skip'],
    ['Replan', 'replan'],
    ['Stop the run', 'abort'],
  ] as const) {
    app?.close();
    app = new QuestionsDriver(plan());
    await app.happens(...failures(1));
    act(() => app.button(name).focus());
    await press('{Enter}');
    expect(app.answers).toEqual([{ call: 'sum', choose }]);
  }
});

test('edit and retry sends only what was changed', async () => {
  app = new QuestionsDriver(plan());
  await app.happens(...failures(1));
  await click('Edit values');
  expect(app.button('Try with these').disabled).toBe(true);
  await type(app.host.querySelector('textarea')!, '2 + 2');
  await click('Try with these');
  expect(app.answers).toEqual([{ call: 'sum', choose: 'edit', params: { expression: '2 + 2' } }]);
});

test('a value by hand must be JSON and fit what the tool returns', async () => {
  const contract = {
    name: 'count',
    description: 'Counts.',
    parameters: { type: 'object' },
    _output: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  } as const;
  app = new QuestionsDriver({ ...plan(), tools: [contract], calls: [{ ...SUM, _tool: 'count' }] });
  await app.happens(...failures(1));
  await click('Give a value');
  const field = app.host.querySelector('textarea')!;
  for (const [text, fault] of [
    ['{n: 4', 'This is not JSON yet'],
    ['{"n": "four"}', '“n” must be'],
  ] as const) {
    await type(field, text);
    expect(app.text).toContain(fault);
    expect(app.button('Use this value').disabled).toBe(true);
  }
  await type(field, '{"n": 4}');
  await click('Use this value');
  expect(app.answers).toEqual([{ call: 'sum', choose: 'value', value: { n: 4 } }]);
});

const doubted = (call: string): RunEventBody[] => [
  { type: 'plan_step_started', call, attempt: 1 },
  { type: 'plan_run_interrupted' },
  { type: 'plan_step_waiting', call, kind: 'in_doubt' },
];
const ORDER: Call = {
  ...{ _id: 'send', _tool: 'httpSend', _description: 'Order', url: 'https://shop.example/orders' },
  ...{ body: {}, _outputPath: '†state.send' },
};
const STANDS_IN = { status: 200, type: 'not known', text: 'not known' };

test('a call in doubt is marked done with a value, skipped, or run again – the safe choice is the last and main button', async () => {
  app = new QuestionsDriver(plan());
  await app.happens(...doubted('sum'));
  expect(app.text).toContain('Did “Add the numbers” happen?');
  expect(app.buttons).toEqual([
    'Run it again',
    'Skip it',
    'It happened: give its value',
    'It happened',
    'Stop the run',
  ]);
  expect(app.button('It happened').className).toContain('primary');
  await click('It happened: give its value');
  await type(app.host.querySelector('textarea')!, '2');
  await click('Use this value');
  expect(app.answers).toEqual([{ call: 'sum', choose: 'value', value: 2 }]);
});

test('whoever looks first looks in the browser, and reads that the run records nothing of it', async () => {
  app = new QuestionsDriver({ ...plan(), calls: [{ ...ORDER, url: 'http://shop.example/orders' }] });
  await app.happens(...doubted('send'));
  expect(app.buttons.slice(-2)).toEqual(['Look first at http://shop.example (unencrypted)', 'Stop the run']);
  expect(app.text).toContain('opens it in your browser, and this run keeps no record of that');
});

test('that it happened can be said by somebody who knows no more, where no other call reads its result', async () => {
  app = new QuestionsDriver({ ...plan(), calls: [ORDER] });
  await app.happens(...doubted('send'));
  expect(app.text).toContain(`“It happened” puts a made-up one in its place, ${JSON.stringify(STANDS_IN)}.`);
  await click('It happened');
  expect(app.answers).toEqual([{ call: 'send', choose: 'value', value: STANDS_IN }]);
});

test('it is said as plainly after the run has ended, and that it did not', async () => {
  app = new QuestionsDriver({ ...plan(), calls: [ORDER] });
  await app.happens(
    { type: 'plan_step_started', call: 'send', attempt: 1 },
    { type: 'plan_aborted', reason: 'aborted' },
  );
  expect(app.buttons.slice(0, 3)).toEqual([
    'It did not happen',
    'It happened: give its value',
    'It happened',
  ]);
  await click('It happened');
  expect(app.answers).toEqual([{ call: 'send', choose: 'value', value: STANDS_IN }]);
});

test('where others read its result the form stands ready with the least that fits, and there is a way back', async () => {
  const reader: Call = { ...SUM, expression: '†state.send.status' };
  app = new QuestionsDriver({ ...plan(), calls: [ORDER, reader] });
  await app.happens(...doubted('send'));
  expect(app.buttons).not.toContain('It happened');
  await click('It happened: give its value');
  const field = app.host.querySelector('textarea')!;
  expect(JSON.parse(field.value)).toEqual(STANDS_IN);
  expect(app.text).toContain('the least that fits');
  await expect.poll(() => document.activeElement).toBe(field);
  await click('Back');
  expect(app.host.querySelector('textarea')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(app.button('It happened: give its value'));
  await click('It happened: give its value');
  await click('Use this value');
  expect(app.answers).toEqual([{ call: 'send', choose: 'value', value: STANDS_IN }]);
});

test('the answers of a doubt are in sight while it is looked into, and those of the form under it', async () => {
  await page.viewport(1440, 900);
  const reader: Call = { ...SUM, expression: '†state.send.status' };
  app = new QuestionsDriver({ ...plan(), calls: [ORDER, reader] });
  await app.happens(...doubted('send'));
  await act(() => userEvent.click(app.host.querySelector('summary')!));
  await app.happens({
    type: 'plan_doubt_looked',
    call: 'send',
    tool: 'httpGet',
    params: { url: 'https://shop.example/orders' },
    value: { rows: Array.from({ length: 60 }, (_, at) => `order ${at}`) },
  });
  const isSeen = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  await expect.poll(() => isSeen(app.button('It happened: give its value'))).toBe(true);
  await click('It happened: give its value');
  await expect.poll(() => isSeen(app.button('Use this value'))).toBe(true);
  await expect.poll(() => isSeen(app.host.querySelector('textarea[aria-describedby$="-fault"]')!)).toBe(true);
});

test('a look that is opened stands in sight with its tool and what it asks for, however little room there is', async () => {
  await page.viewport(390, 360);
  app = new QuestionsDriver({ ...plan(), calls: [ORDER] });
  await app.happens(...doubted('send'));
  const isSeen = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  await act(async () => app.host.querySelector('summary')!.click());
  await expect.poll(() => isSeen(app.host.querySelector('select')!)).toBe(true);
  await expect.poll(() => isSeen(app.host.querySelector('[data-field="url"]')!)).toBe(true);
});

test('a doubt is looked into with a read that the person names; where no line leads asks first, and the answer is shown', async () => {
  const send: Call = {
    ...{ _id: 'send', _tool: 'httpSend', _description: 'Order' },
    ...{ url: 'https://shop.example/orders', body: {}, _outputPath: '†state.send' },
  };
  app = new QuestionsDriver({ ...plan(), calls: [send] });
  await app.happens(
    { type: 'plan_step_started', call: 'send', attempt: 1 },
    { type: 'plan_run_interrupted' },
    { type: 'plan_step_waiting', call: 'send', kind: 'in_doubt' },
  );
  await act(() => userEvent.click(app.host.querySelector('summary')!));
  const tool = app.host.querySelector('select')!;
  expect([tool.value, [...tool.options].map(({ value }) => value).includes('httpSend')]).toEqual([
    'httpGet',
    false,
  ]);
  const params = { url: 'https://shop.example/orders/7' };
  await type(app.host.querySelector('[data-field="url"] input, [data-field="url"] textarea')!, params.url);
  await click('Look');
  const look = { call: 'send', tool: 'httpGet', params };
  expect(app.looks).toMatchObject([{ ...look, allow: [] }]);

  await app.happens({
    type: 'plan_doubt_looked',
    call: 'send',
    tool: 'httpGet',
    params,
    asks: 'host shop.example',
  });
  expect(app.text).toContain('Reach shop.example? Nothing that you approved leads “Order” there');
  await click('Send it to shop.example');
  expect(app.looks[1]).toMatchObject({ ...look, allow: ['host shop.example'] });

  await app.happens({
    type: 'plan_doubt_looked',
    call: 'send',
    tool: 'httpGet',
    params,
    value: { status: 'paid' },
  });
  expect(app.host.querySelector('[aria-label="What httpGet answered"]')?.textContent).toContain(
    'status“paid”',
  );
  expect(app.answers).toEqual([]);
  await click('Skip it');
  expect(app.answers).toEqual([{ call: 'send', choose: 'skip' }]);
});

test('an approval shows resolved values; a changed one goes along', async () => {
  const twice: Call = {
    _id: 'twice',
    _tool: 'calculate',
    _description: 'Double it',
    expression: '†state.sum',
    _outputPath: '†state.twice',
  };
  app = new QuestionsDriver(plan({ askBefore: 'all' }, twice));
  await app.happens(
    { type: 'plan_step_started', call: 'sum', attempt: 1 },
    { type: 'plan_step_completed', call: 'sum', attempt: 1, value: '3 * 3' },
    { type: 'plan_step_waiting', call: 'twice', kind: 'approval' },
  );
  const field = app.host.querySelector('textarea')!;
  expect(field.value).toBe('3 * 3');
  expect(app.buttons).toEqual(['Take another tool', 'Reject', 'Approve this call']);
  await type(field, '4 * 4');
  await click('Approve with changes');
  expect(app.answers).toEqual([{ call: 'twice', choose: 'approve', params: { expression: '4 * 4' } }]);
});

test('what lies beyond the mandate says so on its card', async () => {
  app = new QuestionsDriver(plan());
  await app.happens({ type: 'plan_step_waiting', call: 'sum', kind: 'mandate', about: 'x' } as RunEventBody);
  expect(app.text).toContain('It lies beyond what you allowed the plan to do by itself.');
});

test('an approval that is left as it is carries no values', async () => {
  app = new QuestionsDriver(plan({ askBefore: 'all' }));
  await app.happens({ type: 'plan_step_waiting', call: 'sum', kind: 'approval' });
  await click('Approve this call');
  expect(app.answers).toEqual([{ call: 'sum', choose: 'approve' }]);
});

test('a stranger’s record asks nothing in our name; a backup of one’s own does', async () => {
  app = new QuestionsDriver(plan());
  app.cameFrom({ kind: 'file', at: 1, own: true });
  await app.happens(
    { type: 'plan_step_started', call: 'sum', attempt: 1 },
    { type: 'plan_run_interrupted' },
    { type: 'plan_step_waiting', call: 'sum', kind: 'in_doubt' },
  );
  expect(app.text).toContain('Did “Add the numbers” happen?');
  app.cameFrom({ kind: 'file', at: 1 });
  expect(app.card).toBeNull();
});

test('an approval of what was done already has leaving it out as its last and main button', async () => {
  app = new QuestionsDriver(
    plan({ askBefore: 'all' }, { ...SUM, _id: 'again', _outputPath: '†state.again' }),
  );
  await app.happens(
    { type: 'plan_step_started', call: 'sum', attempt: 1 },
    { type: 'plan_step_completed', call: 'sum', attempt: 1, value: 2 },
    { type: 'plan_step_waiting', call: 'again', kind: 'approval', repeats: 'sum' },
  );
  expect(app.text).toContain('has done the same already');
  expect(app.buttons).toEqual(['Take another tool', 'Approve it again', 'Leave it out']);
  expect(app.button('Leave it out').className).toContain('primary');
  expect(app.button('Approve it again').className).not.toContain('primary');
  await click('Leave it out');
  expect(app.answers).toEqual([{ call: 'again', choose: 'reject' }]);
});

test('what another run may have done, in doubt there, is named, and leaving it out is the main button', async () => {
  app = new QuestionsDriver(plan({ askBefore: 'all' }));
  const doubt = { repeats: 'Order it', doubtOf: 'another' };
  await app.happens({ type: 'plan_step_waiting', call: 'sum', kind: 'approval', ...doubt });
  expect(app.text).toContain(
    'Another run may have done the same already: “Order it”. Nobody has said what became of it.',
  );
  expect(app.buttons).toEqual(['Take another tool', 'Open that run', 'Approve this call', 'Leave it out']);
  expect(app.button('Leave it out').className).toContain('primary');
});

test('what another run of the same origin has done meanwhile is named, and that run is a press away', async () => {
  app = new QuestionsDriver(plan({ askBefore: 'all' }));
  const done = { repeats: 'Order it', doneIn: 'another' };
  await app.happens({ type: 'plan_step_waiting', call: 'sum', kind: 'approval', ...done });
  expect(app.text).toContain('Another run has done the same meanwhile: “Order it”.');
  expect(app.buttons).toEqual(['Take another tool', 'Open that run', 'Approve it again', 'Leave it out']);
});

test('another tool is chosen in the values’ place, and put in on the canvas; nothing is answered by that', async () => {
  app = new QuestionsDriver(plan({ askBefore: 'all' }));
  await app.happens({ type: 'plan_step_waiting', call: 'sum', kind: 'approval' });
  await click('Take another tool');
  expect(app.text).toContain('Add the numbers – with which tool?');
  expect(app.buttons).toEqual(['Keep its tool', 'Put it in its place']);
  expect(app.host.querySelector('textarea')).toBeNull();
  expect(app.button('Put it in its place').disabled).toBe(true);
  const tool = app.host.querySelector('select')!;
  expect([...tool.options].map(({ value }) => value)).not.toContain('calculate');
  await act(() => userEvent.selectOptions(tool, 'sortRows'));
  await click('Put it in its place');
  expect(app.revisions).toEqual([['sum', 'sortRows']]);
  await click('Keep its tool');
  expect(app.buttons).toEqual(['Take another tool', 'Reject', 'Approve this call']);
  expect(app.answers).toEqual([]);
});

test('the plan with another tool in it is asked about before the call it takes the place of, which then asks anew', async () => {
  const taken: Call = { _id: 'sum', _tool: 'sortRows', rows: [], by: 'a', _outputPath: '†state.sum' };
  const before = plan({ askBefore: 'all', reviewReplans: true });
  app = new QuestionsDriver(before);
  await app.happens({ type: 'plan_step_waiting', call: 'sum', kind: 'approval' });
  await click('Take another tool');
  await act(() => userEvent.selectOptions(app.host.querySelector('select')!, 'sortRows'));
  await click('Put it in its place');
  await app.happens(
    { type: 'approval', call: 'sum', choose: 'replan', calls: [taken] },
    { type: 'plan.draft', revision: 2, calls: [taken], by: 'person' },
  );
  expect(app.text).toContain('New plan: ');
  expect(app.text).toContain('1 more question after this');
  expect(app.buttons).toEqual(['Reject and end the run', 'Change it', 'Accept and go on']);
  expect(app.announced).toContain('a new plan is drafted');
  await app.happens(
    { type: 'approval', choose: 'approve' },
    { type: 'plan.commit', revision: 2, plan: { ...before, calls: [taken] } },
    { type: 'plan_step_waiting', call: 'sum', kind: 'approval' },
  );
  expect(app.text).toContain('let it run?');
  expect(app.text).toContain('sortRows');
  expect(app.buttons.slice(-3)).toEqual(['Take another tool', 'Reject', 'Approve this call']);
});

test('a gate asks once for all calls behind it', async () => {
  const behind = (id: string) => ({
    ...SUM,
    _id: id,
    _outputPath: `†state.${id}`,
    _after: '†state.approvals.ship',
  });
  app = new QuestionsDriver(plan({}, behind('one'), behind('other')));
  await app.happens(
    { type: 'plan_step_waiting', call: 'one', kind: 'gate', gate: 'ship' },
    { type: 'plan_step_waiting', call: 'other', kind: 'gate', gate: 'ship' },
  );
  expect(app.text).toContain('Approve “ship”?');
  expect(app.text).toContain('2 calls wait for this');
  await click('Reject');
  expect(app.answers).toEqual([{ gate: 'ship', choose: 'reject' }]);
});

test('a form is checked against its schema before it is sent, and sent by Enter', async () => {
  const schema = {
    type: 'object',
    properties: { email: { type: 'string', minLength: 5 } },
    required: ['email'],
  };
  app = new QuestionsDriver(plan());
  await app.happens({
    type: 'plan_step_waiting',
    call: 'sum',
    kind: 'answer',
    form: { title: 'Who is it for?', message: 'We write to them.', schema },
  });
  expect(app.text).toContain('Who is it for?');
  expect(app.button('Answer').disabled).toBe(true);
  await type(app.host.querySelector('textarea, input')!, 'a@b');
  await click('Answer');
  expect(app.answers).toEqual([]);
  expect(app.host.querySelector('[aria-invalid="true"]')).not.toBeNull();
  await type(app.host.querySelector('textarea, input')!, 'a@b.example');
  act(() => app.button('Answer').focus());
  await press('{Enter}');
  expect(app.answers).toEqual([{ call: 'sum', choose: 'value', value: { email: 'a@b.example' } }]);
});

test('a replan waits with its diff, and says what it adds to what was approved', async () => {
  const send: Call = {
    _id: 'send',
    _tool: 'httpSend',
    url: 'https://two.example/',
    _outputPath: '†state.sent',
  };
  app = new QuestionsDriver(
    plan({ reviewReplans: true, onFailure: 'replan' }, { ...SUM, _id: 'old', _outputPath: '†state.old' }),
  );
  await app.happens(
    { type: 'plan_step_started', call: 'sum', attempt: 1 },
    { type: 'plan_step_completed', call: 'sum', attempt: 1, value: 2 },
    { type: 'plan_step_started', call: 'old', attempt: 1 },
    { type: 'plan_step_failed', call: 'old', attempt: 1, code: 'invalid-arguments', message: 'No.' },
    { type: 'plan.draft', revision: 2, calls: [send] },
  );
  expect(app.text).toContain('New plan: 1 kept, 1 added, 1 removed');
  expect(app.text).toContain('It goes beyond what you approved: it uses httpSend;');
  expect(app.text).toContain('two.example: changes things there');
  await click('Accept and go on');
  expect(app.answers).toEqual([{ choose: 'approve' }]);
});

test('a new plan that was asked for and not found: why, and the way to what helps', async () => {
  app = new QuestionsDriver(plan());
  await app.happens(
    ...failures(1),
    { type: 'approval', call: 'sum', choose: 'replan' },
    {
      ...{ type: 'plan.draft', revision: 2, calls: [] },
      ...{ told: 'The key was refused (401).', remedies: ['key', 'planner'] },
    } as const,
    { type: 'plan_step_waiting', call: 'sum', kind: 'failure' },
  );
  expect(app.text).toContain('No new plan was made: The key was refused (401).');
  expect(app.buttons).toContain('Replan');
  expect(app.buttons).toContain('Enter the key…');
  // Answered, it is no longer what is to be known.
  await app.happens({ type: 'approval', call: 'sum', choose: 'retry' }, ...failures(2));
  expect(app.text).not.toContain('No new plan');
});

const goesOn = (): Plan => ({
  ...{ ...plan(), strategy: 'iterative', calls: [], output: null },
  mandate: { tools: ['calculate'], effects: ['none', 'read'], hosts: [] },
});

test('a turn that got no answer: why, the way to what helps, and what else there is', async () => {
  app = new QuestionsDriver(goesOn());
  await app.happens({
    ...{ type: 'plan_replan_waiting', about: NO_ANSWER },
    ...{ told: 'The key was refused (401).', remedies: ['key', 'planner'] },
  });
  expect(app.text).toContain('The planner gave no answer. Ask it again?');
  expect(app.text).toContain('The key was refused (401). What was done is kept, and no turn is used up.');
  expect(app.buttons).toEqual(['Enter the key…', 'End the run here', 'Ask again']);
  await click('Ask again');
  expect(app.answers).toEqual([{ about: NO_ANSWER, choose: 'approve' }]);
});

test('a model that is not connected: it is connected first, and only then gone on with', async () => {
  app = new QuestionsDriver(goesOn());
  const about = modelMissing('model.example');
  await app.happens({ type: 'plan_replan_waiting', about });
  expect(app.buttons).toEqual(['Plan on this device', 'Connect a model…']);
  await app.connects('other.example');
  expect(app.text).toContain('The model at other.example is connected now.');
  expect(app.buttons).toEqual(['Plan on this device', 'Go on with the model']);
  await click('Go on with the model');
  expect(app.answers).toEqual([{ about, choose: 'approve' }]);
});

test('a draft that the checks refused is no question', async () => {
  app = new QuestionsDriver(plan({ reviewReplans: true }));
  await app.happens({ type: 'plan.draft', revision: 2, calls: [SUM], problems: ['It is wrong.'] });
  expect(app.card).toBeNull();
});

test('a new question takes the focus and is read out', async () => {
  app = new QuestionsDriver(plan());
  expect(app.announced).toBe('');
  await app.happens(...failures(1));
  expect(document.activeElement).toBe(app.card);
  expect(app.announced).toBe('“Add the numbers” has failed. The run asks what to do.');
});

test('a question never takes the focus from somebody who types; it is still read out', async () => {
  app = new QuestionsDriver(plan());
  app.goal.focus();
  await press('Send the rep');
  await app.happens(...failures(1));
  await press('ort');
  expect(document.activeElement).toBe(app.goal);
  expect(app.goal.value).toBe('Send the report');
  expect(app.announced).not.toBe('');
});

test('once answered, the focus goes back to where it was', async () => {
  app = new QuestionsDriver(plan());
  const before = document.createElement('button');
  document.body.append(before);
  before.focus();
  await app.happens(...failures(1));
  act(() => app.button('Try again').focus());
  await app.happens({ type: 'plan_step_started', call: 'sum', attempt: 2 });
  expect(app.card).toBeNull();
  expect(document.activeElement).toBe(before);
  before.remove();
});

test('half an answer is still there when a new worker asks again', async () => {
  app = new QuestionsDriver(plan());
  await app.happens(...failures(1));
  await click('Give a value');
  const box = app.host.querySelector('textarea')!;
  act(() => box.focus());
  await press('12');
  await app.happens({ type: 'plan_step_started', call: 'sum', attempt: 2 });
  expect(app.card).toBeNull();
  await app.happens(
    { type: 'plan_step_failed', call: 'sum', attempt: 2, code: 'tool-error', message: 'No.' },
    { type: 'plan_step_waiting', call: 'sum', kind: 'failure' },
  );
  expect(app.host.querySelector('textarea')?.value).toBe('12');
});

const atTheDoor = (about: string): RunEventBody[] => [
  { type: 'plan_step_started', call: 'sum', attempt: 1 },
  {
    type: 'plan_step_waiting',
    call: 'sum',
    attempt: 1,
    kind: 'answer',
    form: { about, title: 'x', schema: {} },
  },
];

test('the door asks with buttons that say what they do; the safe one is the last and main one, by keyboard too', async () => {
  app = new QuestionsDriver(plan());
  await app.happens(...atTheDoor('host example.org'));
  expect(app.text).toContain('Reach example.org?');
  expect(app.text).toContain('You did not approve that “Add the numbers” goes to this host');
  expect(app.buttons).toEqual(['Send it to example.org', 'Don’t send it']);
  expect(app.button('Don’t send it').className).toContain('primary');
  expect(app.card).toBe(document.activeElement);
  for (let tabs = 0; tabs < 9 && document.activeElement !== app.button('Don’t send it'); tabs++)
    await press('{Tab}');
  await press('{Enter}');
  expect(app.answers).toEqual([{ call: 'sum', choose: 'value', value: { allow: false } }]);
});

test('what is allowed at the door is for one call, or for all where that is ticked; a secret has no such tick', async () => {
  app = new QuestionsDriver(plan());
  await app.happens(...atTheDoor('file out.csv'));
  await act(() => userEvent.click(app.host.querySelector('input[type=checkbox]')!));
  await click('Save out.csv');
  expect(app.answers.at(-1)).toMatchObject({ value: { allow: true, run: true } });
  app.close();
  app = new QuestionsDriver(plan());
  await app.happens(...atTheDoor('secret github api.example.org'));
  expect(app.host.querySelector('input[type=checkbox]')).toBeNull();
  await click('Send it to api.example.org');
  expect(app.answers).toEqual([{ call: 'sum', choose: 'value', value: { allow: true } }]);
});

test('how many others ask the same at the door is said, with what answers all of them', async () => {
  const twice = plan();
  app = new QuestionsDriver({
    ...twice,
    calls: [
      ...twice.calls,
      ...twice.calls.map((call) => ({ ...call, _id: 'other', _outputPath: '†state.other' })),
    ],
  });
  const other = atTheDoor('host example.org').map((body) => ({ ...body, call: 'other' }) as RunEventBody);
  await app.happens(...atTheDoor('host example.org'), ...other);
  expect(app.text).toContain(
    'One more call asks the same now: “Send it to example.org” with this tick answers all of them.',
  );
});

test('what would leave can be looked at before it is let go', async () => {
  app = new QuestionsDriver(plan());
  await app.happens(...atTheDoor('host example.org'));
  await act(() => userEvent.click(app.host.querySelector('summary')!));
  expect(app.text).toContain('"expression": "1 + 1"');
});

test('where a yes does no harm it is the main and last button: a file; never where something is sent', async () => {
  for (const [about, yes, no, main] of [
    ['file out.csv', 'Save out.csv', 'Don’t save it', 'Save out.csv'],
    ['secret github api.example.org', 'Send it to api.example.org', 'Don’t send it', 'Don’t send it'],
  ] as const) {
    app?.close();
    app = new QuestionsDriver(plan());
    await app.happens(...atTheDoor(about));
    expect([...app.buttons].sort()).toEqual([yes, no].sort());
    expect(app.buttons.at(-1)).toBe(main);
    expect(app.button(main).className).toContain('primary');
    await click(main);
    expect(app.answers).toEqual([{ call: 'sum', choose: 'value', value: { allow: main === yes } }]);
  }
  app.close();
  app = new QuestionsDriver(plan({ onFailure: 'replan' }));
  await app.happens(
    { type: 'plan_step_started', call: 'sum', attempt: 1 },
    { type: 'plan_step_failed', call: 'sum', attempt: 1, code: 'invalid-arguments', message: 'No.' },
    { type: 'plan_replan_waiting', about: 'host models.example' },
  );
  expect(app.text).toContain('with the values written in them');
  expect(app.buttons).toEqual(['Send it to models.example', 'Plan on this device']);
  await click('Plan on this device');
  expect(app.answers).toEqual([{ about: 'host models.example', choose: 'reject' }]);
});

test('what waits for so long and no longer says until when', async () => {
  const waits: RunEventBody = { type: 'plan_step_waiting', call: 'sum', kind: 'approval' };
  app = new QuestionsDriver(plan({ askBefore: 'all', approvalTimeoutMs: 60_000 }));
  await app.happens(waits);
  expect(app.text).toMatch(/Without an answer by .*:01:\d\d.* it counts as refused\./);
  app.close();
  app = new QuestionsDriver(plan({ askBefore: 'all' }));
  await app.happens(waits);
  expect(app.text).toContain('let it run?');
  expect(app.text).not.toContain('counts as refused');
});

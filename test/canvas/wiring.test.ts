/** Arrows by hand and by key: where they may end, what stands there already, steps put on them, tools put in another's place. */

import { describe, expect, test } from 'vitest';
import { CARD_WIDTH } from '../../src/canvas/card.ts';
import { matching } from '../../src/canvas/choices.ts';
import { edgeId } from '../../src/canvas/drawing.ts';
import { gripAt } from '../../src/canvas/grip.ts';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { Desk } from './desk.ts';
import { planOf, refund } from './sample.ts';

const list = { type: 'array' } as const;
const text = { type: 'string' } as const;
const tool = (
  name: string,
  properties: Record<string, unknown>,
  output: unknown,
  required: string[] = [],
): ToolContract =>
  ({
    name,
    effect: 'none',
    parameters: { type: 'object', properties, required },
    _output: output,
  }) as ToolContract;

const TOOLS = [
  tool('load', { path: text }, list, ['path']),
  tool('sort', { rows: list, by: text, direction: { enum: ['up', 'down'] } }, list, ['rows', 'by']),
  tool('count', { rows: list }, { type: 'integer' }, ['rows']),
  tool('merge', { left: list, right: list }, list, ['left', 'right']),
  tool('say', { what: text }, text, ['what']),
];

const CALLS: readonly Call[] = [
  { _id: 'data', _tool: 'load', path: 'a.csv', _outputPath: '†state.data' },
  { _id: 'sorted', _tool: 'sort', rows: '†state.data', by: 'day', _outputPath: '†state.sorted' },
  { _id: 'number', _tool: 'count', rows: '†state.sorted', _outputPath: '†state.number' },
  { _id: 'both', _tool: 'merge', _outputPath: '†state.both' },
  { _id: 'spoken', _tool: 'say', _outputPath: '†state.spoken' },
];

const desk = (calls: readonly Call[] = CALLS, selection: readonly string[] = []): Desk =>
  new Desk(planOf(calls, TOOLS), { selection });

const edgeTo = ({ controller }: Desk, reader: string): string => {
  const { scene } = controller.shows;
  const edge = scene.edges.find(({ to }) => scene.nodeIds[to] === reader);
  if (!edge) throw new Error(`No arrow leads to ${reader}.`);
  return edgeId(scene, edge);
};
const card = (call: string) => ({ kind: 'card', call }) as const;
const labels = (at: Desk) => at.question?.choices.map(({ label }) => label);

describe('an output that is pressed', () => {
  test('asks which call shall read it, and puts that beside it; an input asks nothing', () => {
    const at = desk();
    expect(at.perform({ kind: 'begin-pulling', call: 'sorted', port: 'in:rows', at: { x: 0, y: 0 } })).toBe(
      false,
    );
    at.perform({ kind: 'begin-pulling', call: 'sorted', port: 'out:0', at: { x: 0, y: 0 } });
    expect(at.question?.title).toBe('Add which call after sorted?');
    at.choose('Count');
    expect(at.plan.calls.at(-1)).toMatchObject({ _tool: 'count' });
    expect(JSON.stringify(at.plan.calls.at(-1))).toContain('†state.sorted');
  });
});

describe('an arrow let go of on a card', () => {
  test('is connected at once where one parameter takes what it carries', () => {
    const at = desk();
    at.pullOn(['sorted', 'out:0'], card('both'));
    expect(labels(at)).toEqual(['Left', 'Right', 'Run after']);
    at.perform({ kind: 'cancel-asking' });
    const other = desk([...CALLS, { _id: 'again', _tool: 'sort', _outputPath: '†state.again' }]);
    other.pullOn(['data', 'out:0'], card('again'));
    expect([other.question, other.call('again').rows]).toEqual([null, '†state.data']);
  });

  test('asks which parameter, one of a few words last', () => {
    const at = desk([...CALLS, { _id: 'again', _tool: 'sort', by: 'day', _outputPath: '†state.again' }]);
    at.pullOn(['spoken', 'out:0'], card('again'));
    expect(labels(at)).toEqual(['By', 'Direction', 'Run after']);
    at.choose('By');
    expect(at.call('again').by).toBe('†state.spoken');
    expect(at.gestures).toEqual(['Connect spoken to by of again']);
  });

  test.each([
    ['its type', 'number', 'both', 'Merge has no parameter that takes a whole number'],
    ['a cycle', 'sorted', 'data', 'sorted already waits for data'],
  ])('is refused for %s, in words', (_, from, to, sentence) => {
    const at = desk();
    at.pullOn([from, 'out:0'], card(to));
    expect(at.notice).toContain(sentence);
    expect([at.gestures, at.question]).toEqual([[], null]);
  });

  test('a call that needs one way out of a decision can’t need the other as well, but can take either', () => {
    const at = new Desk(refund());
    at.pull(['decide', 'out:1'], ['refund', 'in:reason']);
    expect(at.notice).toContain('never comes together with this way out');
    at.pull(['decide', 'out:1'], ['refund', 'in:amount']);
    at.choose('Or, as the second choice');
    expect(at.call('refund').amount).toBe('†state.allowed.amount || †state.error');
  });

  test('back on its own card it is nothing', () => {
    const at = desk();
    at.pullOn(['sorted', 'out:0'], card('sorted'));
    expect([at.notice, at.gestures]).toEqual(['', []]);
  });
});

describe('an arrow let go of where references are', () => {
  const joined = (how: string): unknown => {
    const at = desk();
    at.pull(['data', 'out:0'], ['number', 'in:rows']);
    expect(at.gestures).toEqual([]);
    at.choose(how);
    return at.call('number').rows;
  };

  test('asks: instead, or as the second or the first choice; each is one undo step', () => {
    expect(joined('Instead')).toBe('†state.data');
    expect(joined('Or, as the second choice')).toBe('†state.sorted || †state.data');
    expect(joined('Or, as the first choice')).toBe('†state.data || †state.sorted');
  });

  test('at a gate: both, either, instead', () => {
    const at = desk([...CALLS.slice(0, 4), { _id: 'spoken', _tool: 'say', _after: '†state.data' }]);
    at.pull(['number', 'out:0'], ['spoken', 'after']);
    expect(labels(at)).toEqual(['Both', 'Or, as the second choice', 'Instead']);
    at.choose('Both');
    expect(at.call('spoken')._after).toBe('†state.data && †state.number');
  });

  test('a list of references is not written over: one more, or instead', () => {
    const at = desk([...CALLS.slice(0, 3), { _id: 'both', _tool: 'merge', left: ['†state.data'] }]);
    at.pull(['sorted', 'out:0'], ['both', 'in:left']);
    at.choose('As one more of the list');
    expect(at.call('both').left).toEqual(['†state.data', '†state.sorted']);
  });
});

describe('an arrow let go of on the plane', () => {
  test('offers the tools that can take it, and adds the one that is chosen there, connected: one step', () => {
    const at = desk();
    at.pullOn(['number', 'out:0'], { kind: 'plane' }, { at: { x: 900, y: 700 } });
    expect(at.question?.title).toBe('Add which call after number?');
    const offered = at.question?.choices.map(({ id }) => id) ?? [];
    expect(offered).not.toContain('sort');
    at.perform({ kind: 'cancel-asking' });
    at.pullOn(['sorted', 'out:0'], { kind: 'plane' }, { at: { x: 900, y: 700 } });
    at.choose('Count');
    expect(at.call('count')).toMatchObject({ _tool: 'count', rows: '†state.sorted' });
    expect(at.at('count')).toMatchObject({ x: 900 });
    expect(at.gestures).toEqual(['Add count after sorted']);
    at.undo();
    expect(at.plan.calls).toEqual(CALLS);
  });

  test('pulled off by its head, the reference is gone', () => {
    const at = desk();
    at.pullOn(['number', 'in:rows'], { kind: 'plane' }, { at: { x: 900, y: 700 } });
    expect(at.call('number').rows).toBeUndefined();
    expect(at.gestures).toEqual(['Disconnect sorted from number']);
  });
});

describe('an arrow by its head, and backwards', () => {
  test('to another place it is one step, and it looks into the same part as before', () => {
    const at = new Desk(refund());
    at.pull(['refund', 'in:amount'], ['refund', 'in:reason']);
    expect([at.call('refund').amount, at.call('refund').reason]).toEqual([
      undefined,
      '†state.allowed.amount',
    ]);
    expect(at.gestures).toHaveLength(1);
  });

  test('let go of where it was, nothing is done', () => {
    const at = desk();
    at.pull(['number', 'in:rows'], ['number', 'in:rows']);
    at.pullOn(['number', 'in:rows'], card('number'));
    expect([at.gestures, at.notice]).toEqual([[], '']);
  });

  test('from a place that reads nothing, back to the call that it shall read', () => {
    const at = desk();
    at.pull(['both', 'in:left'], ['sorted', 'out:0']);
    at.pullOn(['both', 'in:right'], card('data'));
    expect(at.call('both')).toMatchObject({ left: '†state.sorted', right: '†state.data' });
    at.pullOn(['spoken', 'in:what'], card('data'));
    expect(at.notice).toContain('takes a string; data gives a list');
  });

  test('by keyboard: the next reference, said; C moves it, and at a card it connects either way', () => {
    const at = desk(CALLS, ['number']);
    at.press('e');
    expect(at.notice).toContain('number reads †state.sorted from sorted');
    at.press('c');
    at.choose('both');
    at.choose('Left');
    expect([at.call('number').rows, at.call('both').left]).toEqual([undefined, '†state.sorted']);
    at.perform({ kind: 'let-go' });
    at.perform({ kind: 'pick', call: 'number' });
    at.press('c');
    at.choose('from data');
    at.choose('Rows');
    expect(at.call('number').rows).toBe('†state.data');
  });
});

describe('a step put on an arrow', () => {
  test('reads what was read and is read instead: by key, with the tools that fit between', () => {
    const at = desk(CALLS, ['number']);
    at.press('e');
    at.press('n');
    const offered = at.question?.choices.map(({ id }) => id) ?? [];
    expect(offered.slice(0, 2)).toEqual(['sort', 'merge']);
    // What gives a number is read by no list.
    expect(offered).not.toContain('count');
    at.choose('Merge');
    expect(at.call('merge')).toMatchObject({ left: '†state.sorted' });
    expect(at.call('number').rows).toBe('†state.merge');
    expect(at.gestures).toEqual(['Insert merge between sorted and number']);
    expect(at.selection).toEqual(['merge']);
    at.undo();
    expect(at.plan.calls).toEqual(CALLS);
  });

  test('its card stands between the two, and those behind make room where a person had placed them', () => {
    const at = desk();
    at.drag('number', { x: 1, y: 0 });
    const before = at.at('number').x;
    at.perform({ kind: 'insert', edge: edgeTo(at, 'number'), tool: 'sort' });
    expect(at.at('sort').x).toBeGreaterThanOrEqual(at.at('sorted').x + CARD_WIDTH);
    expect(at.at('number').x).toBeGreaterThanOrEqual(at.at('sort').x + CARD_WIDTH);
    expect(at.at('number').x).toBeGreaterThan(before);
  });

  test('of one of two references the other stays as it is, and so does its part', () => {
    const at = new Desk(refund());
    at.perform({ kind: 'insert', edge: edgeTo(at, 'answer'), tool: 'decide' });
    // Its tool has no contract: it is none that can be put anywhere.
    expect(at.notice).toContain('No tool is called decide');
    at.perform({ kind: 'insert', edge: edgeTo(at, 'answer'), tool: 'issueRefund' });
    expect(at.call('answer').body).toBe('†state.issueRefund || †state.ticket');
  });

  test('where it takes one of several ways, what read before goes on by the first', () => {
    const asks = { name: 'ask', 'x-branches': ['yes', 'no'] } as const;
    const at = new Desk({ ...refund(), tools: [asks] });
    at.perform({ kind: 'insert', edge: edgeTo(at, 'refund'), tool: 'ask' });
    expect(at.call('ask')._outputPath).toBe('†state.ask.yes || †state.ask.no');
    expect(at.call('refund').amount).toBe('†state.ask.yes');
  });

  test('without a reference that is selected, a key says how to come to one', () => {
    const at = desk(CALLS, ['number']);
    at.press('n');
    expect(at.notice).toContain('Press E at a card');
  });
});

describe('another tool in the place of a call’s', () => {
  test('keeps what it knows by the same name, and its references where they fit', () => {
    const at = desk(CALLS, ['sorted']);
    at.press('x');
    at.choose('Merge');
    expect(at.call('sorted')).toEqual({
      _id: 'sorted',
      _tool: 'merge',
      left: '†state.data',
      _outputPath: '†state.sorted',
    });
    expect(at.notice).toBe('Not kept, because the tool does not know it: by.');
    expect(at.gestures).toEqual(['Replace Sort by Merge']);
  });
});

describe('a path', () => {
  const state = (name: string) => ({ type: 'ref', kind: 'state', path: [name] }) as const;

  test('is renamed where it is written and wherever it is read, as one step', () => {
    const at = new Desk({ ...refund(), output: { all: ['†state.receipt', '†state.history'] } });
    at.perform({ kind: 'rename-path', ref: state('allowed'), to: 'granted' });
    expect(at.call('decide')._outputPath).toBe('†state.granted || †state.error');
    expect(at.call('refund').amount).toBe('†state.granted.amount');
    at.perform({ kind: 'rename-path', ref: state('receipt'), to: '†state.proof' });
    expect([at.call('answer').body, at.plan.output]).toEqual([
      '†state.proof || †state.ticket',
      { all: ['†state.proof', '†state.history'] },
    ]);
    expect(at.gestures).toHaveLength(2);
    at.undo();
    at.undo();
    expect(at.plan.calls).toEqual(refund().calls);
  });

  test.each([
    ['ticket', 'is there already'],
    ['9', 'begins with no digit'],
    ['__proto__', 'can be no name here'],
    ['approvals', ''],
  ])('%s is refused in words', (to, sentence) => {
    const at = new Desk(refund());
    at.perform({ kind: 'rename-path', ref: state('receipt'), to });
    expect([at.gestures, at.notice !== '']).toEqual([[], true]);
    expect(at.notice).toContain(sentence);
  });

  test('is asked for by its key: what is typed is its name', () => {
    const at = new Desk(refund(), { selection: ['decide'] });
    at.press('F2');
    at.choose('†state.allowed');
    expect(at.question).toMatchObject({
      title: 'Rename †state.allowed, for all who read it',
      typed: { at: 'allowed' },
    });
    at.perform({ kind: 'choose', id: 'granted' });
    expect(at.call('refund').amount).toBe('†state.granted.amount');
  });

  test('the way of failures keeps its name: it is what makes it that', () => {
    const at = new Desk(refund());
    at.perform({ kind: 'rename-path', ref: state('error'), to: 'trouble' });
    expect(at.notice).toContain('the way of failures');
  });
});

describe('finding', () => {
  test('calls by name and value, and problems: each is shown before it is gone to', () => {
    const at = desk();
    at.perform({ kind: 'begin-finding' });
    const found = (words: string) => matching(at.question?.choices ?? [], words).map(({ detail }) => detail);
    expect(found('a.csv')).toEqual(['data']);
    expect(found('†state.sorted')).toEqual(expect.arrayContaining(['sorted', 'number']));
    expect(found('lacks the parameter')).toContain('problem');
    at.choose('Say');
    expect([at.question, at.selection, at.focused.at(-1)]).toEqual([null, ['spoken'], 'spoken']);
  });

  test('a call by what its card shows of its value', () => {
    const values: Readonly<Record<string, string>> = { number: '1589' };
    const at = new Desk(planOf(CALLS, TOOLS), { shownOf: (call) => values[call] ?? '' });
    at.perform({ kind: 'begin-finding' });
    expect(matching(at.question?.choices ?? [], '1589').map(({ detail }) => detail)).toEqual(['number']);
  });

  test('calls of the plans within it, which are opened, and what is wrong with them', () => {
    const plans = {
      letter: { title: 'Send a letter', calls: [{ _id: 'body', _tool: 'template', template: 'Dear' }] },
    };
    const plan = { ...planOf([{ _id: 'data', _tool: 'x', _delegate: '#letter' }]), plans };
    const problem = { code: 'syntax', severity: 'error', message: 'Wrong', path: [], fixes: [] } as const;
    const opened: (string | undefined)[] = [];
    const more = {
      problems: [{ ...problem, within: 'letter', calls: ['#letter/body'] }],
      onOpenPlan: (call?: string) => opened.push(call),
    };
    const at = new Desk(plan as Plan, more);
    for (const words of ['Dear', 'Wrong']) {
      at.perform({ kind: 'begin-finding' });
      const [choice] = matching(at.question?.choices ?? [], words);
      at.perform({ kind: 'choose', id: choice?.id ?? '' });
    }
    expect(opened).toEqual(['#letter/body', '#letter/body']);
    const run = new Desk(plan as Plan, { mode: 'run' });
    run.perform({ kind: 'begin-finding' });
    expect(matching(run.question?.choices ?? [], 'Dear')).toEqual([]);
  });

  test('what is considered comes into view, and the selection stays', () => {
    const far = desk([...CALLS, { _id: 'far', _tool: 'say' }], ['data']);
    far.perform({ kind: 'move', calls: ['far'], by: { x: 20_000, y: 0 } });
    far.perform({ kind: 'begin-finding' });
    const moves = far.moves.length;
    far.perform({ kind: 'consider', id: 'call:5' });
    expect([far.moves.length, far.selection]).toEqual([moves + 1, ['data']]);
  });

  test('is done in a run too', () => {
    const at = new Desk(refund(), { mode: 'run' });
    at.perform({ kind: 'begin-finding' });
    expect(at.question?.title).toBe('Find in the plan');
    at.perform({ kind: 'cancel-asking' });
    at.press('c');
    expect(at.question).toBeNull();
  });
});

test('what is undone out of sight is brought into view', () => {
  const at = desk();
  at.perform({ kind: 'move', calls: ['spoken'], by: { x: 30_000, y: 0 } });
  at.drag('data', { x: 100, y: 300 });
  at.controller.stand({ x: -25_000, y: 0, zoom: 1 }, { width: 1200, height: 800 });
  const moves = at.moves.length;
  at.perform({ kind: 'follow' });
  at.undo();
  expect(at.moves.length).toBe(moves + 1);
});

describe('several cards', () => {
  test('are brought in line, and given the same gaps', () => {
    const at = desk(CALLS, ['data', 'sorted', 'number']);
    at.perform({ kind: 'align', along: 'top' });
    expect(new Set(['data', 'sorted', 'number'].map((id) => at.at(id).y)).size).toBe(1);
    at.drag('sorted', { x: 0, y: 0 });
    at.perform({ kind: 'align', along: 'across' });
    const [a, b, c] = ['data', 'sorted', 'number'].map((id) => at.at(id).x);
    expect((b ?? 0) - (a ?? 0)).toBeCloseTo((c ?? 0) - (b ?? 0), 0);
    at.perform({ kind: 'align', along: 'left' });
    expect(at.gestures.at(-1)).toBe('Align left: 3 calls');
  });

  test('the menu has it where there are several, and not for one', () => {
    const titles = (selection: readonly string[]) => {
      const at = desk(CALLS, selection);
      at.perform({ kind: 'menu', on: { kind: 'call', call: 'data' }, at: { x: 0, y: 0 } });
      return at.controller.shows.offers.flat().map(({ title }) => title);
    };
    expect(titles(['data', 'sorted'])).toContain('Align their tops');
    expect(titles(['data', 'sorted'])).not.toContain('Make the gaps across the same');
    expect(titles(['data'])).not.toContain('Align their tops');
  });
});

describe('menus', () => {
  test('of an arrow and of the plane say what can be done there', () => {
    const at = desk();
    const titles = () => at.controller.shows.offers.flat().map(({ title }) => title);
    at.perform({ kind: 'menu', on: { kind: 'edge', edge: edgeTo(at, 'number') }, at: { x: 0, y: 0 } });
    expect(titles()).toEqual(['Insert a step here…', 'Connect to another place…', 'Remove the reference']);
    expect(at.controller.shows.menu?.name).toBe('the reference: number reads †state.sorted from sorted');
    at.controller.shows.offers.flat().at(-1)?.run();
    expect(at.call('number').rows).toBeUndefined();
    at.perform({ kind: 'menu', on: { kind: 'plane', at: { x: 2_000, y: 900 } }, at: { x: 0, y: 0 } });
    expect(titles().slice(0, 2)).toEqual(['Add a call here…', 'Paste here']);
  });

  test.each([
    ['Insert a step here…', (at: Desk) => expect(at.question?.title).toContain('Insert which call')],
    ['Connect to another place…', (at: Desk) => expect(at.question?.title).toContain('sorted')],
    ['Remove the reference', (at: Desk) => expect(at.call('number').rows).toBeUndefined()],
  ])('“%s” is done with the arrow whose menu it is, wherever the keyboard went', (title, isDone) => {
    const at = desk(CALLS, ['both']);
    const edge = edgeTo(at, 'number');
    // The press gives the arrow the keyboard, and the menu takes it.
    at.controller.focused(undefined, edge);
    at.perform({ kind: 'menu', on: { kind: 'edge', edge }, at: { x: 0, y: 0 } });
    const offer = at.controller.shows.offers.flat().find((one) => one.title === title);
    at.perform({ kind: 'close-menu' });
    at.controller.leaveMenu();
    expect(at.focused.at(-1)).toBe(edge);
    at.controller.focused('both');
    offer?.run();
    isDone(at);
    expect(at.plan.calls.map(({ _id }) => _id)).toContain('both');
    expect(at.notice).toBe('');
  });

  test('what is pasted from the plane’s menu stands around the point', async () => {
    const at = desk(CALLS, ['data']);
    at.copied = at.controller.copied();
    at.perform({ kind: 'paste-here', at: { x: 2_000, y: 900 } });
    await Promise.resolve();
    await Promise.resolve();
    expect(at.at('data_2')).toEqual({ x: 2_000 - CARD_WIDTH / 2, y: 900 });
  });
});

test('a card that is dragged snaps into line with one near by, along a line that is shown; with Alt it does not', () => {
  const at = desk();
  const [from, to] = [at.at('both'), at.at('data')];
  const near = { x: to.x - from.x + 4, y: 700 };
  at.drag('both', near);
  expect(at.at('both').x).toBe(to.x);
  at.undo();
  const on = card('both');
  at.controller.press({ at: from, on, alt: false });
  at.controller.drag({ at: { x: from.x + near.x, y: from.y + 700 }, on, alt: false });
  expect(at.controller.shows.guides).toMatchObject([{ x: to.x }]);
  at.controller.release({ at: { x: from.x + near.x, y: from.y + 700 }, on, alt: true });
  expect(at.at('both').x).toBe(to.x + 4);
  expect(at.controller.shows.guides).toEqual([]);
});

test('what is under a point is found by its place: the nearest port of the side, else the card, else the plane', () => {
  const at = desk();
  const { view } = at.controller.shows;
  const place = at.at('sorted');
  expect(gripAt(view, { x: place.x + 120, y: place.y + 20 }, 'left')).toEqual(card('sorted'));
  expect(gripAt(view, { x: place.x - 6, y: place.y + 20 }, 'left')).toEqual({
    kind: 'port',
    call: 'sorted',
    port: 'after',
  });
  expect(gripAt(view, { x: place.x - 6, y: place.y + 20 }, 'right')).toEqual({ kind: 'plane' });
  expect(gripAt(view, { x: place.x + CARD_WIDTH / 2, y: place.y - 200 }, 'left')).toEqual({ kind: 'plane' });
});

/** The cards at the ends of a plan, as a person moves, joins and parts them. */

import { describe, expect, test } from 'vitest';
import { gripAt } from '../../src/canvas/grip.ts';
import { around } from '../../src/canvas/plane.ts';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Plan } from '../../src/plan/document.ts';
import { OUTPUT_PART } from '../../src/plan/output-part.ts';
import { Desk } from './desk.ts';
import { planOf, refund } from './sample.ts';

const ID = '†input.id';

/** The refund with its input declared. */
const asking = (more: Partial<Plan> = {}): Plan => ({
  ...refund(),
  input: { schema: { type: 'object', properties: { id: { type: 'string', title: 'Customer' } } } },
  ...more,
});

const endOf = (desk: Desk, id: string) => desk.controller.shows.ends.cards.find((one) => one.id === id);
const arrowsOf = (desk: Desk) =>
  desk.controller.shows.ends.arrows.map(
    ({ from, fromPort, to, toPort }) => `${from} ${fromPort} > ${to} ${toPort}`,
  );
const rowsOf = (desk: Desk) => {
  const end = endOf(desk, OUTPUT_PART)?.end;
  return end?.kind === 'result'
    ? end.rows.map(({ name, pills }) => [name, ...pills.map(({ full }) => full)])
    : [];
};

describe('what is there', () => {
  test('an input at the left of all cards, the result at their right, and no call of either', () => {
    const desk = new Desk(asking({ output: '†state.receipt || †state.ticket' }));
    const calls = around(
      desk.cards.map(({ at, data }) => ({ ...at, width: 248, height: data.card.height })),
    )!;
    expect(endOf(desk, ID)!.at.x + 248).toBeLessThan(calls.x);
    expect(endOf(desk, OUTPUT_PART)!.at.x).toBeGreaterThan(calls.x + calls.width);
    expect(desk.controller.shows.count).toBe(5);
    expect(desk.cards.map(({ id }) => id)).not.toContain(ID);
    desk.press('Mod+a');
    expect(desk.selection).toEqual(['history', 'decide', 'refund', 'ticket', 'answer']);
    expect(arrowsOf(desk)).toEqual([
      '†input.id out > history in:customer',
      'refund out:0 > †output row:0',
      'ticket out:0 > †output row:0',
    ]);
    // Both are in what is shown as a whole.
    expect(desk.controller.shows.bounds!.width).toBeGreaterThan(calls.width + 2 * 248);
  });

  test('a plan without inputs has no card of one, and where nothing is said it may be any result that nobody reads', () => {
    const desk = new Desk(refund());
    expect(desk.controller.shows.ends.cards.map(({ id }) => id)).toEqual([OUTPUT_PART]);
    expect(arrowsOf(desk)).toEqual(['answer out:0 > †output add']);
    expect(new Desk(planOf([])).controller.shows.ends.cards).toEqual([]);
  });

  test('an edit of a call leaves the same cards, and those that only stand elsewhere keep what they show', () => {
    const desk = new Desk(asking());
    const [input, result] = desk.controller.shows.ends.cards;
    desk.document.actions.edit([{ kind: 'set-in-call', id: 'refund', path: ['reason'], value: 'late' }], {
      label: 'x',
    });
    desk.give();
    expect(desk.controller.shows.ends.cards[0]).toBe(input);
    desk.drag(OUTPUT_PART, { x: 10, y: 10 });
    expect(desk.controller.shows.ends.cards[0]).toBe(input);
    expect(desk.controller.shows.ends.cards[1]!.end).toBe(result!.end);
  });

  test('what cannot be a call all the same has its own card alone', () => {
    const desk = new Desk(planOf([{ _id: OUTPUT_PART, _tool: 'x' }]));
    expect(desk.controller.shows.ends.cards).toEqual([]);
  });
});

describe('moving', () => {
  test('is one step of undo, kept under its own name, and auto-layout takes it back to the edge', () => {
    const desk = new Desk(asking());
    const before = endOf(desk, ID)!.at;
    desk.drag(ID, { x: -40, y: 30 });
    expect(desk.gestures).toEqual(['Move †input.id']);
    expect(desk.plan.layout).toEqual({
      [ID]: { x: Math.round(before.x) - 40, y: Math.round(before.y) + 30 },
    });
    expect(endOf(desk, ID)!.at).toEqual(desk.plan.layout![ID]);
    desk.undo();
    expect(endOf(desk, ID)!.at).toEqual(before);
    desk.drag(OUTPUT_PART, { x: 300, y: 0 });
    desk.perform({ kind: 'auto-layout' });
    expect(Object.keys(desk.plan.layout ?? {})).not.toContain(OUTPUT_PART);
  });

  test('with Alt makes no second one', () => {
    const desk = new Desk(asking());
    desk.drag(OUTPUT_PART, { x: 30, y: 0 }, { alt: true });
    expect(desk.gestures).toEqual(['Move the result']);
  });
});

describe('what is returned', () => {
  test('is set by an arrow from a call, then another under a name of its own', () => {
    const desk = new Desk(refund());
    desk.pull(['refund', 'out:0'], [OUTPUT_PART, 'add']);
    expect(desk.plan.output).toBe('†state.receipt');
    desk.pull(['decide', 'out:1'], [OUTPUT_PART, 'add']);
    expect(desk.plan.output).toEqual({ receipt: '†state.receipt', error: '†state.error' });
    expect(rowsOf(desk)).toEqual([
      ['receipt', '†state.receipt'],
      ['error', '†state.error'],
    ]);
    desk.pull(['decide', 'out:1'], [OUTPUT_PART, 'add']);
    expect(desk.notice).toBe('†state.error is returned already.');
    desk.undo();
    expect(desk.plan.output).toBe('†state.receipt');
  });

  test('of a call that writes nowhere yet gives it a path in the same step', () => {
    const desk = new Desk(refund());
    const before = desk.plan;
    desk.pull(['answer', 'out:0'], [OUTPUT_PART, 'add']);
    expect([desk.plan.output, desk.call('answer')._outputPath]).toEqual(['†state.answer', '†state.answer']);
    desk.undo();
    expect(desk.plan).toEqual(before);
  });

  test('is pulled off its place, or to another result; back on the card nothing is another', () => {
    const desk = new Desk(asking({ output: { a: '†state.receipt', b: '†state.ticket' } }));
    desk.pull([OUTPUT_PART, 'row:0'], [OUTPUT_PART, 'row:0']);
    expect(desk.gestures).toEqual([]);
    desk.pull([OUTPUT_PART, 'row:0'], ['history', 'out:0']);
    expect(desk.plan.output).toEqual({ a: '†state.history', b: '†state.ticket' });
    desk.controller.press({
      at: { x: 0, y: 0 },
      on: { kind: 'port', call: OUTPUT_PART, port: 'row:0' },
      alt: false,
    });
    desk.controller.release({ at: { x: 0, y: 0 }, on: { kind: 'plane' }, alt: false });
    expect(desk.plan.output).toEqual({ b: '†state.ticket' });
    expect(desk.gestures).toEqual(['Return what history gives', 'Return a no longer']);
  });

  test('an arrow to it, or from an input, is taken away as any other', () => {
    const desk = new Desk(asking({ output: '†state.receipt' }));
    const edges = desk.controller.shows.ends.arrows.map(({ id }) => id);
    desk.perform({ kind: 'select-edges', edges });
    desk.press('Delete');
    expect(desk.plan.output).toBeUndefined();
    expect(desk.call('history').customer).toBeUndefined();
    expect(desk.gestures).toEqual(['Disconnect 2 references']);
    desk.undo();
    expect(desk.plan.output).toBe('†state.receipt');
  });

  test('is set by keyboard, and is no call to connect to in a run', () => {
    const desk = new Desk(refund(), { selection: ['ticket'] });
    desk.press('c');
    desk.perform({ kind: 'choose', id: OUTPUT_PART });
    expect(desk.plan.output).toBe('†state.ticket');
    expect(desk.question).toBeNull();
    expect(desk.focused.at(-1)).toBe('ticket');
    desk.give({ mode: 'run' });
    desk.pull(['refund', 'out:0'], [OUTPUT_PART, 'add']);
    expect(desk.plan.output).toBe('†state.ticket');
  });

  test('takes an arrow anywhere on its card; pulled off onto a call, that one is returned instead', () => {
    const desk = new Desk(refund());
    desk.pullOn(['refund', 'out:0'], { kind: 'card', call: OUTPUT_PART });
    expect(desk.plan.output).toBe('†state.receipt');
    desk.pullOn([OUTPUT_PART, 'row:0'], { kind: 'card', call: OUTPUT_PART });
    desk.pullOn([OUTPUT_PART, 'row:0'], { kind: 'card', call: 'decide' });
    expect(desk.plan.output).toBe('†state.allowed || †state.error');
    desk.pullOn([OUTPUT_PART, 'row:0'], { kind: 'plane' });
    expect(desk.plan.output).toBeUndefined();
    expect(desk.gestures).toHaveLength(3);
  });

  test('takes an arrow that is pulled off a parameter: one step, and it looks into the same part as before', () => {
    const desk = new Desk(refund());
    const before = desk.plan;
    desk.pullOn(['refund', 'in:amount'], { kind: 'card', call: OUTPUT_PART });
    expect([desk.plan.output, desk.call('refund').amount]).toEqual(['†state.allowed.amount', undefined]);
    desk.undo();
    expect(desk.plan).toEqual(before);
  });

  test('no call can read, and no arrow from an input leads to it', () => {
    const desk = new Desk(asking());
    desk.pullOn(['refund', 'in:reason'], { kind: 'card', call: OUTPUT_PART });
    expect(desk.notice).toBe('What the plan returns no call of it can read.');
    desk.pullOn([ID, 'out'], { kind: 'card', call: OUTPUT_PART });
    expect(desk.notice).toBe('Only what calls give can be returned by an arrow.');
    expect(desk.gestures).toEqual([]);
  });

  test('that is written as JSON is refused in words', () => {
    const desk = new Desk(asking({ output: { all: ['†state.receipt', '†state.ticket'] } }));
    expect(arrowsOf(desk)).toContain('ticket out:0 > †output row:0');
    desk.pull(['history', 'out:0'], [OUTPUT_PART, 'add']);
    expect(desk.notice).toMatch(/written as JSON/);
    expect(desk.gestures).toEqual([]);
  });
});

describe('an input', () => {
  test('is given to a parameter by an arrow', () => {
    const desk = new Desk(asking());
    desk.pull([ID, 'out'], ['refund', 'in:reason']);
    expect(desk.call('refund').reason).toBe(ID);
    expect(desk.gestures).toEqual(['Give id to refund']);
    expect(
      desk.controller.canConnect(
        { kind: 'port', call: ID, port: 'out' },
        { kind: 'port', call: OUTPUT_PART, port: 'add' },
      ),
    ).toBe(false);
  });

  test('let go of on a card asks for the parameter, and how where something is read already', () => {
    const desk = new Desk(asking());
    desk.pullOn([ID, 'out'], { kind: 'card', call: 'refund' });
    expect(desk.question?.title).toBe('Give id to which parameter of refund?');
    desk.perform({ kind: 'choose', id: 'in:amount' });
    expect(desk.question?.choices.map(({ label }) => label)).toEqual([
      'Instead',
      'Or, as the second choice',
      'Or, as the first choice',
    ]);
    desk.choose('Or, as the second choice');
    expect(desk.call('refund').amount).toBe(`†state.allowed.amount || ${ID}`);
    expect(desk.focused.at(-1)).toBe('refund');
  });

  test('is read by a place that an arrow is pulled from, and by keyboard', () => {
    const desk = new Desk(asking(), { selection: ['refund'] });
    desk.pullOn(['refund', 'in:reason'], { kind: 'card', call: ID });
    expect(desk.call('refund').reason).toBe(ID);
    desk.undo();
    desk.press('c');
    desk.choose('from input id');
    desk.perform({ kind: 'choose', id: 'in:reason' });
    expect(desk.call('refund').reason).toBe(ID);
  });

  test('is given to nothing that takes no value of its type, and no call fills it', () => {
    const takesNumber: ToolContract = {
      name: 'count',
      effect: 'read',
      parameters: { type: 'object', properties: { n: { type: 'number' } } },
    };
    const plan = planOf([{ _id: 'count', _tool: 'count', _outputPath: '†state.n' }], [takesNumber]);
    const desk = new Desk({ ...plan, input: asking().input! });
    desk.pullOn([ID, 'out'], { kind: 'card', call: 'count' });
    expect(desk.notice).toMatch(/has no parameter that takes/);
    desk.pull([ID, 'out'], ['count', 'in:n']);
    expect(desk.notice).toMatch(/id gives/);
    desk.pullOn(['count', 'out:0'], { kind: 'card', call: ID });
    expect(desk.notice).toBe('An input is given by a person: no call can fill it.');
    expect(desk.gestures).toEqual([]);
  });

  test('has the control that its schema allows', () => {
    const properties = {
      ...{
        a: { type: 'integer', minimum: 0, maximum: 9 },
        b: { type: 'number' },
        c: { type: 'string', format: 'date' },
      },
      ...{
        d: { enum: ['x', 'y'] },
        e: { type: 'array', items: { type: 'string' } },
        f: { type: 'array', items: {} },
      },
      ...{ g: { type: 'object' }, h: { type: 'boolean' } },
    };
    const desk = new Desk(asking({ input: { schema: { type: 'object', properties } } } as Partial<Plan>));
    const controls = desk.controller.shows.ends.cards.flatMap(({ end }) =>
      end.kind === 'input' ? [end.control] : [],
    );
    expect(controls).toEqual([
      'slider',
      'line',
      'date',
      'choice',
      'lines',
      'elsewhere',
      'elsewhere',
      'yes-no',
    ]);
  });

  test('of a plan of thousands is joined to what is in view alone', () => {
    const many = planOf(
      Array.from({ length: 2_000 }, (_, i) => ({
        _id: `c${i}`,
        _tool: 't',
        n: '†input.n',
        _outputPath: `†state.c${i}`,
      })),
    );
    const input = { schema: { type: 'object', properties: { n: { type: 'number' } } } };
    const desk = new Desk({ ...many, input, output: '†state.c7' } as Plan);
    const { arrows, cards } = desk.controller.shows.ends;
    expect(cards).toHaveLength(2);
    expect(arrows.length).toBeLessThanOrEqual(desk.cards.length + 1);
  });
});

test('under a point is the card of an end or its port, on whichever side that is', () => {
  const desk = new Desk(asking({ output: '†state.receipt' }));
  const { view } = desk.controller.shows;
  const [input, result] = [desk.at(ID), desk.at(OUTPUT_PART)];
  for (const side of ['left', 'right'] as const) {
    expect(gripAt(view, { x: input.x + 250, y: input.y + 20 }, side)).toEqual({
      ...{ kind: 'port', call: ID },
      port: 'out',
    });
    expect(gripAt(view, { x: input.x + 100, y: input.y + 50 }, side)).toEqual({ kind: 'card', call: ID });
    // A row takes nothing: one more result is brought to the card.
    expect(gripAt(view, { x: result.x + 2, y: result.y + 60 }, side)).toEqual({
      ...{ kind: 'card', call: OUTPUT_PART },
    });
    expect(gripAt(view, { x: result.x, y: result.y + 22 }, side)).toMatchObject({ port: 'add' });
  }
});

test('an arrow to an end can be taken away, and no step be put on it', () => {
  const desk = new Desk(asking());
  const edge = desk.controller.shows.ends.arrows.find(({ from }) => from === ID)!.id;
  desk.perform({ kind: 'menu', on: { kind: 'edge', edge }, at: { x: 0, y: 0 } });
  expect(desk.controller.shows.offers.flat().map(({ title }) => title)).toEqual(['Remove the reference']);
  desk.press('n');
  expect(desk.notice).toMatch(/between two calls/);
  desk.controller.shows.offers.flat()[0]!.run();
  expect(desk.call('history').customer).toBeUndefined();
});

test('what an arrow from an end can end at is told before it is let go of', () => {
  const desk = new Desk(asking({ output: '†state.receipt' }));
  const { view, session } = desk.controller.shows;
  const bench = session.bench!;
  const from = (id: string) => ({ writer: view.scene.indexOf.get(id)!, alternative: 0 });
  expect(bench.whyNotEnd(view, from('ticket'), { end: OUTPUT_PART })).toBeNull();
  expect(bench.whyNotEnd(view, from('refund'), { end: OUTPUT_PART })).toBe(
    '†state.receipt is returned already.',
  );
  expect(bench.whyNotEnd(view, { input: 'id' }, { call: from('refund').writer })).toBeNull();
  expect(bench.whyNotEnd(view, { row: 0 }, { call: from('ticket').writer, port: 'out:0' })).toBeNull();
});

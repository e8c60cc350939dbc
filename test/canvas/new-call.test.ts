import { expect, test } from 'vitest';
import { CARD_WIDTH } from '../../src/canvas/card.ts';
import { addCall } from '../../src/canvas/new-call.ts';
import { indexPlaces } from '../../src/canvas/places.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { REFUND_TOOL, refund, sceneFor } from './sample.ts';

const plan = refund();
const scene = sceneFor(plan);
const places = scene.ids.map((_, i) => ({ x: i * 400, y: 0 }));
const canvas = { scene, places, index: indexPlaces(scene.heights, places) };
const MIDDLE = { x: 0, y: 2_000 };

const added = (name: string, beside?: number) => {
  const gesture = addCall(plan, canvas, { name }, beside, MIDDLE);
  const done = applyEdits(plan, gesture.edits);
  if (!done.ok) throw new Error(done.error);
  return { ...gesture, plan: done.value.plan, call: done.value.plan.calls.at(-1)! };
};

test('a call is added with nothing but where its result goes', () => {
  expect(added('openTicket').call).toEqual({
    _id: 'openTicket',
    _tool: 'openTicket',
    _outputPath: '†state.openTicket',
  });
});

test('a tool that always takes one of several ways has a path for each from its beginning (L-23)', () => {
  const asks = { name: 'ask', 'x-branches': ['yes', 'no'] };
  const { edits } = addCall(plan, canvas, asks, undefined, MIDDLE);
  const done = applyEdits(plan, edits);
  expect(done.ok && done.value.plan.calls.at(-1)!._outputPath).toBe('†state.ask.yes || †state.ask.no');
});

test('neither its id nor its path is another call\u2019s', () => {
  expect(added('decide').id).toBe('decide_2');
  expect(added('receipt').id).toBe('receipt_2');
});

test('a tool of any name gives an id that is a path too', () => {
  expect(added('2 days (late)').call._outputPath).toBe('†state.call_2_days_late_');
});

test('it stands one layer on from the selected call, below what stands there already', () => {
  const { plan: next, id } = added('openTicket', 0);
  const at = next.layout![id]!;
  expect(at.x).toBeGreaterThan(CARD_WIDTH);
  expect(at.y).toBeGreaterThanOrEqual(scene.heights[1]!);
});

test('without a selection it stands in the middle of what is in view', () => {
  const { plan: next, id } = added(REFUND_TOOL.name);
  expect(next.layout![id]!.x).toBe(MIDDLE.x - CARD_WIDTH / 2);
});

test('the cards that the layout had placed are pinned, so that none of them moves', () => {
  const { layout } = added('openTicket').plan;
  expect(layout!.answer).toEqual(places[scene.indexOf.get('answer')!]);
});

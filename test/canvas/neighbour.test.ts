import { expect, test } from 'vitest';
import { neighbour } from '../../src/canvas/neighbour.ts';
import { planOf, refund, sceneFor } from './sample.ts';

const scene = sceneFor(refund());
/** history, decide, then refund above ticket, then answer. */
const places = [
  { x: 0, y: 100 },
  { x: 400, y: 100 },
  { x: 800, y: 60 },
  { x: 800, y: 300 },
  { x: 1200, y: 100 },
];
const go = (from: string, direction: 'left' | 'right' | 'up' | 'down') => {
  const next = neighbour(scene, places, scene.indexOf.get(from)!, direction);
  return next === null ? null : scene.nodeIds[next];
};

test('right goes to a reader, the nearest in height', () => {
  expect(go('history', 'right')).toBe('decide');
  expect(go('decide', 'right')).toBe('refund');
  expect(go('answer', 'right')).toBeNull();
});

test('left goes to a writer', () => {
  expect(go('answer', 'left')).toBe('refund');
  expect(go('history', 'left')).toBeNull();
});

test('from a call that nothing connects, right and left go to the nearest card there', () => {
  const loose = sceneFor(
    planOf([
      { _id: 'a', _tool: 't' },
      { _id: 'b', _tool: 't' },
      { _id: 'c', _tool: 't' },
    ]),
  );
  const row = [0, 400, 800].map((x) => ({ x, y: 0 }));
  expect(neighbour(loose, row, 0, 'right')).toBe(1);
  expect(neighbour(loose, row, 2, 'left')).toBe(1);
  expect(neighbour(loose, row, 0, 'left')).toBeNull();
});

test('up and down stay in the layer', () => {
  expect(go('refund', 'down')).toBe('ticket');
  expect(go('ticket', 'up')).toBe('refund');
  expect(go('refund', 'up')).toBeNull();
  expect(go('decide', 'down')).toBeNull();
});

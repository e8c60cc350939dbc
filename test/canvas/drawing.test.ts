import { describe, expect, test } from 'vitest';
import { createDrawing, type Drawing } from '../../src/canvas/drawing.ts';
import type { Marks } from '../../src/canvas/marks.ts';
import { indexPlaces } from '../../src/canvas/places.ts';
import type { XY } from '../../src/canvas/plane.ts';
import type { Scene } from '../../src/canvas/scene.ts';
import { shownIn } from '../../src/canvas/window.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { NO_MARKS, planOf, refund, sceneFor } from './sample.ts';

const inARow = (scene: Scene): XY[] => scene.ids.map((_, i) => ({ x: i * 400, y: 0 }));
const NO_BENDS = new Map();

/** Draws all of a scene, again and again with one drawing. */
function drawer() {
  const draw = createDrawing();
  return (scene: Scene, places = inARow(scene), marks: Marks = NO_MARKS): Drawing => {
    const shown = shownIn('all', scene, indexPlaces(scene.heights, places), []);
    return draw({ scene, places, shown, marks, bends: NO_BENDS });
  };
}

describe('a plan as cards and arrows', () => {
  test('an error alternative is told from the others', () => {
    const { arrows } = drawer()(sceneFor(refund()));
    const fork = arrows.filter(({ from }) => from === 'decide');
    expect(fork.map(({ to, data }) => [to, data.isError, data.isBranch])).toEqual([
      ['refund', false, true],
      ['ticket', true, true],
    ]);
  });

  test('a reference in a row without room ends at the row that stands for the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, '†state.a']));
    const scene = sceneFor(
      planOf([
        { _id: 'a', _tool: 'make', _outputPath: '†state.a' },
        { _id: 'b', _tool: 'read', ...many },
      ]),
    );
    const { arrows } = drawer()(scene);
    expect(arrows.filter(({ toPort }) => toPort === 'more')).toHaveLength(4);
    expect(new Set(arrows.map(({ id }) => id)).size).toBe(12);
  });

  test('calls with one id are two cards', () => {
    const scene = sceneFor(
      planOf([
        { _id: 'a', _tool: 'x' },
        { _id: 'a', _tool: 'y' },
      ]),
    );
    expect(drawer()(scene).cards.map(({ id }) => id)).toEqual(['a', 'a (2)']);
  });

  test('only the active card is reached by Tab', () => {
    const scene = sceneFor(refund());
    const { cards } = drawer()(scene, inARow(scene), { ...NO_MARKS, active: 'refund' });
    expect(cards.filter(({ isReached }) => isReached).map(({ id }) => id)).toEqual(['refund']);
  });
});

describe('drawing again', () => {
  test('an edit of one call leaves the cards of the others as they are', () => {
    const draw = drawer();
    const plan = refund();
    const first = draw(sceneFor(plan));
    const edited = applyEdits(plan, [
      { kind: 'set-in-call', id: 'ticket', path: ['priority'], value: 'high' },
    ]);
    if (!edited.ok) throw new Error(edited.error);
    const second = draw(sceneFor(edited.value.plan));
    const changed = second.cards.filter((card, i) => card !== first.cards[i]);
    expect(changed.map(({ id }) => id)).toEqual(['ticket']);
    expect(second.arrows).toBe(first.arrows);
  });

  test('the same again is the same drawing', () => {
    const draw = drawer();
    const scene = sceneFor(refund());
    const first = draw(scene);
    expect(draw(scene, inARow(scene), { ...NO_MARKS })).toBe(first);
  });

  test('a drag makes the dragged card anew and no other, and what it shows is the same', () => {
    const draw = drawer();
    const scene = sceneFor(refund());
    const first = draw(scene);
    const second = draw(scene, inARow(scene).with(2, { x: 5, y: 5 }));
    expect(second.cards.filter((card, i) => card !== first.cards[i]).map(({ id }) => id)).toEqual(['refund']);
    expect(second.cards[2]?.at).toEqual({ x: 5, y: 5 });
    expect(second.cards[2]?.data).toBe(first.cards[2]?.data);
    expect(second.arrows).toBe(first.arrows);
  });
});

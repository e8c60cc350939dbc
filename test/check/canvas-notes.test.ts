/** Notes on the canvas that can't be drawn, or are of a call that is gone, are told as warnings. */

import { expect, it } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import type { Json } from '../../src/lib/json.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { planOf } from './plan-of.ts';

const catalogue = catalogueOf(builtInTools);
const CALL = { _id: 'a', _tool: 'template', template: 'x', values: {}, _outputPath: '†state.a' };
const planWith = (...notes: Json[]) => ({ ...planOf([CALL]), output: '†state.a', notes });
const NOTE = { kind: 'note', text: 'Ask Ada', x: 0, y: 0, width: 200, height: 100 };

it('of those that can be drawn nothing is said, nor of notes of another kind', () => {
  const notes = [
    NOTE,
    { kind: 'comment', call: 'a', text: 'Why?' },
    { kind: 'colour', call: 'a', colour: 'red' },
    { kind: 'odd', x: 'y' },
  ];
  expect(checkPlan(planWith(...notes), catalogue).problems).toEqual([]);
});

it('one that lies nowhere says what is wrong with it', () => {
  const [problem] = checkPlan(planWith({ ...NOTE, x: 'far' }), catalogue).problems;
  expect(problem).toMatchObject({ code: 'stale-note', severity: 'warning', path: ['notes', 0] });
  expect(problem?.message).toBe(
    'A note on the canvas can\'t be drawn: its "x" and "y" are no place on the canvas.',
  );
});

it('a comment on a call that is gone is dropped by its fix, and the others stay', () => {
  const plan = planWith(NOTE, { kind: 'comment', call: 'gone', text: 'Why?' });
  const [problem] = checkPlan(plan, catalogue).problems;
  expect(problem?.message).toContain('is of the call "gone"');
  const fixed = applyEdits(plan, problem?.fixes?.[0]?.edits ?? []);
  expect(fixed.ok && fixed.value.plan.notes).toEqual([NOTE]);
});

it('of a hundred thousand little is said, and one edit drops all that are of no call', () => {
  const gone = Array.from({ length: 100_000 }, (_, i) => ({
    kind: 'comment',
    call: `gone${i}`,
    text: 'Why?',
  }));
  const { problems } = checkPlan(planWith(...gone.slice(0, 300), NOTE), catalogue);
  expect(problems).toHaveLength(50);
  const fixed = applyEdits(planWith(...gone.slice(0, 300), NOTE), problems[0]?.fixes[0]?.edits ?? []);
  expect(fixed.ok && fixed.value.plan.notes).toEqual([NOTE]);

  const many = checkPlan({ ...planWith(), notes: [...gone, { ...NOTE, x: 'far' }] }, catalogue).problems;
  expect(many.length).toBeLessThan(110);
  expect(new Set(many.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits))).size).toBe(1);
  expect(many.map(({ message }) => message)).toContain(
    'The canvas draws the first 500 notes, frames, comments and colours; 99500 more are kept and not drawn.',
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalHash, signedAlike } from '../../src/plan/approval-hash.ts';
import type { Plan } from '../../src/plan/document.ts';

const FIRST: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_signed',
  title: 'Signed',
  calls: [
    { _id: 'a', _tool: 'work', p: ['†state.x||†state.y'], _outputPath: '†state.a' },
    { _id: 'b', _tool: 'work', q: { r: 1, s: 2 }, _outputPath: '†state.b' },
  ],
  output: '†state.a||†state.b',
};

/** Spelling, key order, words, places and notes among them: some change the hash and some do not. */
const change = fc.oneof(
  fc.constantFrom<Partial<Plan>>(
    { title: 'Other' },
    { title: 'Signed' },
    { notes: { a: 'A note' } } as unknown as Partial<Plan>,
    { layout: { a: { x: 1, y: 2 } } },
    { $schema: 'https://example.com/plan.schema.json' },
    { output: '†state.a || †state.b' },
    { output: '†state.b' },
    { policy: { maxSteps: 3 } },
  ),
  fc
    .record({
      at: fc.nat({ max: 1 }),
      more: fc.constantFrom<object>(
        {},
        { p: ['†state.x <|> †state["y"]'] },
        { p: ['†state.y || †state.x'] },
        { q: { s: 2, r: 1 } },
        { q: { s: 2, r: 2 } },
        { _description: 'Words' },
        { _outputMethod: 'set' },
        { _tool: 'other' },
      ),
    })
    .map(({ at, more }) => ({
      calls: FIRST.calls.map((call, i) => (i === at ? { ...call, ...more } : call)),
    })),
  fc.constantFrom({ calls: FIRST.calls.slice(1) }, { calls: [...FIRST.calls].reverse() }),
);

test('what an editor needs is not signed: a plan that was saved and opened again has its hash', () => {
  const hash = (plan: Plan) => approvalHash(plan, () => undefined);
  expect(hash({ ...FIRST, $schema: 'https://example.com/plan.schema.json' })).toEqual(hash(FIRST));
});

test('two revisions are signed alike exactly where their hashes are the same', () => {
  const hash = (plan: Plan) => approvalHash(plan, () => undefined);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), fc.array(change, { maxLength: 3 }), (one, other) => {
      const a: Plan = Object.assign({ ...FIRST }, ...one);
      const b: Plan = Object.assign({ ...FIRST }, ...other);
      expect(signedAlike(a, b)).toBe(JSON.stringify(hash(a)) === JSON.stringify(hash(b)));
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { printRef, type Ref } from '../../src/plan/expression.ts';
import { parseCall } from '../../src/plan/parsed-call.ts';
import { pathTable } from '../../src/plan/path-table.ts';
import { isApproval, TRAITS } from '../../src/plan/text-paths.ts';
import { wiringOf } from '../../src/plan/wiring.ts';

const piece = fc.constantFrom(
  '†state',
  '†input',
  '†run',
  '†secret',
  '†data',
  '†nothing',
  '†mine',
  '.a',
  '.b',
  '.0',
  '["a"]',
  '["a b"]',
  '["a","b"]',
  '."a"',
  '.approvals',
  '.__proto__',
  ' || ',
  ' && ',
  '(',
  ')',
  '†',
  'Dear ',
);
const text = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''))
  .filter((one) => one !== '');
const call = fc
  .record(
    {
      p: fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.record({ deep: text })),
      q: text,
      _own: text,
      _outputPath: text,
      _after: text,
      _forEach: text,
      _scopes: fc.array(text, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  .map((parts) => ({ _id: 'c', _tool: 't', ...parts }) as Call);

const planOf = (calls: readonly Call[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  data: { mine: {}, 'state.a': {} },
  tools: [{ name: 't', parameters: { properties: { _own: {} } } }],
  calls,
});

/** The path as text; null where no call can write it. */
const written = (ref: Ref) =>
  ['input', 'run', 'secret'].includes(ref.kind) || isApproval(ref)
    ? null
    : printRef({ ...ref, path: ref.path.map(String) });

const isMeta = (key: unknown) => String(key).startsWith('_');

describe('the wiring of a plan', () => {
  test('says by number what its calls say when they are read', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 4 }), (calls) => {
        const wiring = wiringOf(planOf(calls), undefined);
        const row = ({ starts, items }: typeof wiring.reads, i: number) =>
          Array.from(items.subarray(starts[i], starts[i + 1]), (path) =>
            path < 0 ? null : wiring.paths.print(path),
          );
        wiring.calls.forEach(({ places, targets, errors, embedded }, i) => {
          const refs = places.flatMap((place) => place.refs);
          expect(row(wiring.reads, i)).toEqual(refs.map(written));
          const all = targets?.alternatives.flat() ?? [];
          expect(row(wiring.writes, i)).toEqual(all.map(written));
          const has = (trait: number) => (wiring.traits[i]! & trait) !== 0;
          expect(has(TRAITS.faulty)).toBe(errors.length > 0);
          expect(has(TRAITS.embedded)).toBe(embedded.length > 0);
          expect(has(TRAITS.severalTargets)).toBe(all.length > 1);
          for (const kind of ['input', 'run', 'secret'] as const)
            expect(has(TRAITS[kind])).toBe(refs.some((ref) => ref.kind === kind));
          if (places.some(({ path, role }) => path.length > 1 || role === 'forEach'))
            expect(has(TRAITS.elsewhere)).toBe(true);
          expect(has(TRAITS.composed)).toBe(
            errors.some(({ path }) => path[0] !== '_outputPath') ||
              places.some(({ path, expr }) => path.length > 1 || isMeta(path[0]) || expr.type !== 'ref'),
          );
        });
      }),
      { numRuns: 500 },
    );
  });

  test('reads a call as it is read alone', () => {
    const own = { _id: 'a', _tool: 't', p: ['†state.a || †input.b'], _outputPath: '†state.x || †state.y' };
    const { calls } = wiringOf(planOf([own]), undefined);
    const alone = parseCall(own);
    for (const part of ['call', 'places', 'targets', 'errors', 'embedded'] as const)
      expect(calls[0]![part]).toEqual(alone[part]);
  });
});

test('a table of paths has one number for a path, however it is spelled, and another for every other (L-14)', () => {
  const segment = fc.constantFrom('a', 'b', 'a.b', '"a"', '', '0', 0, 'state', '†state.a', 'x/state');
  const root = fc.constantFrom('state', 'data', 'one/state', 'a.b/state', '"a"state/state');
  const path = fc.tuple(root, fc.array(segment, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(path, { maxLength: 30 }), (paths) => {
      const table = pathTable();
      const numbers = new Map<number, string>();
      for (const [root, path] of paths) {
        const number = table.at(root, path);
        const said = JSON.stringify([root, path.map(String)]);
        expect(numbers.get(number) ?? said).toBe(said);
        numbers.set(number, said);
        expect(table.at(root, path)).toBe(number);
        expect(table.find(root, path)).toEqual({ path: number, whole: true });
        expect(table.print(number)).toBe(printRef({ type: 'ref', kind: root, path: path.map(String) }));
        expect(table.parentOf(number)).toBe(path.length > 0 ? table.at(root, path.slice(0, -1)) : -1);
      }
    }),
  );
});

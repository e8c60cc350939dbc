/** Random versions of one plan: a base, and what edits of two people make of it. */

import fc from 'fast-check';
import { applyEdit } from '../../src/plan/apply-edit.ts';
import type { Conflict, Version } from '../../src/plan/conflict.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
const small = fc.constantFrom(1, 2, 'x', '†state.a', null);
const call: fc.Arbitrary<Call> = fc
  .record({ _id: id, p: small, q: small }, { requiredKeys: ['_id', 'p'] })
  .map((parts) => ({ ...parts, _tool: 't' }) as unknown as Call);
const at = fc.nat(5);
const position = fc.record({ x: fc.nat(2), y: fc.nat(1) });

export const someEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('add-call' as const), call, at }),
  fc.record({ kind: fc.constant('remove-call' as const), id }),
  fc.record({ kind: fc.constant('move-call' as const), id, to: at }),
  fc.record({ kind: fc.constant('replace-call' as const), id, call }),
  fc.record({
    kind: fc.constant('set-in-call' as const),
    id,
    path: fc.constantFrom(['p'], ['q'], ['_description']),
    value: fc.constantFrom('x', 'y'),
  }),
  fc.record({
    kind: fc.constant('set-field' as const),
    field: fc.constantFrom('title' as const, 'goal' as const, 'policy' as const, 'output' as const),
    value: fc.constantFrom('x', 'y', { retryLimit: 1 }, undefined),
  }),
  fc.record({
    kind: fc.constant('place' as const),
    positions: fc.dictionary(id, fc.option(position, { nil: null }), { maxKeys: 3 }),
  }),
);

const plan: fc.Arbitrary<Plan> = fc
  .record(
    {
      calls: fc.array(call, { maxLength: 5 }),
      title: fc.constantFrom('one', 'two'),
      policy: fc.constant({ retryLimit: 2 }),
      layout: fc.dictionary(id, position, { maxKeys: 3 }),
    },
    { requiredKeys: ['calls'] },
  )
  .map((parts) => ({ format: 'obelus/plan', version: 1, id: 'p', ...parts }) as unknown as Plan);

const input = fc.dictionary(fc.constantFrom('n', 'file'), fc.nat(2), { maxKeys: 2 });
const conflict: fc.Arbitrary<Conflict> = fc.record(
  {
    place: fc.oneof(
      fc.record({ kind: fc.constant('call' as const), id }),
      fc.record({ kind: fc.constant('field' as const), field: fc.constantFrom('title', 'policy') }),
    ),
    other: fc.constantFrom('old', 'older'),
    tab: fc.constant('before'),
    at: fc.constant(1),
  },
  { requiredKeys: ['place', 'tab', 'at'] },
);

export const someVersion: fc.Arbitrary<Version> = fc.record({
  plan,
  input,
  conflicts: fc.uniqueArray(conflict, { maxLength: 2, selector: (made) => JSON.stringify(made) }),
});

/** The plan after those of the edits that fit. */
export const edited = (before: Plan, edits: readonly Edit[]): Plan =>
  edits.reduce((now, edit) => {
    const applied = applyEdit(now, edit);
    return applied.ok ? applied.value.plan : now;
  }, before);

/** What a person made of a version: edits, another input, some of its conflicts decided. */
export const someChanges: fc.Arbitrary<(version: Version) => Version> = fc
  .record({
    edits: fc.array(someEdit, { maxLength: 5 }),
    input: fc.option(input, { nil: undefined }),
    keep: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
  })
  .map((change) => (version) => ({
    plan: edited(version.plan, change.edits),
    input: change.input ?? version.input,
    conflicts: version.conflicts.filter((_, index) => change.keep[index]),
  }));

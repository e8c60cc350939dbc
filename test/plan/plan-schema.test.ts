/** The published schema says of a document what the import says of its shape. A validator of somebody else's judges by it. */

import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { importPlan } from '../../src/plan/import.ts';
import { planSchema } from '../../src/plan/plan-schema.ts';
import { testsOf } from '../../src/plan/plan-tests.ts';
import { examples, opened } from '../examples/shipped.ts';

const validator = new Validator(planSchema() as Schema, '2020-12');
const fits = (document: unknown): boolean => validator.validate(JSON.parse(JSON.stringify(document))).valid;

const WHOLE = {
  $schema: 'https://example.com/plan.schema.json',
  format: 'obelus/plan',
  version: 1,
  id: 'plan_whole',
  mode: 'lazy',
  input: { schema: { type: 'object' } },
  state: { initial: { a: 1 } },
  tools: [{ name: 'work', effect: 'read', parameters: { type: 'object' } }],
  calls: [{ _id: 'a', _tool: 'work', p: ['†input.x'], _outputPath: '†state.b', _instance: null }],
  output: '†state.b',
  policy: { onFailure: 'skip', maxCost: 1.5 },
  layout: { a: { x: 1, y: 2 } },
  notes: [{ kind: 'comment' }],
};

const BROKEN: Readonly<Record<string, object>> = {
  'another format': { format: 'other/plan' },
  'a call without a tool': { calls: [{ _id: 'a' }] },
  'calls that are no list': { calls: {} },
  'an unknown failure policy': { policy: { onFailure: 'shrug' } },
  'a ceiling below nothing': { policy: { maxSteps: -1 } },
  'a tool with an unknown effect': { tools: [{ name: 'work', effect: 'some' }] },
  'a place that is no place': { layout: { a: { x: 'left' } } },
};

describe('the schema of a plan', () => {
  it.each(examples)('takes the example $id', (example) => {
    expect(fits(opened(example).plan)).toBe(true);
  });

  it('takes every part of a document, and keys that it does not know', () => {
    expect(fits(WHOLE)).toBe(true);
    expect(fits({ ...WHOLE, more: 1, calls: [{ ...WHOLE.calls[0], _more: 1 }] })).toBe(true);
    expect(importPlan(WHOLE, { planId: () => 'new' }).ok).toBe(true);
  });

  it.each(Object.entries(BROKEN))('refuses %s, as the import does', (_, part) => {
    expect(fits({ ...WHOLE, ...part })).toBe(false);
    expect(importPlan({ ...WHOLE, ...part }, { planId: () => 'new' }).ok).toBe(false);
  });

  const HASH = 'a'.repeat(64);
  it.each<[string, object]>([
    ['a test', { name: 'n', expect: { output: 1 } }],
    [
      'one of everything',
      { name: 'n', input: {}, files: { f: HASH }, pins: { a: null }, expect: {}, more: 1 },
    ],
    ['a large value', { name: 'n', expect: {}, whole: { output: { sha256: HASH, length: 3 } } }],
    ['one without a name', { expect: {} }],
    ['one with a long name', { name: 'n'.repeat(201), expect: {} }],
    ['one that expects a list', { name: 'n', expect: [] }],
    ['one with contents for a hash', { name: 'n', expect: {}, files: { f: 'a,b' } }],
    ['one with pins in a list', { name: 'n', expect: {}, pins: [] }],
    ['a large value without a hash', { name: 'n', expect: {}, whole: { output: { length: 3 } } }],
    [
      'a large value of half a length',
      { name: 'n', expect: {}, whole: { output: { sha256: HASH, length: 0.5 } } },
    ],
  ])('says of %s in the notes what its reader says, and takes any other note', (_, note) => {
    const plan = { ...WHOLE, notes: [{ kind: 'test', ...note }] };
    expect(fits(plan)).toBe(testsOf(plan as unknown as Plan).faults.length === 0);
    expect(fits({ ...WHOLE, notes: [{ kind: 'comment', ...note }, 7] })).toBe(true);
  });
});

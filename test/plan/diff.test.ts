import { describe, expect, test } from 'vitest';
import { diffCalls } from '../../src/plan/diff.ts';
import type { Call } from '../../src/plan/document.ts';
import { conformanceCases, hasConformance } from './conformance-cases.ts';

interface Case {
  readonly before: readonly Call[];
  readonly after: readonly Call[];
  readonly expect: { removed?: string[]; added?: string[]; revised?: string[] };
}

const call = (rest: object = {}): Call => ({ _id: 'a', _tool: 't', ...rest }) as Call;
const revised = (before: object, after: object) =>
  diffCalls([call(before)], [call(after)]).revised.length === 1;

describe.skipIf(!hasConformance)('the conformance cases (skipped where ../shared is absent)', () => {
  const cases = conformanceCases<Case>('diff.json');
  test.each(cases.map((one) => [one.name, one] as const))('diff: %s', (_, one) => {
    expect(diffCalls(one.before, one.after)).toMatchObject(one.expect);
  });
});

describe('a call is revised (L-43)', () => {
  // P-9, K-25
  test.each<[string, object, object]>([
    ['its tool', { _tool: 't' }, { _tool: 'u' }],
    ['a parameter deep inside', { p: { q: [1] } }, { p: { q: [2] } }],
    ['where it writes', { _outputPath: '†state.a' }, { _outputPath: '†state.b' }],
    ['what it waits for', {}, { _after: '†state.b' }],
    ['its instance', {}, { _instance: null }],
    ['an unknown meta key', { _x: 1 }, { _x: 2 }],
    ['an escaped dagger', { p: '††a' }, { p: '†a' }],
  ])('by %s', (_, before, after) => expect(revised(before, after)).toBe(true));

  // K-25, K-31
  test.each<[string, object, object]>([
    ['spelling', { p: ['†state.a||†state.b'] }, { p: ['†state.a <|> †state["b"]'] }],
    ['spelling, of a declared kind', { _after: '†mail.a||†mail.b' }, { _after: '†mail.a || †mail.b' }],
    [
      'spelling, in a parameter that begins with _',
      { _from: '†state.a||†state.b' },
      { _from: '†state.a || †state.b' },
    ],
    ['key order, nested', { p: { x: 1, y: 2 } }, { p: { y: 2, x: 1 } }],
    ['words about it', { _description: 'x', _expected: 'y' }, { _reasoningForCall: 'z' }],
    ['what an absent key means', {}, { _outputMethod: 'set', _instance: '*' }],
    ['two ways to name a scope', { _scopes: ['state'] }, { _scopes: ['†state'] }],
  ])('not by %s', (_, before, after) => expect(revised(before, after)).toBe(false));
});

describe('accumulating writers that changed their order (L-43)', () => {
  const push = (id: string, path: string, method = 'push') =>
    call({ _id: id, _outputPath: path, _outputMethod: method });
  const swap = (...calls: Call[]) => diffCalls(calls, calls.toReversed()).revised;

  test('are revised, both', () => {
    expect(swap(push('a', '†state.x'), push('b', '†state.x'))).toEqual(['b', 'a']);
  });
  test('also where one writes inside what the other writes', () => {
    expect(swap(push('a', '†state.x', 'merge'), push('b', '†state.x.y'))).toEqual(['b', 'a']);
  });
  test('but not writers of different paths, nor those that set', () => {
    expect(swap(push('a', '†state.x.y'), push('b', '†state.x.z'))).toEqual([]);
    expect(swap(push('a', '†state.x', 'set'), push('b', '†state.x', 'set'))).toEqual([]);
  });
  test('and only those: a third that kept its order with all is not', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => push(id, '†state.x')) as [Call, Call, Call];
    expect(diffCalls([a, b, c], [b, a, c]).revised).toEqual(['b', 'a']);
    expect(diffCalls([a, b, c], [a, c]).revised).toEqual([]);
  });
});

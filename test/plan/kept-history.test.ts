import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { History, Step } from '../../src/plan/history.ts';
import { keptHistory } from '../../src/plan/kept-history.ts';
import { NO_ORIGINS, type Origins } from '../../src/plan/origin.ts';
import { readHistory } from '../../src/plan/read-history.ts';

const step = (label: string, more: Partial<Step> = {}): Step => ({
  label,
  forward: [{ kind: 'set-field', field: 'goal', value: label }],
  backward: [{ kind: 'set-field', field: 'goal', value: undefined }],
  origins: { before: NO_ORIGINS, after: NO_ORIGINS },
  ...more,
});
const labels = ({ past, future }: History) => [
  past.map(({ label }) => label),
  future.map(({ label }) => label),
];
const large = (label: string, characters: number): Step =>
  step(label, { forward: [{ kind: 'set-field', field: 'goal', value: 'x'.repeat(characters) }] });

describe('what is kept of the steps', () => {
  it('are the nearest hundred each way', () => {
    const many = Array.from({ length: 130 }, (_, at) => step(`${at}`));
    const [past, future] = labels(keptHistory({ past: many, future: many }));
    expect([past?.length, past?.[0], past?.at(-1)]).toEqual([100, '30', '129']);
    expect([future?.length, future?.[0], future?.at(-1)]).toEqual([100, '0', '99']);
  });

  it('end where there is no more room: none is left out between two that are kept', () => {
    const past = [step('first'), large('pasted', 2_000_000), step('then'), step('last')];
    expect(labels(keptHistory({ past, future: [] }))).toEqual([['then', 'last'], []]);
    // What is not kept takes no room from what there is to do again.
    expect(labels(keptHistory({ past: [large('pasted', 2_000_000)], future: [step('next')] }))).toEqual([
      [],
      ['next'],
    ]);
  });

  it('count once what they share of where parts came from', () => {
    const parts = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, at) => [`call c${at}`, { from: null }]),
    );
    const shared: Origins = { ...NO_ORIGINS, parts };
    const past = Array.from({ length: 20 }, (_, at) =>
      step(`${at}`, { origins: { before: shared, after: { ...shared } } }),
    );
    expect(keptHistory({ past, future: [] }).past).toHaveLength(20);
    const own = past.map((one) => ({
      ...one,
      origins: { before: shared, after: { ...shared, parts: { ...parts } } },
    }));
    expect(keptHistory({ past: own, future: [] }).past.length).toBeLessThan(3);
  });

  it('take no more edits into them', () => {
    expect(keptHistory({ past: [step('typed', { mark: 'a.text' })], future: [] }).past[0]).not.toHaveProperty(
      'mark',
    );
  });

  it('are never more than there is room for, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400_000), { maxLength: 12 }), fc.nat(12), (sizes, cut) => {
        const all = sizes.map((size, at) => large(`${at}`, size));
        const kept = keptHistory({ past: all.slice(0, cut), future: all.slice(cut) });
        expect(JSON.stringify(kept).length).toBeLessThan(1_010_000);
        // From now on outwards, without a gap.
        expect(
          all
            .slice(0, cut)
            .map(({ label }) => label)
            .join()
            .endsWith(labels(kept)[0]!.join()),
        ).toBe(true);
        expect(
          all
            .slice(cut)
            .map(({ label }) => label)
            .join()
            .startsWith(labels(kept)[1]!.join()),
        ).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('what was kept is read as what it may be: anything', () => {
  const kept = {
    label: 'Name it',
    forward: [{ kind: 'set-field', field: 'title', value: 'Mine' }],
    backward: [{ kind: 'set-field', field: 'title', value: undefined }],
    origins: { before: NO_ORIGINS, after: NO_ORIGINS },
  };

  it('steps are read as they were kept', () => {
    expect(readHistory({ past: [kept, kept], future: [kept] })).toEqual({
      past: [kept, kept],
      future: [kept],
    });
  });

  it.each([
    ['a text', 'abc'],
    ['nothing', null],
    ['a list', []],
    ['no lists', {}],
    ['no future', { past: [] }],
    ['past is nothing', { past: null, future: [] }],
    ['past is a text', { past: 'abc', future: [] }],
    ['a step is nothing', { past: [null], future: [] }],
    ['a label is no text', { past: [{ ...kept, label: {} }], future: [] }],
    ['no way back', { past: [{ ...kept, backward: undefined }], future: [] }],
    ['an edit is a text', { past: [], future: [{ ...kept, forward: ['set'] }] }],
    ['no origins', { past: [{ ...kept, origins: null }], future: [] }],
    ['origins of nothing', { past: [{ ...kept, origins: { before: {}, after: NO_ORIGINS } }], future: [] }],
  ])('no history: %s', (_, row) => {
    expect(readHistory(row)).toBeNull();
  });
});

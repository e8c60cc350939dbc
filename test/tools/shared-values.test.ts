import { describe, expect, it } from 'vitest';
import { isWithin, sharedPart, sketchOf } from '../../src/tools/shared-values.ts';

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `name ${from + at}`);

describe('the values two columns share', () => {
  it('are told exactly while there are few', () => {
    expect(sharedPart(sketchOf(['a', 'b', 'c']), sketchOf(['B', 'c ', 'd', 'e']))).toBeCloseTo(2 / 3);
    expect(sharedPart(sketchOf(['a']), sketchOf(['b']))).toBe(0);
  });
  it('are estimated where there are many, however they are ordered', () => {
    const all = sketchOf(names(0, 5_000).toReversed());
    expect(sharedPart(sketchOf(names(1_000, 3_000)), all)).toBeGreaterThan(0.8);
    expect(sharedPart(sketchOf(names(6_000, 8_000)), all)).toBe(0);
  });
  it('are found among very many, however few the one has', () => {
    const all = sketchOf(names(0, 20_000));
    const few = sketchOf([...names(0, 40).map((_, at) => `name ${at * 490}`)]);
    expect(sharedPart(few, all)).toBe(1);
    expect(sharedPart(all, few)).toBe(1);
    expect(isWithin(few, all)).toBe(true);
    expect(sharedPart(sketchOf(names(20_000, 20_040)), all)).toBe(0);
    expect(sharedPart(sketchOf(names(19_980, 20_020)), all)).toBeCloseTo(0.5, 1);
  });
  it('are compared as the join compares them', () => {
    expect(sharedPart(sketchOf(['7', '8.0']), sketchOf(['7.0', '8']))).toBe(1);
    expect(sharedPart(sketchOf(['07']), sketchOf(['7']))).toBe(0);
  });
  it('are all there where none is missing', () => {
    expect(isWithin(sketchOf(['a']), sketchOf(['a', 'b']))).toBe(true);
    expect(isWithin(sketchOf(['a', 'x']), sketchOf(['a', 'b']))).toBe(false);
  });
  it('prove nothing where whole numbers go up from one', () => {
    expect(sketchOf(['1', '2', '3']).dense).toBe('from one');
    expect(sketchOf(['77', '78', '79']).dense).toBe('from its least');
    expect(sketchOf(['12', '78', '790']).dense).toBeUndefined();
    expect(sketchOf(['77', '78', 'x']).dense).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/plan/document.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { touchesOf } from '../../../src/ui/approve/touches.ts';

const CATALOGUE = catalogueOf([
  { name: 'look', effect: 'read', cost: 0.01 },
  { name: 'send', effect: 'irreversible' },
  { name: 'vague' },
]);
const of = (...calls: Call[]) =>
  touchesOf({ format: 'obelus/plan', version: 1, id: 'p', calls }, CATALOGUE, CATALOGUE);

describe('what a plan touches', () => {
  it('names the most serious effect first and counts the calls', () => {
    const { byEffect, cost } = of(
      { _id: 'a', _tool: 'look' },
      { _id: 'b', _tool: 'look' },
      { _id: 'c', _tool: 'send' },
    );
    expect(byEffect).toEqual([
      { effect: 'irreversible', tools: [{ name: 'send', calls: 1 }] },
      { effect: 'read', tools: [{ name: 'look', calls: 2 }] },
    ]);
    expect(cost).toBeCloseTo(0.02);
  });

  it('counts a tool that says nothing, or is not known, as one that writes', () => {
    expect(of({ _id: 'a', _tool: 'vague' }, { _id: 'b', _tool: 'nobody' }).byEffect[0]!.effect).toBe('write');
  });

  it('finds hosts at any depth and nothing that only looks like one', () => {
    const { hosts } = of({
      _id: 'a',
      _tool: 'look',
      url: 'https://example.com/x',
      deep: [{ to: 'http://127.0.0.1:80' }],
      no: 'https://',
      text: 'see https://elsewhere.example',
    });
    expect(hosts).toEqual(['127.0.0.1', 'example.com']);
  });
});

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

  it('includes what the plans below it touch, with their own contracts and hosts (L-52)', () => {
    const call = { _id: 'd', _tool: 'anything', _delegate: 'plan:sub@1' };
    const tools = [{ name: 'send', effect: 'none' as const }];
    const calls = [{ _id: 's', _tool: 'send', url: 'https://example.org/x' }];
    const sub = { format: 'obelus/plan', version: 1, id: 'sub', tools, calls } as const;
    const plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [call] } as const;
    const { byEffect, hosts } = touchesOf(plan, CATALOGUE, CATALOGUE, {
      'plan:sub@1': { ...sub, tools, calls },
    });
    expect(byEffect).toEqual([{ effect: 'irreversible', tools: [{ name: 'send', calls: 1 }] }]);
    expect(hosts).toEqual(['example.org']);
    expect(touchesOf(plan, CATALOGUE, CATALOGUE).byEffect[0]!.effect).toBe('write');
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

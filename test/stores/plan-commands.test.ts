import { describe, expect, it } from 'vitest';
import {
  isPlanCommand,
  listLines,
  type PlanCommand,
  parsePlanCommand,
  unknownCall,
  unknownRun,
} from '../../src/stores/plan-commands.ts';

describe('a typed command', () => {
  it.each<[string, PlanCommand]>([
    ['/plan list', { kind: 'list' }],
    ['  /plan   list  ', { kind: 'list' }],
    ['/plan discard 7f3a', { kind: 'discard', runId: '7f3a', confirmed: false }],
    ['/plan discard 7f3a confirm', { kind: 'discard', runId: '7f3a', confirmed: true }],
    ['/plan discard 7f3a forget', { kind: 'discard', runId: '7f3a', confirmed: false }],
    ['/plan discard 7f3a forget 0f1e', { kind: 'discard', runId: '7f3a', confirmed: true, forget: '0f1e' }],
    ['/plan resume 7f3a --from b', { kind: 'resume', runId: '7f3a', call: 'b', order: 'dependants' }],
    ['/plan resume --from b 7f3a', { kind: 'resume', runId: '7f3a', call: 'b', order: 'dependants' }],
    ['/plan resume 7f3a --from b --order list', { kind: 'resume', runId: '7f3a', call: 'b', order: 'list' }],
    ['/plan', { kind: 'usage' }],
  ])('%j is %j (R-40, R-41, R-42, R-44)', (text, command) => {
    expect(parsePlanCommand(text)).toEqual(command);
  });

  it.each<[string, RegExp]>([
    ['/plan cancel 7f3a', /no command \/plan cancel/],
    ['/plan list all', /nothing more/],
    ['/plan discard', /needs the id/],
    ['/plan discard 7f3a now', /only `confirm`/],
    ['/plan discard 7f3a confirm really', /only `confirm`/],
    ['/plan discard 7f3a forget 0f1e really', /only `confirm`/],
    ['/plan resume', /needs the id/],
    ['/plan resume 7f3a', /needs --from/],
    ['/plan resume 7f3a --from', /needs --from/],
    ['/plan resume 7f3a b --from b', /does not know “b”/],
    ['/plan resume 7f3a --from b --order time', /--order is/],
  ])('%j is answered with what is wrong, and its usage (R-43, R-44)', (text, error) => {
    expect(parsePlanCommand(text)).toEqual({ kind: 'usage', error: expect.stringMatching(error) });
  });

  it('is told from a goal that only begins like one', () => {
    expect(['/plan', '/plan list', ' /plan x'].every(isPlanCommand)).toBe(true);
    expect(['/planning', 'plan list', 'write /plan'].some(isPlanCommand)).toBe(false);
  });
});

describe('what a command answers', () => {
  it('lists the active plans with where they are (R-40)', () => {
    const about = { title: 'Sums' };
    expect(
      listLines([
        { ...about, runId: 'a', ended: false, held: true },
        { ...about, runId: 'b', ended: true, held: true },
        { ...about, runId: 'c', ended: false, held: false },
      ]),
    ).toEqual([
      'a  running  Sums',
      'b  done (cleanup pending)  Sums',
      'c  active (no task — resume pending)  Sums',
    ]);
    expect(listLines([])).toEqual(['(no active plans)']);
  });

  it('lists the ids that there are where one is unknown (R-43)', () => {
    expect(unknownRun('x', ['a', 'b'])).toBe('There is no run x on this device. There are: a, b.');
    expect(unknownRun('x', [])).toMatch(/none at all/);
    expect(unknownCall('x', ['one', 'two'])).toBe('The plan has no call x. It has: one, two.');
  });
});

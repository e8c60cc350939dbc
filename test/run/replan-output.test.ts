import { describe, expect, it } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { withOutputWritten } from '../../src/run/replan.ts';

const call = (id: string, path?: string): Call =>
  ({ _id: id, _tool: 't', ...(path === undefined ? {} : { _outputPath: path }) }) as Call;
const plan = (output: NonNullable<Plan['output']>): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [],
  ...(output === undefined ? {} : { output }),
});

describe('a planner’s answer to a replan (L-42)', () => {
  it('has its last result where the plan’s output reads it', () => {
    const answer = [call('a', '†state.a'), call('b', '†state.b')];
    expect(withOutputWritten(plan('†state.last'), [], answer)).toEqual([
      call('a', '†state.a'),
      call('b', '†state.last'),
    ]);
  });

  it.each<[string, NonNullable<Plan['output']>, readonly Call[], readonly Call[]]>([
    ['one of its calls writes it', '†state.last', [], [call('a', '†state.last'), call('b', '†state.b')]],
    [
      'one of its calls writes inside it',
      '†state.last',
      [],
      [call('a', '†state.last.x'), call('b', '†state.b')],
    ],
    ['a call that is done writes it', '†state.last', [call('k', '†state.last')], [call('b', '†state.b')]],
    ['the output is more than a path', { a: '†state.last' }, [], [call('b', '†state.b')]],
    ['its last call writes nothing', '†state.last', [], [call('b')]],
    ['its last call has alternatives', '†state.last', [], [call('b', '†state.b || †state.c')]],
    ['it has no calls', '†state.last', [], []],
  ])('stays as it is where %s', (_, output, kept, answer) => {
    expect(withOutputWritten(plan(output), kept, answer)).toBe(answer);
  });
});

/** The smallest plan with a reference in it. */

import type { Plan } from '../../src/plan/document.ts';

export const twoSums: Pick<Plan, 'title' | 'calls' | 'output'> = {
  title: 'Two sums',
  calls: [
    { _id: 'one', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.one' },
    {
      _id: 'two',
      _tool: 'calculate',
      expression: 'x * 21',
      values: { x: '†state.one' },
      _outputPath: '†state.two',
    },
  ],
  output: '†state.two',
};

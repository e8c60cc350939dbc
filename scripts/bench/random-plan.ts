/** A random plan: every call reads two earlier ones, as far as there are two. The same for the same seed. */

import type { ToolContract } from '../../src/plan/contract-shape.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';

export interface RandomGraph {
  /** Indexes of the calls that each call reads, each once. */
  readonly reads: readonly (readonly number[])[];
}

export const WORK: ToolContract = {
  name: 'work',
  effect: 'none',
  parameters: {
    type: 'object',
    properties: { first: { type: 'number' }, second: { type: 'number' } },
    additionalProperties: false,
  },
  _output: { type: 'number' },
};

export function randomGraph(count: number, seed = 1): RandomGraph {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const reads = Array.from({ length: count }, (_, i) => [
    ...new Set(i === 0 ? [] : i === 1 ? [0] : [below(i), below(i)]),
  ]);
  return { reads };
}

/** @param maxConcurrent how many calls may be in flight at once */
export function planOf({ reads }: RandomGraph, maxConcurrent: number): Plan {
  const calls = reads.map(([first, second], i): Call => {
    const parameters = {
      ...(first === undefined ? { first: 1 } : { first: `†state.c${first}` }),
      ...(second === undefined ? {} : { second: `†state.c${second}` }),
    };
    return { _id: `c${i}`, _tool: WORK.name, ...parameters, _outputPath: `†state.c${i}` };
  });
  return {
    format: FORMAT,
    version: VERSION,
    id: 'random',
    tools: [WORK],
    calls,
    output: `†state.c${reads.length - 1}`,
    policy: { maxConcurrent, maxSteps: reads.length },
  };
}

/** A plan in chains of 100 calls, of built-in tools that do nothing outside. The same for the same seed. */

import { type Call, FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';

const CHAIN = 100;
/** As a person sets it who wants it quick: ten chains go on at once. */
const AT_ONCE = 10;

/** Most calls reckon on with the number before them; each fifth or so puts it in words, and the next waits for those. */
export function chains(count: number, seed = 1): Plan {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const calls: Call[] = [];
  let number: string | null = null;
  let before: string | null = null;
  for (let i = 0; i < count; i++) {
    if (i % CHAIN === 0) {
      number = null;
      before = null;
    }
    const path: string = `†state.c${i}`;
    const own = { _id: `c${i}`, _description: `Step ${i} of a long piece of work`, _outputPath: path };
    const order = before === null || before === number ? {} : { _after: before };
    if (number !== null && below(5) === 0) {
      calls.push({ ...own, ...order, _tool: 'template', template: 'It is {n} now.', values: { n: number } });
    } else {
      const values = number === null ? {} : { values: { n: number } };
      const expression = number === null ? `${below(1000)}` : `n + ${below(9)}`;
      calls.push({ ...own, ...order, _tool: 'calculate', expression, ...values });
      number = path;
    }
    before = path;
  }
  return {
    format: FORMAT,
    version: VERSION,
    id: `plan_chains_${count}_${seed}`,
    title: `Chains of ${count}, ${seed}`,
    calls,
    output: number ?? '†state.c0',
    policy: { maxSteps: count, maxConcurrent: AT_ONCE },
  };
}

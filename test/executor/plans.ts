/** Plans that the executor's tests run, in as few words as they need. */

import type { Call, Plan } from '../../src/plan/document.ts';

export const planOf = (calls: readonly Call[], more: Partial<Plan> = {}): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_test',
  title: 'A plan under test',
  mode: 'lazy',
  calls,
  ...more,
});

/** A call that ends at once with `value`, and writes it to `†state.<id>`. */
export const put = (id: string, value: number | string, more: Partial<Call> = {}): Call => ({
  _id: id,
  _tool: 'calculate',
  expression: String(value),
  _outputPath: `†state.${id}`,
  ...more,
});

/** A call that reads from outside and ends when the test answers. */
export const get = (id: string, more: Partial<Call> = {}): Call => ({
  _id: id,
  _tool: 'httpGet',
  url: `https://outside.test/${id}`,
  _outputPath: `†state.${id}`,
  ...more,
});

/** A call that changes something outside and ends when the test answers. */
export const send = (id: string, more: Partial<Call> = {}): Call => ({
  _id: id,
  _tool: 'httpSend',
  url: `https://outside.test/${id}`,
  body: { from: id },
  _outputPath: `†state.${id}`,
  ...more,
});

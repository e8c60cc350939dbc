/** The contracts that the plans of the crash bench bring: real code behind them, effects of every kind. */

import type { ToolContract } from '../../../src/plan/contract-shape.ts';

const address = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] };
const parcel = {
  type: 'object',
  properties: { url: { type: 'string' }, body: {} },
  required: ['url'],
};

/** An idempotent write: cut off, it is entered again without a question (L-91). */
export const PUT: ToolContract = {
  name: 'putRecord',
  description: 'Puts a record where it belongs; a second time changes nothing.',
  activity: 'httpGet',
  effect: 'write',
  idempotent: true,
  parameters: address,
};

/** Must never be carried out twice. */
export const PAY: ToolContract = {
  name: 'pay',
  description: 'Sends money, which does not come back.',
  activity: 'httpSend',
  effect: 'irreversible',
  idempotent: false,
  parameters: parcel,
};

/** No code: a model answers. */
export const JUDGE: ToolContract = {
  name: 'judge',
  description: 'Gives a number for a label.',
  parameters: { type: 'object', properties: { label: { type: 'string' }, n: {} }, required: ['label'] },
  _output: { type: 'number' },
};

/** Small plans and scenes for the tests of the canvas. */

import type { Marks } from '../../src/canvas/marks.ts';
import { type Scene, sceneOf } from '../../src/canvas/scene.ts';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { buildGraph } from '../../src/plan/graph.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

export const planOf = (calls: readonly Call[], tools: readonly ToolContract[] = []): Plan =>
  ({ format: 'obelus/plan', version: 1, id: 'plan_test', calls, tools: [...tools] }) as Plan;

export const sceneFor = (plan: Plan): Scene => sceneOf(buildGraph(plan), catalogueOf(plan.tools));

export const NO_MARKS: Marks = {
  selected: new Set(),
  selectedEdges: new Set(),
  active: undefined,
  problems: new Map(),
  diff: new Map(),
  strangers: undefined,
  said: new Map(),
  before: new Map(),
};

export const REFUND_TOOL: ToolContract = {
  name: 'issueRefund',
  effect: 'irreversible',
  parameters: { type: 'object', properties: { amount: {}, reason: {} }, required: ['amount', 'reason'] },
};

/** history → decide, which forks into refund and ticket (its error alternative); answer joins both. */
export const refund = (): Plan =>
  planOf(
    [
      { _id: 'history', _tool: 'checkBilling', customer: '†input.id', _outputPath: '†state.history' },
      {
        _id: 'decide',
        _tool: 'decide',
        history: '†state.history',
        _outputPath: '†state.allowed || †state.error',
      },
      { _id: 'refund', _tool: 'issueRefund', amount: '†state.allowed.amount', _outputPath: '†state.receipt' },
      { _id: 'ticket', _tool: 'openTicket', about: '†state.error', _outputPath: '†state.ticket' },
      { _id: 'answer', _tool: 'sendMail', body: '†state.receipt || †state.ticket' },
    ],
    [REFUND_TOOL],
  );

/** The plans that are made while their runs go on, below a call (L-56): an agent's room, and an anonymous one. */

import type { Call, Plan } from '../plan/document.ts';
import { FORMAT, VERSION } from '../plan/vocabulary.ts';
import type { RunState } from '../run/state.ts';
import { mandateOf } from '../tools/agent-mandate.ts';
import { CallFailure } from './delegate.ts';
import type { CallStart } from './port.ts';

const ROOM = 'room:';

/** Whether a plan is one of these. */
export const isRoom = ({ id }: Plan): boolean => id.startsWith(ROOM);

/**
 * What such a call delegates to: a plan without a call that goes on under the mandate of the call, or of its plan.
 * @throws CallFailure where there is no mandate: the checks let no such call through
 */
export function roomFor({ program, setting }: RunState, { call, params }: CallStart): Plan {
  const { plan } = program;
  const mandate = call._delegate === 'anonymous' ? plan.mandate : mandateOf({ ...call, ...capsIn(params) });
  if (!mandate)
    throw new CallFailure(
      'permission-denied',
      `Nobody has said what "${call._id}" may do by itself.`,
      'engine',
    );
  const task = typeof params.task === 'string' ? params.task : (call._description ?? plan.goal ?? '');
  return {
    format: FORMAT,
    version: VERSION,
    id: `${ROOM}${plan.id}/${call._id}`,
    title: call._description ?? call._id,
    goal: task,
    mode: 'eager',
    ...(plan.tools ? { tools: plan.tools } : {}),
    calls: [],
    output: null,
    // What fails is told to the model, which may do otherwise.
    policy: setting.room ?? { onFailure: 'skip' },
    mandate,
  };
}

/** Numbers may come from the run: what the call may use and reach stands in it, as it was signed. */
const capsIn = ({ maxTurns, maxSteps, maxCost }: CallStart['params']): Partial<Call> => ({
  ...(typeof maxTurns === 'number' ? { maxTurns } : {}),
  ...(typeof maxSteps === 'number' ? { maxSteps } : {}),
  ...(typeof maxCost === 'number' ? { maxCost } : {}),
});

/**
 * Calls of a planner's answer that take what it was not shown: a tool in no list, other code, a plan made meanwhile. Pure.
 * All three are known to the checks, so that a plan of a person's may hold them: a model's would be drawn and signed like any.
 */

import type { Call } from '../plan/document.ts';
import { OPEN_TOOL } from '../plan/open-step.ts';
import type { PlannerRequest } from './planner.ts';

type Asked = Pick<PlannerRequest, 'catalogue' | 'change' | 'rest' | 'history'>;

/** What is wrong with a call, as a sentence for its planner and a person; null where all of it was offered. */
export function notOffered(call: Call, asked: Asked): string | null {
  if (stoodBefore(call, asked)) return null;
  const { _id, _tool, _activity, _delegate } = call;
  if (_activity !== undefined)
    return `Call "${_id}" says which code its tool enters (_activity), and no planner may. Leave that out.`;
  if (_delegate === 'anonymous')
    return `Call "${_id}" would have a model plan by itself while the plan runs, which was not offered. Plan its calls here.`;
  const { catalogue } = asked;
  const isListed = catalogue.list().some(({ name }) => name === _tool);
  // Of a tool that nobody knows the checks say so, and which name is near.
  if (isListed || _delegate !== undefined || catalogue.get(_tool) === undefined) return null;
  return `Call "${_id}" takes the tool "${_tool}", which was not offered. Take one that was.`;
}

/** The call in its place as an open step: what a person fills in, or leaves, and nobody can sign. */
export function openInPlace({ _id, _tool, _description, _outputPath, _after }: Call): Call {
  return {
    _id,
    _tool: OPEN_TOOL,
    _description: _description ?? `What the planner wanted "${_tool}" for`,
    ...(_after === undefined ? {} : { _after }),
    ...(_outputPath === undefined ? {} : { _outputPath }),
  };
}

/** A person has put it into the plan, or signed it: an answer may name it again. */
export const stoodBefore = (call: Call, { change, rest = [], history }: Asked): boolean =>
  [...(change?.plan.calls ?? []), ...rest, ...history.map((step) => step.call)].some(
    ({ _id, _tool, _activity, _delegate }) =>
      _id === call._id &&
      _tool === call._tool &&
      _activity === call._activity &&
      _delegate === call._delegate,
  );

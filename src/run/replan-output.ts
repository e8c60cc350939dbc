/** Makes a planner's answer to a replan write what the run's output reads. The planner was asked for calls alone. */

import type { Call, Plan } from '../plan/document.ts';
import { parseExpression, type Ref } from '../plan/expression.ts';
import { parseOutputPath } from '../plan/output-path.ts';

const refOf = (text: unknown): Ref | undefined => {
  if (typeof text !== 'string') return undefined;
  const parsed = parseExpression(text);
  return parsed.ok && parsed.value.type === 'ref' && parsed.value.kind === 'state' ? parsed.value : undefined;
};

/** Whether one is the other, or inside it (L-14). */
const areConnected = (a: Ref, b: Ref): boolean => {
  const shared = Math.min(a.path.length, b.path.length);
  return a.path.slice(0, shared).every((segment, at) => String(segment) === String(b.path[at]));
};

function writes(call: Call, ref: Ref): boolean {
  const targets = call._outputPath === undefined ? undefined : parseOutputPath(call._outputPath);
  return (
    targets?.ok === true && targets.value.alternatives.flat().some((target) => areConnected(target, ref))
  );
}

/**
 * The calls with the last one's result where the plan's output reads it, if nothing would be written there any more:
 * without this, a plan that answers the goal is refused for an output path that only the old calls knew. The last call's
 * value is the reply. Calls are left as they are where the output is more than one path, or is written.
 * @param kept calls that are done and stay (L-42)
 */
export function withOutputWritten(
  plan: Plan,
  kept: readonly Call[],
  calls: readonly Call[],
): readonly Call[] {
  const wanted = refOf(plan.output);
  const last = calls.at(-1);
  if (!wanted || !last || [...kept, ...calls].some((call) => writes(call, wanted))) return calls;
  if (last._outputPath === undefined || !refOf(last._outputPath)) return calls;
  return [...calls.slice(0, -1), { ...last, _outputPath: plan.output as string }];
}

/** A planner that tells, before it ends, what it was asked and what came of that. Changes nothing else. */

import { bothPaid, type Paid } from '../lib/answer-cost.ts';
import { cut } from '../lib/cut-text.ts';
import { type Asked, MOST_TRACED } from '../plan/planning-trace.ts';
import type { Planner } from './planner.ts';

/** @param about which part of a plan it is asked for; the plan itself where nothing is said */
export function traced(
  planner: Planner,
  about: Pick<Asked, 'part' | 'within' | 'depth'> = { depth: 0 },
  now: () => number = Date.now,
): Planner {
  return async function* (request) {
    const begun = now();
    let [calls, parts, sentBack] = [0, 0, 0];
    let paid: Paid = {};
    const again: typeof request.again = async (answer) => {
      if (answer !== undefined) sentBack += 1;
      await request.again?.(answer);
    };
    const asked = (fault?: string): Asked => ({
      ...about,
      goal: cut(request.goal, MOST_TRACED),
      ...{ calls, parts, sentBack, ms: Math.max(0, now() - begun), ...paid },
      ...(fault === undefined ? {} : { fault: cut(fault, MOST_TRACED) }),
    });
    for await (const event of planner({ ...request, again })) {
      if (event.kind === 'call') calls += 1;
      else if (event.kind === 'plan') parts = event.plans ? Object.keys(event.plans).length : parts;
      else if (event.kind === 'restart') calls = 0;
      else if (event.kind === 'usage') {
        const { inputTokens: input, outputTokens: output, cost } = event;
        paid = bothPaid(paid, { tokens: { input, output }, ...(cost === undefined ? {} : { cost }) });
      } else if (event.kind === 'done') yield { kind: 'asked', asked: asked() };
      else if (event.kind === 'failed') yield { kind: 'asked', asked: asked(event.message) };
      yield event;
    }
  };
}

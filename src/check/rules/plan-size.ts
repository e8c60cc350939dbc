/** Plans with more calls than a person overlooks (L-62) or than the policy lets run (L-44). */

import { isOff } from '../../plan/open-step.ts';
import { fix, type PlanFacts, type PlanRule, warning } from '../rule.ts';

/** What a person is warned above (L-62). */
const MANY = 40;

export const planSize: PlanRule = (facts, problems) => {
  const { plan } = facts;
  const count = plan.calls.length;
  if (count > MANY) {
    const message = `The plan has ${count} calls; above ${MANY} a plan is hard to overlook. Move a part into a sub-plan (_delegate).`;
    problems.push(warning('many-calls', message));
  }
  const maxSteps = plan.policy?.maxSteps ?? Number.POSITIVE_INFINITY;
  const running = count - facts.off.size;
  const steps = stepsOf(facts);
  if (steps > maxSteps) {
    const over = steps === running ? '' : `, which are ${steps} steps over its instances`;
    const message = `The plan has ${running} calls${over}, but a run stops after ${maxSteps} (policy.maxSteps). Raise maxSteps to ${steps}.`;
    const policy = { ...plan.policy, maxSteps: steps } as never;
    problems.push(
      warning('exceeds-max-steps', message, {
        path: ['policy', 'maxSteps'],
        fixes: [fix(`Set maxSteps to ${steps}`, { kind: 'set-field', field: 'policy', value: policy })],
      }),
    );
  }
};

/** Each call counts once an instance (L-44); what loops and sub-plans make of it is known only at run time. */
function stepsOf({ plan, instances = [], off }: PlanFacts): number {
  if (instances.length === 0) return plan.calls.length - off.size;
  return plan.calls
    .filter((call) => !isOff(call))
    .reduce((sum, { _instance = '*' }) => sum + (_instance === '*' ? instances.length : 1), 0);
}

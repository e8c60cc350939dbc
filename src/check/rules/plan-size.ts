/** Plans with more calls than a person overlooks (L-62) or than the policy lets run (L-44). */

import { DEFAULT_POLICY } from '../../plan/document.ts';
import { fix, type PlanRule, warning } from '../rule.ts';

/** What a planner may make at most, and a person is warned above (L-62). */
const MANY = 15;

export const planSize: PlanRule = ({ plan }, problems) => {
  const count = plan.calls.length;
  if (count > MANY) {
    const message = `The plan has ${count} calls; above ${MANY} a plan is hard to overlook. Move a part into a sub-plan (_delegate).`;
    problems.push(warning('many-calls', message));
  }
  const maxSteps = plan.policy?.maxSteps ?? DEFAULT_POLICY.maxSteps;
  if (count > maxSteps) {
    const message = `The plan has ${count} calls, but a run stops after ${maxSteps} (policy.maxSteps). Raise maxSteps to ${count}.`;
    const policy = { ...plan.policy, maxSteps: count } as never;
    problems.push(
      warning('exceeds-max-steps', message, {
        path: ['policy', 'maxSteps'],
        fixes: [fix(`Set maxSteps to ${count}`, { kind: 'set-field', field: 'policy', value: policy })],
      }),
    );
  }
};

/** How a run of the plan goes on and where it stops: the policy, as the approval shows it, and what no approval needs to. */

import { limitWords } from '../approve/limit-words.ts';
import { PolicyFields } from '../approve/PolicyFields.tsx';
import { useDocument } from '../services.ts';

export function LimitsPart() {
  const policy = useDocument((state) => state.plan.policy);
  const mandate = useDocument((state) => state.plan.mandate);
  const words = limitWords(policy, mandate);
  return (
    <>
      {words === '' ? null : <p className="small">{words}</p>}
      <PolicyFields all />
    </>
  );
}

/** Opens Problems when a plan comes to the table with errors in it. Never while a plan is being edited. */

import { useEffect, useRef } from 'react';
import { useDocument, useServices, useSession } from '../services.ts';

export function useFirstProblems(): void {
  const { session } = useServices();
  const planId = useDocument((state) => state.plan.id);
  const isChecked = useDocument((state) => state.isChecked);
  const broken = useDocument((state) => state.problems.some((problem) => problem.severity === 'error'));
  const drafting = useSession((state) => state.drafting);
  const looked = useRef('');

  useEffect(() => {
    // A draft under way is full of errors that its next call resolves; when it has ended it counts as a new plan.
    if (drafting) looked.current = '';
    if (drafting || !isChecked || looked.current === planId) return;
    looked.current = planId;
    if (broken) session.actions.showTab('problems');
  }, [drafting, isChecked, planId, broken, session]);
}

/** The plan of the run on the canvas, and whether it is the one on the table: what the frame says is of what is shown. */

import { useMemo } from 'react';
import type { Plan } from '../../plan/document.ts';
import { planOf } from '../../run/whole.ts';
import { useDocument, useOfShownRun, useServices, useSession } from '../services.ts';

interface RunsPlan {
  readonly plan: Plan;
  /** It would be signed as the plan on the table is. Told once plans can be compared. */
  readonly isTables: boolean | undefined;
}

/** null where the canvas shows no run, or one whose record has no plan. */
export function useRunsPlan(): RunsPlan | null {
  const { document } = useServices();
  const isRun = useSession((state) => state.view.kind === 'run');
  const plan = useOfShownRun((run) => (isRun && run ? planOf(run.state) : null));
  const table = useDocument((state) => state.plan);
  const isChecked = useDocument((state) => state.isChecked);
  // Plans of thousands of calls are compared when one of the two is another, not with each thing that the run says.
  return useMemo(() => {
    if (!plan) return null;
    const isKnown = isChecked || plan === table || plan.id !== table.id;
    return { plan, isTables: isKnown ? document.actions.isAlike(plan) : undefined };
  }, [document, plan, table, isChecked]);
}

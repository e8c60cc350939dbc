/** Over the plan where another tab had a hand in it: what is to be chosen, or that it was removed there. */

import { openConflicts } from '../../plan/conflict.ts';
import { Button } from '../parts/Button.tsx';
import { CanvasBar } from '../parts/CanvasBar.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';

export default function OtherTabBar() {
  const { session, plans } = useServices();
  const removed = useDocument((state) => state.saved === 'removed');
  const open = useDocument((state) => openConflicts(state).length);
  if (removed) {
    const title = 'Removed in another tab';
    const text = 'This plan is no longer on this device. It is gone once you leave it.';
    return (
      <CanvasBar label={title} title={title} tone="info" text={text}>
        <Button tone="quiet" onClick={plans.newPlan}>
          Leave it
        </Button>
        <Button onClick={plans.keepAsNew}>Keep as a new plan</Button>
      </CanvasBar>
    );
  }
  if (open === 0) return null;
  const title = 'Changed in two tabs';
  const text = `${counted(open, 'change')} to choose between. Both versions are kept.`;
  return (
    <CanvasBar label={title} title={title} tone="info" text={text}>
      <Button onClick={() => session.actions.set({ dialog: 'conflicts' })}>Compare</Button>
    </CanvasBar>
  );
}

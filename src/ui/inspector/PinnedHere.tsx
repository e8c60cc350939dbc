/** A pinned result stands in the place of the call that is edited: said where its form is, with what lets it go. */

import { PinOff } from 'lucide-react';
import { usePinned } from '../live/pinned.ts';
import { Button } from '../parts/Button.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './Inspector.module.css';

export function PinnedHere({ id }: { id: string }) {
  const { session } = useServices();
  const planId = useDocument((state) => state.plan.id);
  const pinned = usePinned(id);
  if (pinned === null) return null;
  return (
    <div className={styles.pinned} role="status">
      <p className="small">
        {pinned === 'before'
          ? 'Its result was pinned before this change: what its card shows is not what this call would give now.'
          : 'Its result is pinned: that stands here, in dry runs and where a part of the plan is run, whatever the form says.'}
      </p>
      <Button onClick={() => session.actions.unpin(planId, [id])}>
        <PinOff size={13} aria-hidden /> Unpin
      </Button>
    </div>
  );
}

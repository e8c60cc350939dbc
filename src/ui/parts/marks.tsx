/** The small marks beside a call or a value: what it does to the world outside, and that nobody here has seen how it came about. */

import { Eye, Pencil, Undo2 } from 'lucide-react';
import { memo } from 'react';
import type { Effect } from '../../plan/contract-shape.ts';
import { EFFECT } from '../words.ts';
import styles from './marks.module.css';

/** An eye, a pencil, a struck-out arrow back. */
export const EffectBadge = memo(function EffectBadge({ effect }: { effect: Effect }) {
  if (effect === 'none') return null;
  return (
    <span className={`${styles.badge} ${styles[effect]}`} title={EFFECT[effect]} data-effect={effect}>
      {effect === 'read' && <Eye size={14} aria-hidden="true" />}
      {effect === 'write' && <Pencil size={13} aria-hidden="true" />}
      {effect === 'irreversible' && (
        <>
          <Undo2 size={14} aria-hidden="true" />
          <span className={styles.strike} />
        </>
      )}
    </span>
  );
});

/** Marks a value that may come from a run of another device, wherever one stands (L-74). One word for all places. */
export function Unproven({ is }: { is: boolean }) {
  return is ? (
    <span
      className={styles.unproven}
      title="From a run of another device, or made with what may be: nobody here has seen how it came about"
    >
      unproven
    </span>
  ) : null;
}

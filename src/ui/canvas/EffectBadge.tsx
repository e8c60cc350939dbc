/** What a call does to the world outside: an eye, a pencil, a struck-out arrow back. */

import { Eye, Pencil, Undo2 } from 'lucide-react';
import { memo } from 'react';
import type { Effect } from '../../plan/contract-shape.ts';
import styles from './effect-badge.module.css';

const TITLES: Readonly<Record<Exclude<Effect, 'none'>, string>> = {
  read: 'Reads',
  write: 'Writes',
  irreversible: "Can't be undone",
};

export const EffectBadge = memo(function EffectBadge({ effect }: { effect: Effect }) {
  if (effect === 'none') return null;
  return (
    <span className={`${styles.badge} ${styles[effect]}`} title={TITLES[effect]} data-effect={effect}>
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

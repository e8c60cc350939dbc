/** A status as a shape with words beside it, never colour alone. */

import {
  Ban,
  Check,
  Circle,
  CircleDot,
  CircleQuestionMark,
  Hand,
  LoaderCircle,
  type LucideIcon,
  Minus,
  Send,
  X,
} from 'lucide-react';
import { visibleLines } from '../../lib/visible-text.ts';
import type { CallStatus } from '../../run/events.ts';
import { type CallLive, standingWords } from './call-live.ts';
import styles from './status.module.css';

const GLYPHS: Readonly<Record<CallStatus, LucideIcon>> = {
  pending: Circle,
  ready: CircleDot,
  waiting: Hand,
  in_progress: LoaderCircle,
  completed: Check,
  failed: X,
  skipped: Minus,
  cancelled: Ban,
  dispatched: Send,
  in_doubt: CircleQuestionMark,
};

export function StatusGlyph({ live, off }: { live: CallLive; off: boolean }) {
  const Glyph = GLYPHS[live.status];
  const word = standingWords(live, off);
  const title = live.failure ? `${word}: ${visibleLines(live.failure)}` : word;
  return (
    <span className={`${styles.glyph} ${styles[live.status]}`} title={title}>
      <Glyph size={14} strokeWidth={2.25} aria-hidden="true" />
      {live.attempt !== undefined && live.attempt > 1 && (
        <span className={styles.attempt}>{live.attempt}</span>
      )}
    </span>
  );
}

export function StatusBar({ live }: { live: CallLive }) {
  return <span className={`${styles.bar} ${styles[live.status]}`} aria-hidden="true" />;
}

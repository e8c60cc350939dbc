/** A run's status as a shape with its words beside it, never colour alone. */

import { Ban, Check, CircleAlert, Hand, LoaderCircle, type LucideIcon, X } from 'lucide-react';
import type { RunStatus } from '../../run/events.ts';
import { RUN_STATUS } from '../words.ts';
import styles from './RunGlyph.module.css';

const GLYPHS: Readonly<Record<RunStatus, LucideIcon>> = {
  running: LoaderCircle,
  waiting: Hand,
  completed: Check,
  completed_with_errors: CircleAlert,
  failed: X,
  aborted: Ban,
};

export function RunGlyph({ status }: { status: RunStatus }) {
  const Glyph = GLYPHS[status];
  return (
    <span className={styles.glyph} data-status={status} title={RUN_STATUS[status]}>
      <Glyph size={14} strokeWidth={2.25} aria-hidden />
    </span>
  );
}

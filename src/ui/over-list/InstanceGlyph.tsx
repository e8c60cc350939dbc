/** How an instance stands, as a shape: its words stand beside it. A character, not an icon: shared with the canvas, that would be a piece to fetch more. */

import type { InstanceStatus } from '../../run/instance-view.ts';
import styles from './list.module.css';

const GLYPHS: Readonly<Record<InstanceStatus, string>> = {
  pending: '○',
  running: '◐',
  waiting: '?',
  completed: '✓',
  completed_with_errors: '✕',
  failed: '✕',
  aborted: '⊘',
  skipped: '–',
};

export const InstanceGlyph = ({ status }: { status: InstanceStatus }) => (
  <span className={styles.glyph} data-status={status} aria-hidden>
    {GLYPHS[status]}
  </span>
);

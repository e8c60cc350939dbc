/** A run's status as a shape with its words beside it, never colour alone. */

import { Ban, Check, CircleAlert, Hand, LoaderCircle, type LucideIcon, Pause, Unplug, X } from 'lucide-react';
import styles from './RunGlyph.module.css';
import { type Standing, type Stands, standingOf, standingWords } from './run-words.ts';

const GLYPHS: Readonly<Record<Standing, LucideIcon>> = {
  paused: Pause,
  interrupted: Unplug,
  running: LoaderCircle,
  waiting: Hand,
  completed: Check,
  completed_with_errors: CircleAlert,
  failed: X,
  aborted: Ban,
};

export function RunGlyph({ run }: { run: Stands }) {
  const standing = standingOf(run);
  const Glyph = GLYPHS[standing];
  return (
    <span className={styles.glyph} data-status={standing} title={standingWords(run)}>
      <Glyph size={14} strokeWidth={2.25} aria-hidden />
    </span>
  );
}

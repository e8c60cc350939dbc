/** What can be done with a call's result: a glyph beside it, or a button with words where there is room. */

import type { LucideIcon } from 'lucide-react';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import styles from './PinResult.module.css';

export interface ResultProps {
  run: ShownRun;
  /** The call's id, or `id@LABEL`. */
  call: string;
  /** With words beside the glyph, where there is room. */
  wide?: boolean;
}

interface ResultButtonProps {
  glyph: LucideIcon;
  /** null where there is room for the glyph alone. */
  words: string | null;
  /** Names it, and says what it does, where it is the glyph alone. */
  label: string;
  title: string;
  pressed?: boolean;
  onPress: () => void;
}

export function ResultButton({ glyph: Glyph, words, label, title, pressed, onPress }: ResultButtonProps) {
  const inside = <Glyph size={13} aria-hidden />;
  if (words !== null)
    return (
      <Button aria-pressed={pressed} onClick={onPress}>
        {inside} {words}
      </Button>
    );
  const said = { 'aria-pressed': pressed, 'aria-label': label, title };
  return (
    <button type="button" className={styles.pin} {...said} onClick={onPress}>
      {inside}
    </button>
  );
}

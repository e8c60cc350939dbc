/** A tool's mark: what kind of call it is where that decides something, else the initials of its name. */

import { CircleQuestionMark, Repeat, Sparkles, Workflow } from 'lucide-react';
import type { CardModel } from './card-model.ts';
import styles from './tool-glyph.module.css';

interface ToolGlyphProps {
  readonly card: CardModel;
}

export function ToolGlyph({ card }: ToolGlyphProps) {
  const { call, contract, latent } = card;
  if (call._forEach !== undefined) return <Mark title="Runs once for each element" Icon={Repeat} />;
  if (call._delegate !== undefined) return <Mark title="Runs a plan of its own" Icon={Workflow} />;
  if (latent) return <Mark title="The model itself answers" Icon={Sparkles} />;
  if (!contract) return <Mark title="No contract is known for this tool" Icon={CircleQuestionMark} unknown />;
  return (
    <span className={styles.glyph} aria-hidden="true">
      {initials(call._tool)}
    </span>
  );
}

function Mark(props: { title: string; Icon: typeof Repeat; unknown?: boolean }) {
  const { title, Icon, unknown } = props;
  return (
    <span className={`${styles.glyph} ${unknown ? styles.unknown : ''}`} title={title}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}

/** At most two letters: `checkBillingHistory` is CB, `csv.parse` is CP, `wait` is W. */
export function initials(name: string): string {
  const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [name];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

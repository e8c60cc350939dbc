/** The head of a card: tool, status, problems, effect, and the gate's port until the call has a gate. */

import { CircleQuestionMark, ClipboardPaste, Repeat, Sparkles, TriangleAlert, Workflow } from 'lucide-react';
import { memo } from 'react';
import { AFTER_PORT, type CardModel } from '../../canvas/card.ts';
import type { CardData } from '../../canvas/drawing.ts';
import { problemWords } from '../../canvas/marks.ts';
import { visible } from '../../lib/visible-text.ts';
import { isOpenStep } from '../../plan/open-step.ts';
import { EffectBadge } from '../parts/marks.tsx';
import { whence } from '../whence.ts';
import styles from './call-card.module.css';
import type { CallLive } from './call-live.ts';
import { Port } from './Port.tsx';
import { StatusGlyph } from './StatusGlyph.tsx';
import glyphs from './tool-glyph.module.css';

export function CardHeader({ data, live }: { data: CardData; live: CallLive | undefined }) {
  const { card, problems, stranger } = data;
  const hasGate = card.rows.some((row) => row.port === AFTER_PORT);
  const count = (problems?.errors ?? 0) + (problems?.warnings ?? 0);
  return (
    <div className={styles.header}>
      {!hasGate && (
        <span className={styles.gate}>
          <Port port={AFTER_PORT} side="left" />
        </span>
      )}
      <ToolGlyph card={card} />
      <span className={`clip ${styles.name}`} title={nameTitle(data)}>
        {card.contract === undefined && isOpenStep(card.call) ? 'Open step' : visible(card.call._tool)}
      </span>
      {live && <StatusGlyph live={live} />}
      <span className={styles.spring} />
      {stranger && (
        <span className={styles.stranger} title={`This call came ${whence(stranger)}`}>
          <ClipboardPaste size={13} aria-hidden="true" />
        </span>
      )}
      {problems && count > 0 && (
        <span
          className={problems.errors > 0 ? styles.errors : styles.warnings}
          title={problemWords(problems)}
          data-problems={count}
        >
          <TriangleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          {count}
        </span>
      )}
      <EffectBadge effect={card.effect} />
    </div>
  );
}

const nameTitle = ({ card }: CardData): string =>
  visible(card.call._id === card.call._tool ? card.call._tool : `${card.call._tool} · ${card.call._id}`);

/** A tool's mark: what kind of call it is where that decides something, else the initials of its name. */
const ToolGlyph = memo(function ToolGlyph({ card }: { card: CardModel }) {
  const { call, contract, latent } = card;
  if (call._forEach !== undefined) return <Mark title="Runs once for each element" Icon={Repeat} />;
  if (call._delegate !== undefined) return <Mark title="Runs a plan of its own" Icon={Workflow} />;
  if (latent) return <Mark title="The model itself answers" Icon={Sparkles} />;
  if (!contract && isOpenStep(call))
    return <Mark title="Nothing does this yet" Icon={CircleQuestionMark} unknown />;
  if (!contract) return <Mark title="No contract is known for this tool" Icon={CircleQuestionMark} unknown />;
  return (
    <span className={glyphs.glyph} aria-hidden="true">
      {initials(call._tool)}
    </span>
  );
});

function Mark(props: { title: string; Icon: typeof Repeat; unknown?: boolean }) {
  const { title, Icon, unknown } = props;
  return (
    <span className={`${glyphs.glyph} ${unknown ? glyphs.unknown : ''}`} title={title}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}

/** At most two letters: `checkBillingHistory` is CB, `csv.parse` is CP, `wait` is W. */
function initials(name: string): string {
  const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [name];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

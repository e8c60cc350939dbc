/** The head of a card: tool, status, problems, effect, and the gate's port until the call has a gate. */

import { TriangleAlert } from 'lucide-react';
import styles from './call-card.module.css';
import type { CallLive } from './call-live.ts';
import { EffectBadge } from './EffectBadge.tsx';
import { Port } from './Port.tsx';
import { AFTER_PORT } from './ports.ts';
import { problemWords } from './problem-counts.ts';
import { StatusGlyph } from './StatusGlyph.tsx';
import { ToolGlyph } from './ToolGlyph.tsx';
import type { CallNodeData } from './to-flow.ts';

export function CardHeader({ data, live }: { data: CallNodeData; live: CallLive | undefined }) {
  const { card, problems } = data;
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
      <span className={styles.name} title={nameTitle(data)}>
        {card.call._tool}
      </span>
      {live && <StatusGlyph live={live} />}
      <span className={styles.spring} />
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

const nameTitle = ({ card }: CallNodeData): string =>
  card.call._id === card.call._tool ? card.call._tool : `${card.call._tool} · ${card.call._id}`;

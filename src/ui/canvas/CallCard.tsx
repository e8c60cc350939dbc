/** A call's card. It knows its own call's status and nothing of the run, the stores or the other cards. */

import type { NodeProps } from '@xyflow/react';
import { memo, useContext } from 'react';
import { CardHeader } from './CardHeader.tsx';
import styles from './call-card.module.css';
import { STATUS_WORDS } from './call-live.ts';
import { EFFECT_WORDS } from './call-name.ts';
import { CanvasContext, useLive } from './canvas-context.ts';
import { FarPorts } from './FarPorts.tsx';
import { OutputRows } from './OutputRows.tsx';
import { ParameterRows } from './ParameterRows.tsx';
import { problemWords } from './problem-counts.ts';
import { StatusBar, StatusGlyph } from './StatusGlyph.tsx';
import type { CallNode, CallNodeData, DiffMark } from './to-flow.ts';

const MARK_WORDS: Readonly<Record<DiffMark, string>> = {
  added: 'added',
  revised: 'changed',
  removed: 'removed',
};

function CallCardComponent({ id, data, selected }: NodeProps<CallNode>) {
  const { far, labelId } = useContext(CanvasContext);
  const live = useLive(id);
  const { card, mark } = data;
  const classes = [
    styles.card,
    selected ? styles.selected : '',
    mark ? styles[mark] : '',
    live?.status === 'skipped' ? styles.skipped : '',
    far ? styles.far : '',
  ];
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      data-status={live?.status}
      data-mark={mark}
      data-far={far}
    >
      <span id={labelId(id)} className={styles.spoken}>
        {spokenName(data, live ? STATUS_WORDS[live.status].toLowerCase() : '')}
      </span>
      {live && <StatusBar live={live} />}
      {far ? (
        <>
          <FarPorts card={card} />
          {live && <StatusGlyph live={live} />}
          <span className={styles.farName}>{card.call._tool}</span>
        </>
      ) : (
        <>
          <CardHeader data={data} live={live} />
          {card.lines > 0 && (
            <p className={styles.description} data-lines={card.lines} title={card.call._description}>
              {card.call._description}
            </p>
          )}
          <ParameterRows card={card} before={data.before} />
          <OutputRows card={card} live={live} />
        </>
      )}
    </div>
  );
}

/** "checkBillingHistory, reads, completed, 1 error; reads from history". */
export function spokenName(data: CallNodeData, status: string): string {
  const facts = [
    data.spokenId,
    data.mark ? MARK_WORDS[data.mark] : '',
    EFFECT_WORDS[data.card.effect],
    status,
    problemWords(data.problems),
  ];
  return `${facts.filter(Boolean).join(', ')}; ${data.spokenSources}`;
}

export const CallCard = memo(CallCardComponent);

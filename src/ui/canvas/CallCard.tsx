/** A call's card. It knows its own call's status and nothing of the run, the stores or the other cards. */

import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { CardData } from '../../canvas/drawing.ts';
import { type DiffMark, problemWords } from '../../canvas/marks.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Effect } from '../../plan/contract-shape.ts';
import { whence } from '../whence.ts';
import { CardHeader } from './CardHeader.tsx';
import { OutputRows, ParameterRows } from './CardRows.tsx';
import styles from './call-card.module.css';
import { type CallLive, STATUS_WORDS } from './call-live.ts';
import { useCanvasContext, useLive } from './canvas-context.ts';
import { StatusBar, StatusGlyph } from './StatusGlyph.tsx';
import type { CallNode } from './to-flow.ts';

const MARK_WORDS: Readonly<Record<DiffMark, string>> = {
  added: 'added',
  revised: 'changed',
  removed: 'removed',
};

const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  none: 'touches nothing outside',
  read: 'reads',
  write: 'writes',
  irreversible: "can't be undone",
};

function CallCardComponent({ id, data, selected }: NodeProps<CallNode>) {
  const { far, labelId } = useCanvasContext();
  const live = useLive(id);
  const { card, mark } = data;
  const description = visible(card.call._description ?? '');
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
        {spokenName(data, live ? liveWords(live) : '')}
      </span>
      {live && <StatusBar live={live} />}
      {far ? (
        <>
          {live && <StatusGlyph live={live} />}
          <span className={styles.farName}>{visible(card.call._tool)}</span>
        </>
      ) : (
        <>
          <CardHeader data={data} live={live} />
          {card.lines > 0 && (
            <p className={styles.description} data-lines={card.lines} title={description}>
              {description}
            </p>
          )}
          <ParameterRows card={card} before={data.before} />
          <OutputRows card={card} live={live} />
        </>
      )}
    </div>
  );
}

const liveWords = ({ status, unproven }: CallLive): string =>
  `${STATUS_WORDS[status].toLowerCase()}${unproven ? ', its value unproven' : ''}`;

/** "checkBillingHistory, reads, completed, 1 error; reads from history". */
function spokenName(data: CardData, status: string): string {
  const facts = [
    data.spokenId,
    data.mark ? MARK_WORDS[data.mark] : '',
    whence(data.stranger) ?? '',
    EFFECT_WORDS[data.card.effect],
    status,
    problemWords(data.problems),
  ];
  return `${facts.filter(Boolean).join(', ')}; ${data.spokenSources}`;
}

export const CallCard = memo(CallCardComponent);

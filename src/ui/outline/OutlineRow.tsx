/** A call as a row of the list: its head as on its card, whom it reads from, where it writes, what it comes to. It hears of its own call alone. */

import { MessageSquare } from 'lucide-react';
import { memo, useCallback, useSyncExternalStore } from 'react';
import type { CardData } from '../../canvas/drawing.ts';
import { visible } from '../../lib/visible-text.ts';
import { CardHeader, useStanding } from '../canvas/CallCard.tsx';
import { useLive } from '../canvas/canvas-context.ts';
import { Pills } from '../canvas/Pills.tsx';
import { StatusBar } from '../canvas/StatusGlyph.tsx';
import { spokenCall } from '../canvas/spoken-call.ts';
import { useStandingValue } from '../live/stands.ts';
import { headWords, restWords } from '../live/value-words.ts';
import { useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './outline.module.css';

interface OutlineRowProps {
  readonly id: string;
  /** From 1. */
  readonly place: number;
  readonly data: CardData;
  /** Whom it reads from, in words; empty where that is nobody. */
  readonly sources: string;
  readonly isSelected: boolean;
  /** Tab reaches it: one row of the list. */
  readonly isReached: boolean;
  /** Id of the element that holds its spoken name. */
  readonly labelId: string;
}

export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { id, place, data, sources, isSelected, isReached, labelId } = props;
  const { card, mark, said } = data;
  const live = useStanding(id, card);
  const value = useValueWords(id);
  const valueId = `${labelId}-value`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is one call, as a card is, and no set of fields.
    <div
      role="group"
      className={styles.row}
      data-row=""
      data-id={id}
      data-mark={mark}
      data-status={live?.status}
      tabIndex={isReached ? 0 : -1}
      aria-roledescription="call"
      aria-labelledby={labelId}
      aria-describedby={value === '' ? undefined : valueId}
      aria-current={isSelected || undefined}
    >
      <span id={labelId} className={styles.spoken}>
        {spokenCall(data, live)}
      </span>
      {live && <StatusBar live={live} />}
      <div className={styles.line}>
        <span className={styles.number}>{place.toLocaleString('en')}</span>
        <CardHeader data={data} live={live} isInList />
      </div>
      <p className={`clip ${styles.words}`}>{sources === '' ? 'reads from no other call' : sources}</p>
      <div className={styles.words}>
        {said ? (
          <span className={styles.said} title={counted(said.length, 'comment')}>
            <MessageSquare size={12} aria-hidden />
            {said.length.toLocaleString('en')}
          </span>
        ) : null}
        {card.outputs.map((row, at) =>
          row.pills.length === 0 ? null : (
            <span key={row.port} className={styles.output}>
              {at > 0 ? <span>{row.isError ? 'when it fails' : 'or'}</span> : null}
              <Pills pills={row.pills} isError={row.isError} />
            </span>
          ),
        )}
        <span id={valueId} className={`clip ${styles.value}`}>
          {value}
        </span>
      </div>
    </div>
  );
});

/** What a call comes to, in a few words: in a run, what the run has; on the plan, what a preview has. */
function useValueWords(id: string): string {
  const isPlan = useSession(({ view }) => view.kind === 'plan');
  const { live: board } = useServices();
  const listen = useCallback((listener: () => void) => board.subscribe(id, listener), [board, id]);
  const previewed = useSyncExternalStore(listen, () => board.of(id));
  const live = useLive(id);
  const stands = useStandingValue(id);
  if (!isPlan && !(stands && live?.head)) {
    if (live?.failure) return visible(live.failure);
    return live?.head ? visible(headWords(live.head)) : '';
  }
  if (!previewed || previewed.status === 'notRun') return '';
  const rest = restWords(previewed);
  const words =
    previewed.status === 'failed' ? previewed.message : headWords(previewed.head, previewed.rowsIn);
  return visible(rest === '' ? words : `${words} (${rest})`);
}

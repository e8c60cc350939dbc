/** The journal of the run on the canvas, a line an event. */

import { memo } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { namer } from '../../run/call-names.ts';
import type { RunEvent } from '../../run/events.ts';
import { eventsOf } from '../../run/instance-events.ts';
import { planOf } from '../../run/whole.ts';
import { isTheirs } from '../../stores/run-row.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { useInstance } from '../over-list/use-instance.ts';
import { Empty } from '../parts/Empty.tsx';
import { Unproven } from '../parts/marks.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { useRuns, useServices } from '../services.ts';
import { duration } from '../words.ts';
import { deferred, Elsewhere, type OfRun } from './deferred.tsx';
import styles from './JournalPanel.module.css';
import { journalLine } from './journal-line.ts';
import { useUnproven } from './use-unproven.ts';

/** Made once: asking a date for its words makes one anew each time, at more than the line costs. */
const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hour12: false });

export default deferred(function JournalPanel({ run }: OfRun) {
  const unproven = useUnproven(run);
  const instance = useInstance(run);
  const theirs = useRuns(({ list }) => run !== null && isTheirs(list, run.runId));
  if (!run)
    return <Empty>A run writes down everything it does here: what it planned, did, saw and decided.</Empty>;
  const name = namer(planOf(run.state));
  const places = instance === null ? null : eventsOf(run.events, instance, run.position);
  const event = (at: number) => itemAt(run.events, places ? itemAt(places, at) : at);
  // Virtual time begins at nought: as a time of day it would be a lie.
  const dry = run.runId === DRY_RUN;
  return (
    <Elsewhere is={theirs}>
      <VirtualList
        key={instance}
        count={places ? places.findLastIndex((place) => place < run.position) + 1 : run.position}
        rowHeight={24}
        label="Journal lines"
        follow
        row={(at) => (
          <Line
            event={event(at)}
            name={name}
            startedAt={dry ? run.state.startedAt : null}
            isUnproven={unproven.told(event(at))}
          />
        )}
      />
    </Elsewhere>
  );
});

interface LineProps {
  event: RunEvent;
  name: (call: string) => string;
  /** Where its time is told from; null: it has a time of day. */
  startedAt: number | null;
  isUnproven: boolean;
}

/** An event never changes: a line in sight is drawn once, however the record grows. */
const Line = memo(function Line({ event, name, startedAt, isUnproven }: LineProps) {
  const { session } = useServices();
  const line = journalLine(event, name);
  return (
    <button
      type="button"
      className={styles.line}
      data-tone={line.tone}
      title={line.text}
      disabled={line.call === undefined}
      onClick={() => line.call && session.actions.select([line.call])}
    >
      <time className={`muted ${styles.time}`}>
        {startedAt === null ? timeOfDay.format(line.time) : duration(line.time - startedAt)}
      </time>
      <span className={styles.phase} data-phase={line.phase}>
        [{line.phase}]
      </span>
      <Unproven is={isUnproven} />
      <span className={`clip ${styles.text}`}>{line.text}</span>
    </button>
  );
});

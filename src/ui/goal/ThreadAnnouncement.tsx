/** What is read out of the thread as it comes: the last thing that matters, politely, and never every step of a run. */

import { visible } from '../../lib/visible-text.ts';
import { planOf } from '../../run/whole.ts';
import { isAnnounced, type ThreadEntry } from '../../stores/run-threads.ts';
import { useRuns } from '../services.ts';
import styles from './Thread.module.css';

export function ThreadAnnouncement({ entries }: { entries: readonly ThreadEntry[] }) {
  const last = entries.findLast((entry) =>
    entry.from === 'said' ? entry.line.from !== 'person' : isAnnounced(entry.message),
  );
  const title = useRuns(({ known }) => {
    if (last?.from !== 'run') return 'Obelus';
    const run = known.get(last.message.runId);
    return visible((run && planOf(run.state)?.title) ?? 'A run');
  });
  return (
    <p className={styles.unseen} aria-live="polite">
      {last ? `${title}: ${visible(last.from === 'said' ? last.line.text : spoken(last.message.text))}` : ''}
    </p>
  );
}

/** A reply may be a whole report: its beginning says that it is there. */
const spoken = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

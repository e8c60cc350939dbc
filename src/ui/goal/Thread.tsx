/** The thread over the goal box: what was said while drafting, and what every run says, in the order in which it came. */

import { ChevronDown, ChevronsDown, ChevronUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import type { Thread as RunThread } from '../../run/thread.ts';
import { planOf } from '../../run/whole.ts';
import {
  createRunThreads,
  isAnnounced,
  MOST_IN_SMALL,
  type ThreadEntry,
  threadEntries,
} from '../../stores/run-threads.ts';
import type { ThreadLine, ThreadSize } from '../../stores/session.ts';
import { act } from '../actions/actions.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import unseen from '../parts/unseen.module.css';
import { useRuns, useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import { RunLine } from './RunLine.tsx';
import styles from './Thread.module.css';
import { useStayAtEnd } from './use-stay-at-end.ts';

interface Said {
  readonly said: readonly ThreadLine[];
  readonly threads: readonly RunThread[];
  /** How much was said, what is not shown any more among it; 0 where nothing is shown. */
  readonly total: number;
}

function useSaid(): Said {
  const [threads] = useState(createRunThreads);
  const said = useSession((state) => state.thread);
  const since = useSession((state) => state.openedAt);
  const known = useRuns((state) => state.known);
  const turn = useRuns((state) => state.turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is the same; the turn says that a run is another.
  return useMemo(() => {
    const ofRuns = threads.of(known);
    const isEmpty = threadEntries(said, ofRuns, since, 1).length === 0;
    const total = ofRuns.reduce((sum, { messages }) => sum + messages.length, said.length);
    return { said, threads: ofRuns, total: isEmpty ? 0 : total };
  }, [threads, said, known, turn, since]);
}

export default function Thread() {
  const { session } = useServices();
  const size = useSession((state) => state.threadSize);
  const since = useSession((state) => state.openedAt);
  const { said, threads, total } = useSaid();
  const drafting = useSession((state) => state.drafting);
  const isEmpty = total === 0 && !drafting;
  const { scroller, unread, toEnd } = useStayAtEnd(total, !isEmpty && size !== 'folded');
  // What a person has scrolled up to stays where it is: nothing goes at the top while lines come at the end.
  const most = size === 'large' ? undefined : MOST_IN_SMALL + unread;
  const entries = useMemo(() => threadEntries(said, threads, since, most), [said, threads, since, most]);
  const resize = (threadSize: ThreadSize) => session.actions.set({ threadSize });

  // There before the first words are: what comes into being together with them is not read out.
  if (isEmpty) return <ThreadAnnouncement entries={entries} />;
  return (
    <>
      <ThreadAnnouncement entries={entries} />
      {size === 'folded' ? (
        <div className={styles.folded}>
          <Button tone="quiet" onClick={() => resize('small')}>
            <ChevronUp size={14} aria-hidden /> Thread{unread > 0 ? `, ${unread} new` : ''}
          </Button>
        </div>
      ) : (
        <div className={styles.above} data-thread={size}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is there to be filled in. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <div ref={scroller} className={styles.thread} role="group" aria-label="Thread" tabIndex={0}>
            <ol aria-label="Thread">
              {entries.map((entry, at) => (
                <Entry key={entry.key} entry={entry} before={entries[at - 1]} large={size === 'large'} />
              ))}
              {drafting ? <li className={styles.line}>Drafting…</li> : null}
            </ol>
          </div>
          {unread > 0 ? (
            <Button className={styles.unread} onClick={toEnd}>
              <ChevronsDown size={13} aria-hidden /> {counted(unread, 'new line')}
            </Button>
          ) : null}
          <div className={styles.tools}>
            <IconButton
              name={size === 'large' ? 'Shrink the thread' : 'Enlarge the thread'}
              onClick={() => resize(size === 'large' ? 'small' : 'large')}
            >
              {size === 'large' ? <ChevronDown size={14} aria-hidden /> : <ChevronUp size={14} aria-hidden />}
            </IconButton>
            {size === 'large' ? null : (
              <IconButton name="Fold the thread" onClick={() => resize('folded')}>
                <ChevronDown size={14} aria-hidden />
              </IconButton>
            )}
          </div>
        </div>
      )}
    </>
  );
}

interface EntryProps {
  entry: ThreadEntry;
  before: ThreadEntry | undefined;
  large: boolean;
}

function Entry({ entry, before, large }: EntryProps) {
  if (entry.from === 'said') {
    const { from, tone, text, wayOn } = entry.line;
    return (
      <li className={styles.line} data-from={from} data-tone={tone}>
        {visibleLines(text)}
        {wayOn === 'planner' ? <ConnectModel /> : null}
      </li>
    );
  }
  // Where only the last lines are in sight, each says whose it is.
  const follows = large && before?.from === 'run' && before.message.runId === entry.message.runId;
  return <RunLine message={entry.message} follows={follows} large={large} />;
}

function ConnectModel() {
  const services = useServices();
  return (
    <>
      {' '}
      <button type="button" className={styles.wayOn} onClick={() => act('planner', services)}>
        Connect a model…
      </button>
    </>
  );
}

/** What is read out of the thread as it comes: the last thing that matters, politely, and never every step of a run. */
function ThreadAnnouncement({ entries }: { entries: readonly ThreadEntry[] }) {
  const last = entries.findLast((entry) =>
    entry.from === 'said' ? entry.line.from !== 'person' : isAnnounced(entry.message),
  );
  const title = useRuns(({ known }) => {
    if (last?.from !== 'run') return 'Obelus';
    const run = known.get(last.message.runId);
    return visible((run && planOf(run.state)?.title) ?? 'A run');
  });
  return (
    <p className={unseen.unseen} aria-live="polite">
      {last ? `${title}: ${visible(last.from === 'said' ? last.line.text : spoken(last.message.text))}` : ''}
    </p>
  );
}

/** A reply may be a whole report: its beginning says that it is there. */
const spoken = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

/** The thread of the conversation: what was said while drafting, and what every run says, in the order in which it came. */

import { ChevronsDown } from 'lucide-react';
import { memo, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import type { Remedy } from '../../plan/draft-event.ts';
import type { Said, WayOn } from '../../plan/talk.ts';
import type { Thread as RunThread, ThreadMessage } from '../../run/thread.ts';
import { planOf } from '../../run/whole.ts';
import type { RunSummary } from '../../stores/ports.ts';
import {
  createRunThreads,
  earlierRuns,
  isAnnounced,
  type ThreadEntry,
  threadEntries,
} from '../../stores/run-threads.ts';
import { originWords, runFacts, troubleWords } from '../library/run-words.ts';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { Unproven } from '../parts/marks.tsx';
import unseen from '../parts/unseen.module.css';
import { dialogWay, openPlanner, WAYS } from '../run/planner-ways.ts';
import { partInWords, partOf, type ResultPart } from '../run/result-parts.ts';
import { useUnproven } from '../run/use-unproven.ts';
import { useDocument, useRuns, useServices, useSession } from '../services.ts';
import { counted, price } from '../words.ts';
import styles from './Thread.module.css';

interface Told {
  readonly said: readonly Said[];
  readonly threads: readonly RunThread[];
  /** Of the plan on the table, from before this tab was opened. */
  readonly earlier: readonly RunSummary[];
  /** How much was said, what is not shown any more among it; 0 where nothing is shown. */
  readonly total: number;
}

function useSaid(): Told {
  const [threads] = useState(createRunThreads);
  const byPage = useSession((state) => state.thread);
  const ofPlan = useDocument((state) => state.talk);
  const since = useSession((state) => state.openedAt);
  const known = useRuns((state) => state.known);
  const turn = useRuns((state) => state.turn);
  const list = useRuns((state) => state.list);
  const planId = useDocument((state) => state.plan.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is the same; the turn says that a run is another.
  return useMemo(() => {
    const said = [...ofPlan, ...byPage];
    const ofRuns = threads.of(known);
    const earlier = earlierRuns(list, planId, since);
    const isEmpty = threadEntries(said, ofRuns, since, earlier, 1).length === 0;
    const total = ofRuns.reduce((sum, { messages }) => sum + messages.length, said.length + earlier.length);
    return { said, threads: ofRuns, earlier, total: isEmpty ? 0 : total };
  }, [threads, ofPlan, byPage, known, turn, since, list, planId]);
}

/** @param large all of it, to be read at length; else what was said last */
export default function Thread({ large }: { large: boolean }) {
  const since = useSession((state) => state.openedAt);
  const { said, threads, earlier, total } = useSaid();
  const isAtWork = useSession((state) => state.progress !== null);
  const isEmpty = total === 0 && !isAtWork;
  const { scroller, unread, toEnd } = useStayAtEnd(total, !isEmpty && large);
  const most = large ? undefined : 1;
  const entries = useMemo(
    () => threadEntries(said, threads, since, earlier, most),
    [said, threads, since, earlier, most],
  );

  return (
    <>
      {/* There before the first words are: what comes into being together with them is not read out. */}
      <ThreadAnnouncement entries={entries} />
      {isEmpty ? (
        <Nothing large={large} />
      ) : (
        <div className={styles.above} data-thread={large ? 'large' : 'small'}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is there to be filled in. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <div ref={scroller} className={styles.thread} role="group" aria-label="Thread" tabIndex={0}>
            <ol aria-label="Thread">
              {large || !isAtWork
                ? entries.map((entry, at) => (
                    <Entry key={entry.key} entry={entry} before={entries[at - 1]} large={large} />
                  ))
                : null}
              {isAtWork ? <AtWork /> : null}
            </ol>
          </div>
          {large && unread > 0 ? (
            <Button className={styles.unread} onClick={toEnd}>
              <ChevronsDown size={13} aria-hidden /> {counted(unread, 'new line')}
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

/** Its place, while nobody has said anything. */
function Nothing({ large }: { large: boolean }) {
  const hasPlan = useDocument((state) => state.plan.calls.length > 0);
  return (
    <div className={styles.nothing}>
      {large ? (
        <p className="small">
          {hasPlan
            ? 'Say what should change, or ask about the plan. A change is shown on the canvas first, and stands when you accept it.'
            : 'Say what should be done, and a plan is drafted. Nothing runs before you approve it.'}
        </p>
      ) : null}
    </div>
  );
}

interface EntryProps {
  entry: ThreadEntry;
  before: ThreadEntry | undefined;
  large: boolean;
}

function Entry({ entry, before, large }: EntryProps) {
  if (entry.from === 'said') {
    const { from, tone, text, elsewhere, about, ways = [] } = entry.line;
    return (
      <li className={styles.line} data-from={from} data-tone={tone}>
        {elsewhere ? `Said elsewhere, by ${WHO[elsewhere]}: “${visibleLines(text)}”` : visibleLines(text)}
        {ways.map((way) => (
          <Way key={way} way={way} about={about} />
        ))}
      </li>
    );
  }
  if (entry.from === 'earlier') return <EarlierRun run={entry.run} />;
  // Where only the last lines are in sight, each says whose it is.
  const follows = large && before?.from === 'run' && before.message.runId === entry.message.runId;
  return <RunLine message={entry.message} follows={follows} large={large} />;
}

/** A run from before this tab was opened: how it stands, and the way to it. */
function EarlierRun({ run }: { run: RunSummary }) {
  const { now, running } = useServices();
  const words = [runFacts(run, now()), troubleWords(run), originWords(run)].filter(Boolean).join(' · ');
  return (
    <li className={styles.line}>
      <button
        type="button"
        className={styles.message}
        title={`Open the run ${run.runId}`}
        onClick={() => running.openRun(run.runId)}
      >
        <span className={`clip ${styles.words}`}>Run: {words}</span>
      </button>
    </li>
  );
}

const WHO: Readonly<Record<Said['from'], string>> = {
  person: 'a person',
  planner: 'a planner',
  obelus: 'Obelus',
};

/** What was said is in the box again, to be sent as it is or in other words; of what was left, a press puts it there. */
function Way({ way, about = '' }: { way: WayOn; about: string | undefined }) {
  const services = useServices();
  const { planning, session } = services;
  const take = () => {
    if (way === 'say') {
      session.actions.set({ goal: about });
      document.getElementById('goal')?.focus();
    } else if (way === 'offline') planning.draftPlan({ by: 'offline' });
    else if (way === 'fewer-tools') planning.draftPlan({ fewerTools: true });
    else if (way === 'again') planning.draftPlan();
    else openPlanner(services, way);
  };
  return (
    <>
      {' '}
      <button type="button" className={styles.wayOn} onClick={take}>
        {WAYS[way]}
      </button>
    </>
  );
}

/** Of a run's planner only the dialog is at hand here: it is asked again where the run asks, or where it was said. */
function DialogWay({ remedies }: { remedies: readonly Remedy[] }) {
  const services = useServices();
  const way = dialogWay({ remedies });
  return way === null ? null : (
    <button type="button" className={styles.wayOn} onClick={() => openPlanner(services, way)}>
      {WAYS[way]}
    </button>
  );
}

/** How far the planner is. */
function AtWork() {
  const { now } = useServices();
  const progress = useSession((state) => state.progress);
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  if (!progress) return null;
  const { of, since, calls, about } = progress;
  // Until its server says it, the count is ours, and says so.
  const so = about ? 'about ' : '';
  const sum = (part: 'tokens' | 'cost') =>
    about?.[part] === undefined ? progress[part] : (progress[part] ?? 0) + about[part];
  const [tokens, cost] = [sum('tokens'), sum('cost')];
  const seconds = Math.floor((time - since) / 1000);
  const words = [
    of === 'change' ? 'Working the change out' : 'Drafting',
    ...(calls > 0 ? [counted(calls, 'call')] : []),
    ...(seconds > 0 ? [`${seconds} s`] : []),
    ...(tokens === undefined ? [] : [so + counted(about ? Number(tokens.toPrecision(2)) : tokens, 'token')]),
    ...(cost === undefined ? [] : [so + price(cost)]),
  ];
  return <li className={styles.line}>{words.join(' · ')}…</li>;
}

/** What is read out of the thread as it comes: the last thing that matters, politely, and never every step of a run. */
function ThreadAnnouncement({ entries }: { entries: readonly ThreadEntry[] }) {
  const last = entries.findLast((entry): entry is Exclude<ThreadEntry, { readonly from: 'earlier' }> =>
    entry.from === 'said' ? entry.line.from !== 'person' : entry.from === 'run' && isAnnounced(entry.message),
  );
  const title = useRuns(({ known }) => {
    if (last?.from !== 'run') return 'Obelus';
    const run = known.get(last.message.runId);
    return visible((run && planOf(run.state)?.title) ?? 'A run');
  });
  return (
    <p className={unseen.unseen} aria-live="polite">
      {last
        ? `${title}: ${visible(last.from === 'said' ? last.line.text : spoken(isData(last.message) ? firstLine(last.message) : last.message.text))}`
        : ''}
    </p>
  );
}

/** A reply may be a whole report: its beginning says that it is there. */
const spoken = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

/** Pixels from the end at which a person still reads the end. */
const NEAR = 24;

interface StayAtEnd {
  /** What scrolls: a reversed column, which the browser itself keeps at its end, and measures nothing for. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Lines that came since the end was last in sight. */
  readonly unread: number;
  toEnd(): void;
}

/**
 * What a person has not seen of a list that shows its end as lines come, unless they have scrolled up.
 * @param isThere whether the list is on the screen: where it is not, every line is unread
 */
function useStayAtEnd(count: number, isThere: boolean): StayAtEnd {
  const scroller = useRef<HTMLDivElement>(null);
  /** null while the end is in sight. */
  const [seen, setSeen] = useState<number | null>(null);
  const countNow = useRef(count);
  useEffect(() => {
    countNow.current = count;
  }, [count]);

  useEffect(() => {
    const element = scroller.current;
    if (!isThere || !element) return;
    const leave = () => setSeen((before) => before ?? countNow.current);
    // In a reversed column the end is at 0, and what is above it below 0.
    const look = () => (element.scrollTop > -NEAR ? setSeen(null) : leave());
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      leave();
    };
  }, [isThere]);

  return {
    scroller,
    unread: seen === null ? 0 : Math.max(0, count - seen),
    toEnd: () => {
      if (scroller.current) scroller.current.scrollTop = 0;
    },
  };
}

const OpenValue = late(() =>
  import('../values/OpenValue.tsx').then(({ OpenValue }) => ({ default: OpenValue })),
);
const PartView = late(() => import('../run/PartView.tsx').then(({ PartView }) => ({ default: PartView })));

/** Lines of a summary that are shown: a long plan is on the canvas. */
const LINES = 12;

interface RunLineProps {
  message: ThreadMessage;
  /** The line above is of the same run. */
  follows: boolean;
  /** There is room for more than a line. */
  large: boolean;
}

/** Drawn once: of three hundred lines, the new ones are. */
const RunLine = memo(function RunLine({ message, follows, large }: RunLineProps) {
  const { running } = useServices();
  const { runId, call, kind, remedies } = message;
  const title = useRuns(({ known }) => {
    const run = known.get(runId);
    const plan = run && planOf(run.state);
    return visible(plan?.title ?? plan?.goal ?? runId);
  });
  const isUnproven = useUnproven(useRuns(({ known }) => known.get(runId))).output();
  const isDrawn = large && isDrawnBelow(message);
  return (
    <li className={styles.line} data-kind={kind} data-tone={toneOf(message)}>
      <button
        type="button"
        className={styles.message}
        title={`Open the run ${runId}`}
        onClick={() => running.openRun(runId, call)}
      >
        <span className={`clip ${styles.of}`} data-follows={follows || undefined}>
          {title}
        </span>
        <span className={`clip ${styles.words}`}>
          {visibleLines(large && !isDrawn ? shortened(message.text) : firstLine(message))}
        </span>
      </button>
      {remedies ? <DialogWay remedies={remedies} /> : null}
      {kind === 'agent' ? <Unproven is={isUnproven} /> : null}
      {isDrawn ? <Reply message={message} isUnproven={isUnproven} /> : null}
    </li>
  );
});

interface ReplyProps {
  message: ThreadMessage;
  isUnproven: boolean;
}

/** The reply looks as the result does (R-2). */
function Reply({ message: { value, runId }, isUnproven }: ReplyProps) {
  const part = useMemo(() => partOf(value ?? null), [value]);
  return (
    <div className={styles.reply}>
      <Suspense fallback={null}>
        <PartView part={part} runId={runId} isUnproven={isUnproven} inThread />
        {isPlain(part.as) ? null : (
          <OpenValue of={{ kind: 'output', runId }} words="Open the result" place="full" />
        )}
      </Suspense>
    </div>
  );
}

/** Read where it stands. */
const isPlain = (as: ResultPart['as']): boolean => as === 'markdown' || as === 'file' || as === 'files';

function shortened(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= LINES) return text;
  return [...lines.slice(0, LINES), `… and ${lines.length - LINES} more`].join('\n');
}

/** What one line holds of a reply that is no text; the rest is cut off by the line's end. */
const PREVIEW = 300;

const isData = ({ kind, value }: Pick<ThreadMessage, 'kind' | 'value'>): boolean =>
  kind === 'agent' && typeof value === 'object';

/** A reply that is drawn below its line, which then says in words what it is: it would be JSON, or Markdown's source. */
const isDrawnBelow = ({ kind, value }: Pick<ThreadMessage, 'kind' | 'value'>): boolean =>
  kind === 'agent' &&
  value !== undefined &&
  (typeof value !== 'string' || /[\n*_`[\]<>\\#|]/.test(value.trim()));

function firstLine({ text, kind, value }: ThreadMessage): string {
  // Of a list or an object the first line would be its bracket, of a table of Markdown its bars.
  if (kind === 'agent' && value !== undefined)
    return partInWords(partOf(value ?? null))
      .slice(0, PREVIEW)
      .replace(/\s+/g, ' ');
  const [first = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  if (kind === 'agent' || rest.length === 0) return first;
  return `${first} ${rest.length > 3 ? `${rest.slice(0, 3).join('  ')} …` : rest.join('  ')}`;
}

function toneOf({ kind, text }: ThreadMessage): 'question' | 'danger' | 'warning' | 'success' | undefined {
  if (kind === 'question') return 'question';
  if (/ → failed /.test(text) || text.startsWith('Plan failed')) return 'danger';
  if (text.startsWith('retry ')) return 'warning';
  return text.startsWith('Plan complete:') ? 'success' : undefined;
}

/** One message of a run in the thread: whose it is, what it says, and the way to its run and call. */

import { memo, Suspense, useMemo } from 'react';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import type { ThreadMessage } from '../../run/thread.ts';
import { planOf } from '../../run/whole.ts';
import { late } from '../parts/late.tsx';
import { Unproven } from '../parts/marks.tsx';
import { partOf } from '../run/result-parts.ts';
import { useUnproven } from '../run/use-unproven.ts';
import { useRuns, useServices } from '../services.ts';
import styles from './Thread.module.css';

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
export const RunLine = memo(function RunLine({ message, follows, large }: RunLineProps) {
  const { running } = useServices();
  const { runId, call, kind, value } = message;
  const title = useRuns(({ known }) => {
    const run = known.get(runId);
    const plan = run && planOf(run.state);
    return visible(plan?.title ?? plan?.goal ?? runId);
  });
  const isUnproven = useUnproven(useRuns(({ known }) => known.get(runId))).output();
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
          {visibleLines(large ? shortened(message.text) : firstLine(message))}
        </span>
      </button>
      {kind === 'agent' ? <Unproven is={isUnproven} /> : null}
      {large && kind === 'agent' && value !== undefined ? (
        <Reply message={message} isUnproven={isUnproven} />
      ) : null}
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
        <PartView part={part} runId={runId} isUnproven={isUnproven} />
      </Suspense>
    </div>
  );
}

function shortened(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= LINES) return text;
  return [...lines.slice(0, LINES), `… and ${lines.length - LINES} more`].join('\n');
}

/** What one line holds of a reply that is no text; the rest is cut off by the line's end. */
const PREVIEW = 300;

function firstLine({ text, kind, value }: ThreadMessage): string {
  // Of a list or an object the first line would be its bracket.
  if (kind === 'agent' && typeof value === 'object') return text.slice(0, PREVIEW).replace(/\s+/g, ' ');
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

/** What was said so far: goals, the planner's notes, and what it did not understand. Read out as it comes. */

import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import styles from './Thread.module.css';

export function Thread() {
  const { session } = useServices();
  const thread = useSession((state) => state.thread);
  const drafting = useSession((state) => state.drafting);
  const inRun = useSession((state) => state.view.kind === 'run');
  const end = useRef<HTMLLIElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what makes it scroll.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [thread.length, drafting]);

  // Over a run, what it asks and shows matters more than how it was drafted.
  if (inRun || (thread.length === 0 && !drafting)) return null;
  return (
    <div className={styles.above}>
      <ol className={styles.thread} aria-live="polite" aria-label="Thread">
        {thread.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end.
          <li key={at} className={styles.line} data-from={line.from} data-tone={line.tone}>
            {line.text}
          </li>
        ))}
        {drafting ? <li className={styles.line}>Drafting…</li> : null}
        <li ref={end} aria-hidden />
      </ol>
      {drafting ? null : (
        <IconButton name="Close the thread" onClick={() => session.actions.set({ thread: [] })}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Goals that fit the files beside the box, each tried on them first: what it gives stands beside it. A press drafts it. */

import { useEffect, useState } from 'react';
import type { SessionState } from '../../stores/session.ts';
import { offersOfAll } from '../../tools/offers.ts';
import { useServices, useSession } from '../services.ts';
import styles from './Offers.module.css';

/** Of one file; several have theirs in turn. */
const MOST = 4;

interface Tried {
  readonly goal: string;
  readonly result: string;
}

export default function Offers() {
  const { session, planning } = useServices();
  const isRemote = useSession((state) => state.planner.kind !== 'offline');
  const busy = useSession((state) => state.goal !== '' || state.drafting);
  const tried = useTried(busy);
  if (busy || tried.length === 0) return null;
  return (
    <>
      {isRemote ? (
        <p className={`small ${styles.by}`}>
          Tried on this device by the offline planner, which drafts them too:
        </p>
      ) : null}
      <ul className={styles.offers} aria-label="Goals that fit">
        {tried.map(({ goal, result }) => (
          <li key={goal}>
            <button
              type="button"
              className={`small ${styles.offer}`}
              onClick={() => {
                session.actions.set({ goal });
                // What stands beside it came of this device's planner: a model's plan could give something else.
                planning.draftPlan({ by: 'offline' });
              }}
            >
              <span>{goal}</span> <span className={styles.result}>{result}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** One goal after the other is tried, the plainest first; whoever types stops it, and it goes on where the box is empty again. */
function useTried(busy: boolean): readonly Tried[] {
  const { planning } = useServices();
  const files = useSession((state) => state.files);
  const [found, setFound] = useState<{ of: typeof files; tried: readonly Tried[]; next: number }>();
  const known = found?.of === files ? found : undefined;
  const { tried, next } = known ?? { tried: [], next: 0 };
  const goal = tried.length < MOST ? goalsFor(files)[next] : undefined;
  // Half of what was dropped is no ground for an offer.
  const isJudged = files.every(({ profile }) => profile !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tried` and `next` change with `found` alone, which names the goal.
  useEffect(() => {
    if (busy || goal === undefined || !isJudged) return;
    const stopping = new AbortController();
    const settle = (result?: string) => {
      if (stopping.signal.aborted) return;
      const more = result === undefined ? tried : [...tried, { goal, result }];
      setFound({ of: files, tried: more, next: next + 1 });
    };
    // What can't be tried is not offered; the box says what is wrong once the person asks for something.
    planning.tryGoal(goal, stopping.signal).then(settle, () => settle());
    return () => stopping.abort();
  }, [planning, files, goal, next, busy, isJudged]);

  return tried;
}

const goalsFor = (files: SessionState['files']): string[] =>
  offersOfAll(files.flatMap(({ profile }) => profile ?? []));

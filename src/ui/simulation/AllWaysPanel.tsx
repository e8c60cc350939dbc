/** All ways a plan can go (L-82): which calls run always, sometimes or never, and each way to look at. */

import { useEffect, useMemo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { type AllWays, coverageOf, extentWords, simulateAll } from '../../simulate/all-ways.ts';
import { LongList } from '../parts/LongList.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './AllWaysPanel.module.css';
import type { DryRun } from './use-dry-run.ts';
import { outcomeWords, wayWords } from './way-words.ts';

/** Pixels, about: a call in one line, a way in two. */
const CALL_HEIGHT = 28;
const WAY_HEIGHT = 40;

interface AllWaysPanelProps {
  dryRun: DryRun;
  name: (call: string) => string;
}

export default function AllWaysPanel({ dryRun, name }: AllWaysPanelProps) {
  const { session } = useServices();
  const all = useAllWays(dryRun);
  const coverage = useMemo(() => (all ? coverageOf(all) : []), [all]);
  if (!all) {
    return (
      <p className={`small ${styles.extent}`} role="status">
        Playing every way…
      </p>
    );
  }
  const { decisions, picks } = dryRun;
  const isShown = (way: readonly number[]) => decisions.every((_, at) => (picks[at] ?? 0) === (way[at] ?? 0));
  return (
    <section aria-label="All ways">
      <p className={`small ${styles.extent}`} role="status">
        {extentWords(all)}
      </p>
      <div className={styles.columns}>
        <div>
          <h3 className={`small ${styles.title}`}>What runs</h3>
          <LongList
            as="ul"
            count={coverage.length}
            rowHeight={CALL_HEIGHT}
            row={(at, place) => {
              const { call, ran, of, words } = itemAt(coverage, at);
              return (
                <li key={call} {...place}>
                  <button
                    type="button"
                    className={styles.line}
                    data-runs={ran === 0 ? 'never' : ran === of ? 'always' : 'sometimes'}
                    onClick={() => session.actions.select([call])}
                  >
                    <span className={`clip ${styles.name}`}>{name(call)}</span>
                    <meter className={styles.meter} min={0} max={of} value={ran} aria-hidden />
                    <span className={styles.words}>{words}</span>
                  </button>
                </li>
              );
            }}
          />
        </div>
        <div>
          <h3 className={`small ${styles.title}`}>Ways – choose one to see it</h3>
          <LongList
            as="ul"
            count={all.ways.length}
            rowHeight={WAY_HEIGHT}
            row={(at, place) => {
              const way = itemAt(all.ways, at);
              return (
                <li key={way.picks.join()} {...place}>
                  <button
                    type="button"
                    className={styles.way}
                    aria-pressed={isShown(way.picks)}
                    onClick={() => dryRun.choose(way.picks)}
                  >
                    <span>{wayWords(all.decisions, way, name)}</span>
                    <small>{outcomeWords(way.simulation)}</small>
                  </button>
                </li>
              );
            }}
          />
        </div>
      </div>
    </section>
  );
}

// All ways the plan on the table can go, worked out a way at a time while the page stays alive.

class NoLongerWanted extends Error {}

/** null while it is worked out. */
function useAllWays({ options, results }: Pick<DryRun, 'options' | 'results'>): AllWays | null {
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const [all, setAll] = useState<AllWays | null>(null);
  useEffect(() => {
    let wanted = true;
    setAll(null);
    const between = async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (!wanted) throw new NoLongerWanted();
    };
    simulateAll(plan, catalogue, { ...options, results, between }).then(
      (played) => {
        if (wanted) setAll(played);
      },
      (error: unknown) => {
        if (!(error instanceof NoLongerWanted)) throw error;
      },
    );
    return () => {
      wanted = false;
    };
  }, [plan, catalogue, options, results]);
  return all;
}

/** All ways a plan can go (L-82): which calls run always, sometimes or never, and each way to look at. */

import { coverageOf, extentWords } from '../../simulate/coverage.ts';
import { useServices } from '../services.ts';
import styles from './AllWaysPanel.module.css';
import { useAllWays } from './use-all-ways.ts';
import type { DryRun } from './use-dry-run.ts';
import { outcomeWords, wayWords } from './way-words.ts';

interface AllWaysPanelProps {
  dryRun: DryRun;
  name: (call: string) => string;
}

export default function AllWaysPanel({ dryRun, name }: AllWaysPanelProps) {
  const { session } = useServices();
  const all = useAllWays(dryRun);
  if (!all) {
    return (
      <p className={styles.extent} role="status">
        Playing every way…
      </p>
    );
  }
  const { decisions, picks } = dryRun;
  const isShown = (way: readonly number[]) => decisions.every((_, at) => (picks[at] ?? 0) === (way[at] ?? 0));
  return (
    <section aria-label="All ways">
      <p className={styles.extent} role="status">
        {extentWords(all)}
      </p>
      <div className={styles.columns}>
        <div>
          <h3 className={styles.title}>What runs</h3>
          <ul className={styles.list}>
            {coverageOf(all).map(({ call, ran, of, words }) => (
              <li key={call}>
                <button
                  type="button"
                  className={styles.line}
                  data-runs={ran === 0 ? 'never' : ran === of ? 'always' : 'sometimes'}
                  onClick={() => session.actions.select([call])}
                >
                  <span className={styles.name}>{name(call)}</span>
                  <meter className={styles.meter} min={0} max={of} value={ran} aria-hidden />
                  <span className={styles.words}>{words}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className={styles.title}>Ways – choose one to see it</h3>
          <ul className={styles.list}>
            {all.ways.map((way) => (
              <li key={way.picks.join()}>
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
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

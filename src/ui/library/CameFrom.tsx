/** Says of a run from outside, or of one whose plan is, that it is (L-74). Nothing where both were made here. */

import { rowOf } from '../../stores/run-row.ts';
import { useRuns } from '../services.ts';
import styles from './CameFrom.module.css';
import { cameFrom } from './run-words.ts';

/** @param runId of a sub-run too: it came with the run above it */
export function CameFrom({ runId }: { runId: string }) {
  const row = useRuns(({ list }) => rowOf(list, runId));
  const words = row ? cameFrom(row) : null;
  return words === null ? null : (
    <p className={styles.came} data-foreign={row?.origin ? true : undefined} title={words}>
      <bdi>{words}</bdi>
    </p>
  );
}

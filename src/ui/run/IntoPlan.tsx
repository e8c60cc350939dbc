/** Under the banner of a run that is over: what it changed of its plan and the plan on the table has not, and the way to have it. */

import { useMemo } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { runChange } from '../../stores/run-change.ts';
import { isTheirs } from '../../stores/run-row.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useDocument, useRuns, useServices } from '../services.ts';
import { changeTitle } from '../words.ts';
import { causeOf } from './cause-words.ts';
import styles from './RunNote.module.css';

export function IntoPlan({ run }: { run: ShownRun }) {
  const { document, planning } = useServices();
  const known = useRuns((state) => state.known);
  // Records of the runs that it goes on from come later.
  const turn = useRuns((state) => state.turn);
  const theirs = useRuns(({ list }) => isTheirs(list, run.runId));
  const table = useDocument((state) => state.plan);
  const isChecked = useDocument((state) => state.isChecked);
  const talk = useDocument((state) => state.talk);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is the same; the turn says that a run is another.
  const change = useMemo(() => runChange(run, known), [run, known, turn]);
  const isLacking = useMemo(
    () =>
      change !== null &&
      change.after.id === table.id &&
      isChecked &&
      document.actions.lacks(change.before ?? table, change.after),
    [document, change, table, isChecked],
  );
  if (!change || !isLacking || theirs) return null;
  const { text: sentence, isSaid } = causeOf(change, talk);
  return (
    <div role="status" className={styles.place}>
      <p className={styles.note} data-hold="over">
        <span className={styles.words}>
          {visible(changeTitle({ sentence, ofRun: { isSaid } }))} is not in the plan.
          {change.grown ? ' There its calls all stand in it: it goes on by itself no more.' : ''}
        </span>
        <Button tone="primary" onClick={() => planning.offerFromRun(run.runId)}>
          Put it in the plan…
        </Button>
      </p>
    </div>
  );
}

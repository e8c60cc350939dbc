/** Says that the canvas shows a moment of the past, and which; nobody may take it for what goes on now. */

import { History } from 'lucide-react';
import { Suspense } from 'react';
import { CameFrom } from '../library/CameFrom.tsx';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { useOpenRun, useRuns, useServices } from '../services.ts';
import { counted, duration } from '../words.ts';
import styles from './MomentBanner.module.css';

const ListBar = late(() =>
  import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.ListBar })),
);

export default function MomentBanner() {
  const { runs } = useServices();
  const run = useOpenRun();
  const moment = useRuns((state) => state.moment);
  if (!run || !moment) return null;
  const first = run.events[0];
  const last = run.events[moment.position - 1];
  const passed = first && last ? duration(Math.max(0, last.time - first.time)) : null;
  const after = run.position - moment.position;
  return (
    <>
      <div className={styles.veil} aria-hidden />
      <div className={styles.banner}>
        <p className={styles.text}>
          <History size={14} aria-hidden />
          <strong>Looking back</strong>
          <span>
            {passed === null ? 'before it began' : `${passed} into the run`}, {counted(after, 'event')} before
            now
          </span>
        </p>
        <CameFrom runId={run.runId} />
        <Button tone="quiet" onClick={() => runs.actions.lookAt(run.runId, null)}>
          Back to now
        </Button>
      </div>
      {run.state.instances.length > 0 ? (
        <Suspense fallback={null}>
          <ListBar />
        </Suspense>
      ) : null}
    </>
  );
}

/** The run's state: every path, its value, and the calls that wrote it. */

import { writtenPaths } from '../../run/written-paths.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useInstance } from '../over-list/use-instance.ts';
import { Empty } from '../parts/Empty.tsx';
import { deferred, type OfRun } from './deferred.tsx';
import { StateTable } from './StateTable.tsx';

export default deferred(function StatePanel({ run }: OfRun) {
  if (!run)
    return <Empty>A run's memory appears here: each path, its value, and the call that wrote it.</Empty>;
  return <Written run={run} />;
});

function Written({ run }: { run: ShownRun }) {
  const instance = useInstance(run);
  const all = writtenPaths(run.state);
  // What stands there for all is each one's as well.
  const paths =
    instance === null
      ? all
      : all.filter(({ root }) => !root.includes('/') || root.startsWith(`${instance}/`));
  if (paths.length === 0)
    return (
      <Empty>
        {instance === null ? 'Nothing has been written yet.' : 'This instance has written nothing yet.'}
      </Empty>
    );
  return <StateTable key={`${run.runId} ${instance ?? ''}`} run={run} paths={paths} />;
}

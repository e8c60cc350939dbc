/** The run's state: every path, its value, and the calls that wrote it. */

import { writtenPaths } from '../../run/written-paths.ts';
import { Empty } from '../parts/Empty.tsx';
import { deferred, type OfRun } from './deferred.tsx';
import { StateTable } from './StateTable.tsx';

export default deferred(function StatePanel({ run }: OfRun) {
  if (!run)
    return <Empty>A run's memory appears here: each path, its value, and the call that wrote it.</Empty>;
  const paths = writtenPaths(run.state);
  if (paths.length === 0) return <Empty>Nothing has been written yet.</Empty>;
  return <StateTable key={run.runId} run={run} paths={paths} />;
});

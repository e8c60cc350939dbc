/** An event from what it tells: with its run, its number and its time. */

import type { RunEvent, RunEventBody } from './events.ts';
import type { RunState } from './state.ts';

/** The event that comes next in the run's journal. @param time ms */
export const stamped = ({ runId, seq }: RunState, body: RunEventBody, time: number): RunEvent => ({
  ...body,
  runId,
  seq: seq + 1,
  time,
});

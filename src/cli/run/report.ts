/** What came of a run (L-45), for a machine and for a person. */

import type { Json } from '../../lib/json.ts';
import { attemptsOf } from '../../run/attempt-log.ts';
import type { RunEvent } from '../../run/events.ts';
import type { RunState } from '../../run/state.ts';
import { callViews, openQuestions, runStatus, stateValues } from '../../run/view.ts';
import type { ExitCode, Terminal } from '../command.ts';
import { wordsFor } from './ask-person.ts';

/** `stopped`: let go of before it ended, with nothing to wait for but another start. */
export function statusOf(state: RunState): string {
  const status = runStatus(state);
  return status === 'running' || status === 'new' ? 'stopped' : status;
}

export const exitCodeOf = (state: RunState): ExitCode => (state.status === 'completed' ? 0 : 1);

export function reportOf(state: RunState, events: readonly RunEvent[]) {
  const calls: Record<string, Json> = {};
  for (const { id, status, attempt, failure, value } of callViews(state)) {
    calls[id] = {
      status,
      attempts: attempt,
      ...(value === undefined ? {} : { value }),
      ...(failure === null || status === 'completed' ? {} : { failure: { ...failure } }),
    };
  }
  return {
    runId: state.runId,
    status: statusOf(state),
    reason: state.reason,
    output: state.output,
    state: stateValues(state),
    calls,
    questions: openQuestions(state).map((question) => ({ ...question, words: wordsFor(state, question) })),
    history: attemptsOf(state.history),
    memoized: state.memoized,
    revisions: state.revision,
    events,
  };
}

export function sayReport(terminal: Terminal, state: RunState, journal: string | undefined): void {
  const status = statusOf(state);
  if (state.output !== null) terminal.out(`${JSON.stringify(state.output, null, 2)}\n`);
  for (const { id, status: own, failure } of callViews(state)) {
    if (own === 'failed') terminal.err(`${id} failed (${failure?.code}): ${failure?.message}`);
  }
  terminal.err(`${status.replaceAll('_', ' ')}${state.reason === null ? '' : ` (${state.reason})`}`);
  for (const question of openQuestions(state)) terminal.err(wordsFor(state, question));
  if (status !== 'waiting' && status !== 'stopped') return;
  terminal.err(
    journal === undefined
      ? 'Nothing of this run is kept. Name a folder with --journal to go on where a run stopped.'
      : `The run goes on when the same command is given again, with --journal ${journal}${status === 'waiting' ? ', in a terminal where it can ask' : ''}.`,
  );
}

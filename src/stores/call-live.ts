/** What a card shows of its call in a run: one short object, the same one until the call shows something else. */

import { intAt } from '../lib/columns.ts';
import { MOST_TURNS } from '../plan/goes-on.ts';
import { type CallCounts, callCounts } from '../run/call-counts.ts';
import type { CallStatus, Failure } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import { seenDetail } from '../run/step-table.ts';
import { isTickDue } from '../run/tick.ts';
import { type Outside, takesUnproven } from '../run/unproven.ts';
import { type ValueHead, valueHead } from '../run/value-head.ts';
import { attemptsAt, callStatus, isDoneByHand, runStatus } from '../run/view.ts';
import type { RunsState } from './runs.ts';
import { previewOf } from './value-preview.ts';

/** One call of a run or a dry run, as its card shows it. */
export interface CallLive {
  readonly status: CallStatus;
  /** From 1; shown from the second attempt on. */
  readonly attempt?: number;
  /** The message of the failure, a sentence. */
  readonly failure?: string;
  /** The returned value in one short line. */
  readonly valuePreview?: string;
  /** And as a card shows it. */
  readonly head?: ValueHead;
  /** It lies outside the part of the plan that is run (L-76). */
  readonly apart?: true;
  /** A person did it in its place (L-41). */
  readonly byHand?: true;
  /** Its value may come from a run of another device (L-74). */
  readonly unproven?: true;
  /** Index of the alternative that a branching call took. */
  readonly branch?: number;
  /** Over instances: how they stand, counted (L-55). */
  readonly counts?: { readonly words: string; readonly failed: number };
  /** Where the plan below it that is made as it goes on stands; absent for any other call. */
  readonly turn?: TurnLive;
}

/** The turn of an agent's model that is under way (L-56), from 1, of so many at most. */
export interface TurnLive {
  readonly now: number;
  readonly of: number;
  /** A call of it waits for a person, and nothing else goes on. */
  readonly waits: boolean;
}

/** All runs that are known, and those of them that may ask a person. */
export type Below = Pick<RunsState, 'known' | 'asking'>;

/** A card's object with what it was made of: comparing these is cheaper than making it again. */
export interface KeptLive {
  readonly live: CallLive;
  readonly value: unknown;
  readonly failure: Failure | null;
  readonly attempt: number;
  readonly branch: number;
}

/**
 * How a call of the plan stands, of all instances by its id, of one by `id@LABEL`; undefined for a call that is not in this run.
 * @param before what was made last of the same call
 * @param below asked for calls that are at work alone, for there may be thousands of runs
 */
export function callLive(
  state: RunState,
  name: string,
  before?: KeptLive,
  outside?: Outside,
  below?: () => Below | undefined,
): KeptLive | undefined {
  const { index } = state.program;
  // What is there once for all is each instance's as well (L-50).
  const id = index.has(name) || !name.includes('@') ? name : onceFor(state, name);
  const step = index.get(id);
  const own = callStatus(state, id);
  if (own === undefined) return undefined;
  // Of an agent that failed its last turn stays.
  const runs = own === 'in_progress' || own === 'failed' ? below?.() : undefined;
  const turn = runs && turnIn(madeBelow(state, id, runs, own === 'failed'), before?.live.turn);
  // What it waits for is asked below it, by a call at any depth.
  const status = own !== 'failed' && runs && !turn && isAskedBelow(state, id, runs) ? 'waiting' : own;
  // Over instances there is no one attempt or value: the status, and how many stand how, say all there is.
  if (step === undefined) {
    const counts = callCounts(state, id);
    const words = counts && countsWords(counts);
    if (before?.live.status === status && before.live.counts?.words === words) return before;
    const live: CallLive = {
      status,
      ...(counts && words ? { counts: { words, failed: counts.failed } } : {}),
    };
    return { live, value: undefined, failure: null, attempt: 0, branch: 0 };
  }
  const { steps } = state;
  const isDone = status === 'completed';
  const value = isDone ? steps.value[step] : undefined;
  const failure = isDone ? null : seenDetail(steps, step).failure;
  const attempt = intAt(steps.attempt, step);
  const branch = intAt(steps.branch, step);
  const unproven = value !== undefined && takesUnproven(state, id, outside) ? true : undefined;
  if (
    before?.live.status === status &&
    before.value === value &&
    before.failure === failure &&
    before.attempt === attempt &&
    before.branch === branch &&
    before.live.unproven === unproven &&
    before.live.turn === turn
  )
    return before;
  const isApart = seenDetail(steps, step).skippedFor?.because === 'not-in-part';
  const live: CallLive = {
    status,
    ...(isApart ? { apart: true } : {}),
    ...(attempt > 0 ? { attempt } : {}),
    ...(failure ? { failure: failure.message } : {}),
    ...(value === undefined ? {} : { valuePreview: previewOf(value), head: valueHead(value) }),
    ...(isDone && isByHand(state, step) ? { byHand: true } : {}),
    ...(unproven ? { unproven } : {}),
    ...(isDone ? { branch } : {}),
    ...(turn ? { turn } : {}),
  };
  return { live, value, failure, attempt, branch };
}

const isByHand = (state: RunState, step: number): boolean => {
  const { via } = seenDetail(state.steps, step);
  return via === 'person' && isDoneByHand({ via, attempts: attemptsAt(state, step) });
};

/** “412 of 500 · 3 failed” (L-55) */
const countsWords = ({ of, ended, failed }: CallCounts): string =>
  `${ended.toLocaleString('en')} of ${of.toLocaleString('en')}${failed > 0 ? ` · ${failed.toLocaleString('en')} failed` : ''}`;

/** Of `id@LABEL` the id, where the call is there once for all; what no call is called, where it is none of that instance's. */
const onceFor = ({ program }: RunState, name: string): string => {
  const id = name.slice(0, name.indexOf('@'));
  return program.index.has(id) ? id : name;
};

/** The run that a call is just now done by, or was by which it failed. */
const madeBelow = (
  { runId }: RunState,
  call: string,
  { known }: Below,
  hasFailed: boolean,
): RunState | undefined =>
  [...known.values()].findLast(
    ({ state: { parent, status } }) =>
      (hasFailed || status === 'running') &&
      parent?.call === call &&
      parent.runId === runId &&
      parent.index === undefined,
  )?.state;

function isAskedBelow({ runId }: RunState, call: string, { known, asking }: Below): boolean {
  return [...asking].some((id) => {
    let run = known.get(id);
    // One that has ended asks of a write in doubt, which nothing waits for.
    if (run?.state.status !== 'running') return false;
    while (run?.state.parent && run.state.parent.runId !== runId) run = known.get(run.state.parent.runId);
    return run?.state.parent?.call === call;
  });
}

/** Its planner is asked for the next one as soon as a turn's calls have ended. The same object until another stands. */
function turnIn(below: RunState | undefined, before: TurnLive | undefined): TurnLive | undefined {
  if (!below) return undefined;
  const { turnsTaken, streaming, policy } = below;
  const isAsked = isTickDue(below) || streaming !== null;
  if (turnsTaken === 0 && !isAsked) return undefined;
  const now = turnsTaken + (isAsked ? 1 : 0);
  const of = policy.maxTurns ?? MOST_TURNS;
  const waits = runStatus(below) === 'waiting';
  return before?.now === now && before.of === of && before.waits === waits ? before : { now, of, waits };
}

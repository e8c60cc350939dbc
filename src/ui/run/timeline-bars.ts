/** Attempts as bars on one scale of time. Fractions of the whole, so that nothing here knows pixels. */

import { itemAt, numberAt } from '../../lib/columns.ts';
import { NOT_BEGUN } from '../../run/attempt-log.ts';
import type { RunState } from '../../run/state.ts';
import type { StepTable } from '../../run/step-table.ts';
import type { Step } from '../../run/steps.ts';
import { type AttemptView, attemptsAt } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';

interface Bar extends Pick<AttemptView, 'attempt' | 'outcome'> {
  /** 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly ms: number;
}

export interface BarRow {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  readonly bars: readonly Bar[];
}

export interface Timeline {
  readonly rows: number;
  /** When each that has started did so first, ms since the run began: those rows come first. */
  readonly starts: readonly number[];
  /** In order of first start; calls that never started are last. Made when it is asked for. */
  row(at: number): BarRow;
  readonly totalMs: number;
}

/** Steps in order of first start, as far as they have started; taken on from where it stood at the last look. */
interface Started {
  readonly order: number[];
  /** When, ms. */
  readonly firsts: number[];
  readonly known: Uint8Array;
  at: number;
}

const starts = new WeakMap<StepTable, Started>();

function startedSteps(state: RunState): Started {
  const { steps } = state;
  const own = starts.get(steps) ?? { order: [], firsts: [], known: new Uint8Array(steps.size), at: -1 };
  starts.set(steps, own);
  if (own.at === state.seq) return own;
  own.at = state.seq;
  const news: { readonly step: number; readonly first: number }[] = [];
  for (let step = 0; step < steps.size; step++) {
    if (own.known[step] === 1) continue;
    if (steps.lastAttempt[step] === -1 && steps.begunAt[step] === NOT_BEGUN) continue;
    const [first] = attemptsAt(state, step);
    if (!first) continue;
    own.known[step] = 1;
    news.push({ step, first: first.startedAt });
  }
  news.sort((a, b) => a.first - b.first);
  for (const { step, first } of news) {
    own.order.push(step);
    own.firsts.push(first);
  }
  return own;
}

/** The steps that one instance has a part in: its own, and those that are there once for all. */
function ofInstance(
  { order, firsts, known }: Started,
  { program }: RunState,
  label: string,
): Omit<Started, 'at'> {
  const isIts = ({ instance }: Step): boolean => instance === null || instance === label;
  const own = program.steps.filter(isIts);
  const rest = own.filter(({ index }) => known[index] === 0).map(({ index }) => index);
  const places = [...order.keys()].filter((at) => isIts(itemAt(program.steps, itemAt(order, at))));
  return {
    order: [...places.map((at) => itemAt(order, at)), ...rest],
    firsts: places.map((at) => itemAt(firsts, at)),
    known,
  };
}

/** @param now the end of what still runs, ms. @param label of an instance whose rows alone are wanted */
export function timelineOf(state: RunState, now: number, label: string | null = null): Timeline {
  const started = startedSteps(state);
  const { order, firsts, known } = label === null ? started : ofInstance(started, state, label);
  const { steps } = state.program;
  const start = state.startedAt;
  const end = isOver(state) ? state.endedAt : Math.max(now, start + 1);
  const totalMs = Math.max(1, end - start);
  const at = (time: number): number => Math.min(1, Math.max(0, (time - start) / totalMs));
  /** Those that have not started, in plan order, as far as they were asked for. */
  const rest: number[] = [];
  let looked = 0;
  const unstarted = (place: number): number => {
    for (; rest.length <= place && looked < steps.length; looked++)
      if (known[looked] === 0) rest.push(looked);
    return numberAt(rest, place);
  };
  return {
    rows: label === null ? steps.length : order.length,
    totalMs,
    starts: firsts.map((first) => Math.max(0, first - start)),
    row: (place) => {
      const step = order[place] ?? unstarted(place - order.length);
      // The clock of the screen may stand behind what began last.
      const bars = attemptsAt(state, step).map(({ attempt, startedAt, endedAt = end, ...how }): Bar => {
        return {
          attempt,
          from: at(startedAt),
          to: at(endedAt),
          // What a person stopped has not failed.
          outcome: how.failure?.by === 'person' ? 'interrupted' : how.outcome,
          ms: Math.max(0, endedAt - startedAt),
        };
      });
      return { call: itemAt(steps, step).id, bars };
    },
  };
}

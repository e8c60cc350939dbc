/** A run's record on one stretch from 0 to 1: where each event stands, and what is worth a mark. Knows no screen. */

import type { RunEvent } from '../../run/events.ts';

/**
 * A wait longer than this counts no more: a run that waited a night for its person would be a night on the axis, and
 * everything it did two specks at its ends.
 */
const LONGEST_GAP_MS = 2000;

/**
 * Where each event stands: half by its place in the order, half by its time. By time alone, a thousand events of one
 * millisecond could not be told apart; by order alone, nobody would see what took long.
 * @returns one place an event, from 0 to 1, each after the one before
 */
export function axisOf(events: readonly Pick<RunEvent, 'time'>[]): Float64Array {
  const places = new Float64Array(events.length);
  let total = 0;
  events.forEach(({ time }, at) => {
    if (at > 0) total += Math.min(LONGEST_GAP_MS, Math.max(0, time - events[at - 1]!.time));
    places[at] = total;
  });
  const last = events.length - 1;
  for (let at = 0; at <= last; at++) {
    const byOrder = last === 0 ? 1 : at / last;
    places[at] = total === 0 ? byOrder : (byOrder + places[at]! / total) / 2;
  }
  return places;
}

/** How many events stand at or before a place on the axis. */
export function positionAt(axis: Float64Array, place: number): number {
  let low = 0;
  let high = axis.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (axis[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the moment after that many events; 0 before the first. */
export const placeOf = (axis: Float64Array, position: number): number =>
  position <= 0 ? 0 : (axis[Math.min(position, axis.length) - 1] ?? 0);

export type MarkKind = 'failure' | 'question' | 'resume';

export interface Mark {
  readonly kind: MarkKind;
  /** How many events have happened once it has. */
  readonly position: number;
}

const NO_QUESTION: ReadonlySet<string> = new Set(['retry', 'time', 'child']);

const markOf = (event: RunEvent): MarkKind | null => {
  switch (event.type) {
    case 'plan_step_failed':
      return 'failure';
    case 'plan_step_waiting':
      return NO_QUESTION.has(event.kind) ? null : 'question';
    case 'plan.draft':
      return 'question';
    case 'plan_run_interrupted':
    case 'plan_resumed_from':
      return 'resume';
    default:
      return null;
  }
};

/** The moments a person looks for first: failures, questions, and where the run was taken up again. */
export const marksOf = (events: readonly RunEvent[]): readonly Mark[] =>
  events.flatMap((event, at) => {
    const kind = markOf(event);
    return kind === null ? [] : [{ kind, position: at + 1 }];
  });

/** The next mark in a direction; where there is none, a tenth of the record further. */
export function nextMark(
  marks: readonly Mark[],
  position: number,
  direction: 1 | -1,
  events: number,
): number {
  const found =
    direction === 1
      ? marks.find((mark) => mark.position > position)
      : marks.findLast((mark) => mark.position < position);
  const tenth = Math.max(1, Math.round(events / 10));
  return found?.position ?? Math.min(events, Math.max(0, position + direction * tenth));
}

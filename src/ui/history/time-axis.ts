/** A run's record on one stretch from 0 to 1: where each event stands, and what is worth a mark. Knows no screen. */

import { itemAt, numberAt } from '../../lib/columns.ts';
import { ASKS_NOBODY } from '../../run/decision.ts';
import type { RunEvent } from '../../run/events.ts';

/**
 * A wait longer than this counts no more: a run that waited a night for its person would be a night on the axis, and
 * everything it did two specks at its ends.
 */
const LONGEST_GAP_MS = 2000;

/** The places of a record's events, each worked out when it is asked for: all of them move with every new event. */
export interface Axis {
  /** How many events stand on it. */
  readonly length: number;
  /** Milliseconds that count, from the first event to each; the list goes on growing. */
  readonly passed: readonly number[];
}

/**
 * Where each event stands: half by its place in the order, half by its time. By time alone, a thousand events of one
 * millisecond could not be told apart; by order alone, nobody would see what took long.
 * @param events a record that only grows: what is known of its beginning is kept
 * @param length how many of them are to stand on the axis
 */
export function axisOf(events: readonly Pick<RunEvent, 'time'>[], length = events.length): Axis {
  const { passed } = keptOf(events);
  for (let at = passed.length; at < length; at++) {
    const gap =
      at === 0
        ? 0
        : Math.min(LONGEST_GAP_MS, Math.max(0, itemAt(events, at).time - itemAt(events, at - 1).time));
    passed.push((passed[at - 1] ?? 0) + gap);
  }
  return { length, passed };
}

interface Kept {
  readonly passed: number[];
  readonly marks: Mark[];
  /** Events that were looked at for marks. */
  marked: number;
}

const kept = new WeakMap<object, Kept>();

function keptOf(events: readonly unknown[]): Kept {
  let own = kept.get(events);
  if (!own) {
    own = { passed: [], marks: [], marked: 0 };
    kept.set(events, own);
  }
  return own;
}

/** How many events stand at or before a place on the axis. */
export function positionAt(axis: Axis, place: number): number {
  let low = 0;
  let high = axis.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(axis, middle + 1) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the moment after that many events, from 0 to 1; 0 before the first. */
export function placeOf({ length, passed }: Axis, position: number): number {
  if (position <= 0 || length === 0) return 0;
  const last = length - 1;
  const at = Math.min(position - 1, last);
  const byOrder = last === 0 ? 1 : at / last;
  const total = numberAt(passed, last);
  return total === 0 ? byOrder : (byOrder + numberAt(passed, at) / total) / 2;
}

type MarkKind = 'failure' | 'question' | 'resume' | 'turn';

export interface Mark {
  readonly kind: MarkKind;
  /** How many events have happened once it has. */
  readonly position: number;
}

const markOf = (event: RunEvent): MarkKind | null => {
  switch (event.type) {
    case 'plan_step_failed':
      // What a person stopped has not failed: the question that follows has its mark.
      return event.by === 'person' ? null : 'failure';
    case 'plan_step_waiting':
      return ASKS_NOBODY.has(event.kind) ? null : 'question';
    case 'plan.draft':
      return 'question';
    case 'plan_turn':
      return 'turn';
    case 'plan_run_interrupted':
    case 'plan_resumed_from':
      return 'resume';
    default:
      return null;
  }
};

/**
 * The moments a person looks for first: failures, questions, turns of a plan that goes on, and where the run was taken up again. The same list each
 * time for the same record: it only grows.
 */
export function marksOf(events: readonly RunEvent[], length = events.length): readonly Mark[] {
  const own = keptOf(events);
  for (; own.marked < length; own.marked++) {
    const kind = markOf(itemAt(events, own.marked));
    if (kind !== null) own.marks.push({ kind, position: own.marked + 1 });
  }
  return own.marks;
}

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

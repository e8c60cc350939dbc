/** How long runs are kept, as the choices a person is offered, and which runs a choice lets go. Knows no store. */

import type { RunSummary } from '../../stores/ports.ts';
import type { Retention } from '../../stores/settings.ts';

export const RETENTION_CHOICES: readonly {
  readonly name: string;
  readonly words: string;
  readonly retention: Retention;
}[] = [
  { name: 'for-ever', words: 'For ever', retention: { kind: 'for-ever' } },
  { name: 'days-365', words: 'For a year', retention: { kind: 'days', days: 365 } },
  { name: 'days-90', words: 'For 90 days', retention: { kind: 'days', days: 90 } },
  { name: 'days-30', words: 'For 30 days', retention: { kind: 'days', days: 30 } },
  { name: 'last', words: 'Only the newest', retention: { kind: 'last', runs: 100 } },
];

/** The name of the choice that a retention is; the nearest longer one where it is none of them. */
export function choiceOf(retention: Retention): string {
  if (retention.kind !== 'days') return retention.kind;
  const days = RETENTION_CHOICES.flatMap((choice) =>
    choice.retention.kind === 'days' && choice.retention.days >= retention.days ? [choice] : [],
  );
  return days.at(-1)?.name ?? 'days-365';
}

const DAY_MS = 86_400_000;

const isOver = (run: RunSummary): boolean => run.status !== 'running' && run.status !== 'waiting';

/**
 * Runs that ended before this moment (ms since the epoch) are let go; null where all are kept. A run that goes on is
 * never let go, and does not count among the newest that are kept.
 * @param runs every run on this device
 */
export function keptSince(retention: Retention, runs: readonly RunSummary[], now: number): number | null {
  switch (retention.kind) {
    case 'for-ever':
      return null;
    case 'days':
      return now - retention.days * DAY_MS;
    case 'last': {
      const ends = runs.filter(isOver).map(endOf);
      ends.sort((a, b) => b - a);
      const oldest = ends[retention.runs - 1];
      return ends.length > retention.runs && oldest !== undefined ? oldest : null;
    }
  }
}

/** A run of an older version has no end in the list: it ended no earlier than it began. */
const endOf = (run: RunSummary): number => run.endedAt ?? run.startedAt;

/** The runs that a tidying under this retention deletes: none whose writes nobody has settled, for only its record knows of them (L-41). */
export function letGo(retention: Retention, runs: readonly RunSummary[], now: number): readonly RunSummary[] {
  const since = keptSince(retention, runs, now);
  return since === null ? [] : runs.filter((run) => isOver(run) && !run.doubts && endOf(run) < since);
}

/** The plans that a run went by, from its events: as it was signed, and what its replans made of it. Knows no store. */

import type { Plan } from '../plan/document.ts';
import type { RunEvent } from './events.ts';

type Commit = Extract<RunEvent, { type: 'plan.commit' }>;

/** What it began with. */
export const firstCommit = (events: readonly RunEvent[]): Commit | undefined =>
  events.find((event) => event.type === 'plan.commit');

/** One of them. */
export interface RunPlan {
  /** Within the run, from 1. */
  readonly revision: number;
  readonly plan: Plan;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The model that wrote it in the course of the run; a person, where they did; absent of the first, and of other planners. */
  readonly by?: { readonly model: string } | 'person';
}

/** In the order in which they came. */
export function runPlansOf(events: readonly RunEvent[]): readonly RunPlan[] {
  const plans: RunPlan[] = [];
  const drafts = new Map<number, RunPlan['by']>();
  for (const event of events) {
    if (event.type === 'plan.draft')
      drafts.set(
        event.revision,
        event.by === 'person' ? 'person' : event.from === undefined ? undefined : { model: event.from },
      );
    if (event.type !== 'plan.commit') continue;
    const { revision, plan, time: at } = event;
    const by = drafts.get(revision);
    plans.push({ revision, plan, at, ...(by === undefined ? {} : { by }) });
  }
  return plans;
}

/** What is known of a run from outside: what the page was told is durable, and the fold of it. Asks nobody anything. */

import type { RunEvent } from '../../../src/run/events.ts';
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import type { RunState } from '../../../src/run/state.ts';
import { callViews } from '../../../src/run/view.ts';
import { setting } from './random-plan.ts';

export class FollowedRun {
  /** Events the page was told are durable, as they were told. */
  readonly told: RunEvent[] = [];
  readonly #known = new Map<number, RunEvent>();
  #state: RunState;
  readonly runId: string;

  constructor(runId: string) {
    this.runId = runId;
    this.#state = newRun(runId, setting);
  }

  get state(): RunState {
    return this.#state;
  }

  /** Something between was durable, and whoever made it so died before it could tell. */
  get hasGap(): boolean {
    return this.#known.size > 0;
  }

  get isEnded(): boolean {
    return this.#state.status !== 'new' && this.#state.status !== 'running';
  }

  /** Where it stands, for whoever wonders why it does not go on. */
  says(): string {
    const open = callViews(this.#state)
      .filter(({ endedAt }) => endedAt === 0)
      .map(({ id, status, waiting }) => `${id} ${status}${waiting === null ? '' : ` for ${waiting}`}`);
    const last = this.told.at(-1);
    return `at event ${this.#state.seq} (${last?.type}): ${open.join(', ')}`;
  }

  hear(events: readonly RunEvent[]): void {
    this.told.push(...events);
    this.#learn(events);
  }

  /** What the journal holds: also what was durable in the moment of a kill, and nobody was told. */
  read(journal: readonly RunEvent[]): void {
    this.#learn(journal.filter(({ runId }) => runId === this.runId));
  }

  /** Folded in order; what comes early waits for what is before it. */
  #learn(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (event.seq > this.#state.seq) this.#known.set(event.seq, event);
    }
    for (let next = this.#known.get(this.#state.seq + 1); next; next = this.#known.get(this.#state.seq + 1)) {
      this.#known.delete(next.seq);
      this.#state = evolve(this.#state, next);
    }
  }
}

/** A journal folded from its beginning. */
export const foldOf = (runId: string, journal: readonly RunEvent[]): RunState =>
  journal.reduce(evolve, newRun(runId, setting));

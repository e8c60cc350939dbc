/** What a timeline says beside its bars: the turns of a plan that goes on, and where its run was cut off and gone on with. No pixels. */

import { cut } from '../../lib/cut-text.ts';
import type { RunEvent } from '../../run/events.ts';
import { journalLine } from './journal-line.ts';

export interface Moment {
  readonly kind: 'turn' | 'resume';
  /** Milliseconds since the run began. */
  readonly ms: number;
  readonly text: string;
}

/** Code points of what is said at one; all of it is in the journal. */
const MOST = 160;

/**
 * In order. Of a run that was cut off the sentence of its going on, which says what that saved.
 * @param name how a call is called, @param length how many of the events have happened
 */
export function momentsOf(
  events: readonly RunEvent[],
  length: number,
  startedAt: number,
  name: (call: string) => string,
): readonly Moment[] {
  const moments: Moment[] = [];
  for (const event of events.slice(0, length)) {
    if (!WORTH.has(event.type)) continue;
    const kind = event.type === 'plan_turn' ? 'turn' : 'resume';
    const said = event.type === 'plan_run_interrupted' ? 'Cut off here.' : journalLine(event, name).text;
    // What going on saved is said with it; who runs it again from a call cut it off themselves.
    const follows = event.type === 'plan_resumed' || event.type === 'plan_resumed_from';
    const before = follows && moments.at(-1)?.kind === 'resume' ? moments.pop() : undefined;
    const text = cut(before && event.type === 'plan_resumed' ? `${before.text} ${said}` : said, MOST);
    moments.push({ kind, ms: Math.max(0, event.time - startedAt), text });
  }
  return moments;
}

const WORTH: ReadonlySet<string> = new Set([
  ...['plan_turn', 'plan_run_interrupted', 'plan_resumed', 'plan_resumed_from'],
]);

/** What was said while a plan was made: kept beside the plan, no part of it and never signed. */

import { jsonEquals } from '../lib/json.ts';
import type { Remedy } from './draft-event.ts';

/** What can be done about a planner that made nothing: what it says itself, or the offline planner in its place. */
export type WayOn = Exclude<Remedy, 'other-words'> | 'offline';

/** One line of it. */
export interface Said {
  readonly from: 'person' | 'planner' | 'obelus';
  readonly text: string;
  readonly tone: 'plain' | 'warning' | 'danger';
  /** Ways on that stand beside it. */
  readonly ways?: readonly WayOn[];
  /** What the person had said that this came of, and the calls that it brought or changed. */
  readonly about?: string;
  readonly calls?: readonly string[];
  /** When it was said, ms. */
  readonly at: number;
}

/** A line of it as a planner is told. */
export type SaidBefore = Pick<Said, 'from' | 'text'>;

/** How a call of a run stands, as a planner is told beside it: never what it came to. */
export interface StandingCall {
  readonly id: string;
  readonly status: string;
  readonly error?: string;
}

/** Older lines are forgotten: what a plan has become says the rest. */
const MOST = 200;

/** The lines with new ones, in the order in which they were said; a line that both have stands once. */
export function talkWith(lines: readonly Said[], more: readonly Said[]): readonly Said[] {
  const news = more.filter(
    (line) => !lines.some((one) => one.at === line.at && jsonEquals({ ...one }, { ...line })),
  );
  if (news.length === 0) return lines;
  return [...lines, ...news].sort((a, b) => a.at - b.at).slice(-MOST);
}

/** What was said while a plan was made: kept beside the plan, no part of it and never signed. */

import { jsonEquals } from '../lib/json.ts';
import type { Remedy } from './draft-event.ts';
import type { Asked } from './planning-trace.ts';

/**
 * What can be done about a planner that made nothing: what it says itself, or the offline planner in its place. `say` puts
 * what the line is about into the box again.
 */
export type WayOn = Exclude<Remedy, 'other-words'> | 'offline' | 'say';

/** One line of it. */
export interface Said {
  readonly from: 'person' | 'planner' | 'obelus';
  readonly text: string;
  /** Who said it, where it came with a plan from outside: Obelus quotes it, and it is nobody's own words here. */
  readonly elsewhere?: 'person' | 'planner' | 'obelus';
  readonly tone: 'plain' | 'warning' | 'danger';
  /** Ways on that stand beside it. */
  readonly ways?: readonly WayOn[];
  /** What the person had said that this came of, and the calls that it brought or changed. */
  readonly about?: string;
  readonly calls?: readonly string[];
  /** The run that began with it. */
  readonly run?: string;
  /** An answer that was pressed, or typed in its place: it may quote a cell, so no planner is told of it. */
  readonly answers?: true;
  /** What a model took for the sentence that this came of. */
  readonly spent?: Spent;
  /** When it was said, ms. */
  readonly at: number;
}

/** What a model took for one sentence, its repairs among it. */
export interface Spent {
  readonly ms: number;
  /** Absent where its server did not say, or names no price and was given none. */
  readonly tokens?: number;
  readonly cost?: number;
  /** Request by request what was asked, and what came of it. */
  readonly asked?: readonly Asked[];
}

/** What was said in somebody's own words: an answer that was pressed is in nobody's. */
export const inWords = (lines: readonly Said[]): readonly Said[] =>
  lines.filter(({ from, answers }) => from !== 'obelus' && !answers);

/** A line of it as a planner is told. */
export type SaidBefore = Pick<Said, 'from' | 'text'>;

/** How a call of a run stands, as a planner is told beside it: never what it came to. */
export interface StandingCall {
  readonly id: string;
  readonly status: string;
  readonly error?: string;
}

/** Older lines are forgotten, unless they count: what a plan has become says the rest. */
const MOST = 200;

/** The lines with new ones, in the order in which they were said; a line that both have stands once. */
export function talkWith(lines: readonly Said[], more: readonly Said[]): readonly Said[] {
  const news = more.filter(
    (line) => !lines.some((one) => one.at === line.at && jsonEquals({ ...one }, { ...line })),
  );
  if (news.length === 0) return lines;
  const all = [...lines, ...news].sort((a, b) => a.at - b.at);
  // A sum that shrinks as one talks on would be none.
  return all.filter(({ spent }, at) => spent !== undefined || at >= all.length - MOST);
}

/** What models took for a plan in all, and for how many sentences; `more` where one did not say its tokens, or its price. */
export interface SpentInAll extends Spent {
  readonly sentences: number;
  readonly more: { readonly tokens: boolean; readonly cost: boolean };
}

/** Summed over the first draft and every change, those that came to nothing among them; null where no model was asked. */
export function spentInAll(lines: readonly Said[]): SpentInAll | null {
  const each = lines.flatMap(({ spent }) => spent ?? []);
  if (each.length === 0) return null;
  const sum = (part: 'tokens' | 'cost') => {
    const known = each.flatMap((one) => one[part] ?? []);
    return known.length === 0 ? {} : { [part]: known.reduce((all, one) => all + one, 0) };
  };
  const isShort = (part: 'tokens' | 'cost') => each.some((one) => one[part] === undefined);
  const ms = each.reduce((all, one) => all + one.ms, 0);
  const more = { tokens: isShort('tokens'), cost: isShort('cost') };
  return { sentences: each.length, ms, ...sum('tokens'), ...sum('cost'), more };
}

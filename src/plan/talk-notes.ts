/**
 * A conversation as it travels with a plan: one of its notes (§2), written only when a person asks for it. What comes in was
 * written by a stranger: it is bounded, shown as said elsewhere, and nobody's own words here.
 */

import { cut } from '../lib/cut-text.ts';
import { isObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import type { Plan } from './document.ts';
import type { Said } from './talk.ts';

/** Lines that go along or come in, the last ones; and characters of each. */
export const MOST_LINES = 200;
const MOST_OF_A_LINE = 2000;

const KIND = 'conversation';

type Speaker = Said['from'];
const isSpeaker = (from: unknown): from is Speaker =>
  from === 'person' || from === 'planner' || from === 'obelus';

/** The lines that would go along: what asking a model took was nobody's word, and stays. */
export const talkToSend = (talk: readonly Said[]): readonly Said[] =>
  talk.filter(({ spent }) => spent === undefined).slice(-MOST_LINES);

/** The plan with what was said of it among its notes: who said it, and in which words. */
export function withTalk(plan: Plan, talk: readonly Said[]): Plan {
  const lines = talkToSend(talk).map(({ from, elsewhere, text }) => ({ from: elsewhere ?? from, text }));
  const rest = plan.notes?.filter((note) => !isTalk(note)) ?? [];
  return lines.length === 0 ? plan : { ...plan, notes: [...rest, { kind: KIND, lines }] };
}

interface Taken {
  readonly plan: Plan;
  /** Absent where nothing came; `words`: what a person is told of it. */
  readonly talk?: { readonly lines: readonly Said[]; readonly words: string };
}

/**
 * A stranger's plan and what came with it, apart: left among the notes it would go on with the next copy, unasked.
 * @param now ms; what they say of when it was said is not asked
 */
export function takeTalk(plan: Plan, now: number): Taken {
  const each = [plan, ...Object.values(plan.plans ?? {})];
  const notes = each.flatMap((one) => one.notes?.filter(isTalk) ?? []);
  if (notes.length === 0) return { plan };
  const apart = withoutTalk(plan);
  const quoted = notes
    .flatMap((note) => (Array.isArray(note.lines) ? note.lines.slice(-MOST_LINES) : []))
    .slice(-MOST_LINES)
    .flatMap(lineOf);
  const { length } = quoted;
  if (length === 0) return { plan: apart };
  const lines = quoted.map((line, at): Said => ({ ...line, at: now - length + at }));
  const words =
    length === 1
      ? 'A line of a conversation came with it, said elsewhere: nothing here vouches for what it says.'
      : `${length} lines of a conversation came with it, said elsewhere: nothing here vouches for what they say.`;
  return { plan: apart, talk: { lines, words } };
}

/** Of the plan and of those that it carries: where such a note stands in one of these, it came from outside all the same. */
function withoutTalk(plan: Plan): Plan {
  const { plans } = plan;
  const apart = notesApart(plan);
  if (plans === undefined) return apart;
  return {
    ...apart,
    plans: Object.fromEntries(Object.entries(plans).map(([name, own]) => [name, notesApart(own)])),
  };
}

function notesApart<P extends Pick<Plan, 'notes'>>(plan: P): P {
  const { notes, ...rest } = plan;
  const others = notes?.filter((note) => !isTalk(note)) ?? [];
  if (others.length === (notes?.length ?? 0)) return plan;
  return (others.length > 0 ? { ...rest, notes: others } : rest) as P;
}

const isTalk = (note: unknown): note is { readonly lines?: unknown } => isObject(note) && note.kind === KIND;

/** As Obelus quotes it: to a planner it is not told, and no key brings it back as the person's own. */
function lineOf(line: unknown): readonly Omit<Said, 'at'>[] {
  if (!isObject(line) || typeof line.text !== 'string' || !isSpeaker(line.from)) return [];
  // In one line, so that it can't look like the next one's. Cut first, and again after: a sign that is hidden becomes eight.
  const text = cut(visible(cut(line.text, MOST_OF_A_LINE)), MOST_OF_A_LINE).trim();
  return text === '' ? [] : [{ from: 'obelus', elsewhere: line.from, text, tone: 'plain' }];
}

/** Text that a clause gives whole: a question to ask, a note to keep, a name after its label. Invents no facts. */

import { isObject } from '../../lib/json.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import type { Clause } from './clauses.ts';
import { kindOf } from './kinds.ts';
import type { Field } from './schema.ts';
import { STOP_WORDS } from './stop-words.ts';
import { nameWords, stemOf } from './words.ts';

const LEAD =
  /^(?:\s|please|can you|could you|i want to|i'd like to|also|then|and|me|us|them|about|that|for|to|of|:|,)+(?!\w)/iu;

/** The rest of a clause after its verb: "a name" of "Ask me for a name". */
export function restOf(clause: Clause): string {
  let text = clause.text
    .replace(/[\s,;:.?!]+$/u, '')
    .replace(/[,\s]+(?:and|or|then)$/iu, '')
    .trim();
  text = text.replace(LEAD, '');
  const verb = clause.words[0];
  if (verb !== undefined && text.toLowerCase().startsWith(verb.text.toLowerCase())) {
    text = text.slice(verb.text.length);
  }
  return text.replace(LEAD, '').trim();
}

/** What to ask a person, from the words of the request. */
export function questionFrom(clause: Clause): string | undefined {
  const rest = restOf(clause);
  if (rest === '') return undefined;
  if (/^(?:what|which|who|when|where|why|how|whether|if|is|are|do|does|should|can)\b/iu.test(rest)) {
    return `${capital(rest.replace(/^(?:whether|if)\s+/iu, ''))}?`;
  }
  return `Please give ${rest.replace(/\bmy\b/giu, 'your')}.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const LABELLED = '\\s*(?:of|is|as|to|named|called|titled|=|:)?\\s*';
const PROPER =
  /(?<![.?!]\s|^)(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:of\s+|de\s+)?(?:\p{Lu}[\p{L}\p{N}'’-]*|\d+))*/gu;

/** A name that stands after a parameter's label, or the one proper name there is for the one text wanted. */
export function nameIn(field: Field, clause: Clause, spent: ReadonlySet<string>): string | undefined {
  if (kindOf(field) !== undefined || (field.types.length > 0 && !field.types.includes('string')))
    return undefined;
  const names = [...clause.text.matchAll(PROPER)].map((match) => ({ text: match[0], at: match.index }));
  const first = clause.text.search(/[\p{L}\p{N}]/u);
  const inValue = (at: number) =>
    clause.values.some(
      (v) => v.form !== 'number' && clause.start + at >= v.start && clause.start + at < v.end,
    );
  const free = names.filter(
    ({ text, at }) => at > first && !inValue(at) && !spent.has(text) && !STOP_WORDS.has(text.toLowerCase()),
  );
  const label = nameWords(field.name)
    .filter((word) => word !== 'name')
    .map(stemOf);
  const labelled = free.find(({ at }) => {
    const before = clause.text.slice(0, at).replace(new RegExp(`${LABELLED}$`, 'iu'), '');
    const last = nameWords(before).slice(-2).map(stemOf);
    return label.some((stem) => last.includes(stem));
  });
  return (labelled ?? free[0])?.text;
}

/** A text with holes and the object that fills them, as a contract's own example shows. */
export interface TemplatePair {
  readonly template: string;
  readonly values: string;
  /** Writes a placeholder the way the tool reads it. */
  readonly hole: (name: string) => string;
}

const HOLE = /(\{\{?\s*|\$\{)[\w.]+(\s*\}?\})/u;

export function templatePair(contract: ToolContract): TemplatePair | undefined {
  for (const example of contract.examples ?? []) {
    const given = isObject(example) && isObject(example.parameters) ? example.parameters : {};
    for (const [template, text] of Object.entries(given)) {
      const hole = typeof text === 'string' ? HOLE.exec(text) : null;
      const values = Object.entries(given).find(([, value]) => isObject(value))?.[0];
      if (hole === null || values === undefined) continue;
      return { template, values, hole: (name) => `${hole[1] ?? '{'}${name}${hole[2] ?? '}'}` };
    }
  }
  return undefined;
}

/** Names of the holes in a text: `{name}`, `{{name}}`, `${name}`. */
export const holesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{?\s*([A-Za-z_]\w*)[\w.]*\s*\}?\}/gu)].map((match) => match[1] ?? '')),
];

/** Texts that a kind of writing begins with, `*` being who or what it is about. */
const WRITING: readonly (readonly [readonly string[], string])[] = [
  [['greeting', 'welcome', 'hello'], 'Hello *,'],
  [['invitation', 'invite'], 'Dear *, you are invited.'],
  [['thank', 'thanks', 'gratitude'], 'Thank you, *.'],
  [['goodbye', 'farewell'], 'Goodbye *.'],
  [['congratulation', 'congratulate'], 'Congratulations, *.'],
  [['apology', 'apologize'], 'Dear *, I am sorry.'],
  [['reminder', 'remind'], 'A reminder: *.'],
];

/** A first text for the kind of writing that a clause asks for, or undefined. */
export function writingFor(clause: Clause): string | undefined {
  const stems = new Set(clause.words.map((word) => word.stem));
  return WRITING.find(([words]) => words.some((word) => stems.has(stemOf(word))))?.[1];
}

/** Which tools a name may stand for that none has: by what they are called on the screen, by spelling, by the words in it. */

import { nearest } from '../lib/nearest.ts';
import { type ToolContract, unlisted } from '../tools/catalogue.ts';
import { titleOf } from '../tools/titles.ts';

const MOST = 3;

/** The tools there are, made ready to be looked for: thousands of calls may name one that is not known. */
export interface NamedTools {
  readonly names: readonly string[];
  /** The names of those that a person reads under one title. */
  readonly titled: ReadonlyMap<string, readonly string[]>;
}

/** @param tools each name once counts */
export function namedTools(tools: readonly ToolContract[]): NamedTools {
  const titled = new Map<string, Set<string>>();
  for (const tool of [...tools, ...unlisted()]) {
    const title = alike(titleOf(tool, tool.name));
    titled.set(title, (titled.get(title) ?? new Set()).add(tool.name));
  }
  return {
    names: [...new Set(tools.map(({ name }) => name))],
    titled: new Map([...titled].map(([title, names]) => [title, [...names]])),
  };
}

/** The likeliest first: whose title it is, then the nearest by spelling, then names that contain the word or are contained in it. */
export function nearTools(word: string, { names, titled }: NamedTools): readonly string[] {
  const found = new Set(titled.get(alike(word)));
  const bySpelling = nearest(word, names);
  if (bySpelling !== undefined) found.add(bySpelling);
  const lower = word.toLowerCase();
  for (const name of names) {
    if (found.size >= MOST) break;
    const other = name.toLowerCase();
    if (lower.length >= 3 && other.length >= 3 && (other.includes(lower) || lower.includes(other)))
      found.add(name);
  }
  return [...found].slice(0, MOST);
}

const alike = (title: string): string => title.normalize('NFKC').trim().toLowerCase();

/** `Did you mean "sum" or "sumBy"?`; else what is to be done. */
export const meantWords = (near: readonly string[], otherwise: string): string =>
  near.length > 0 ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?` : otherwise;

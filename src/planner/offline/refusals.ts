/** What is said where no plan came: which words were understood, and what would be. Makes no plan. */

import type { Plan } from '../../plan/document.ts';
import type { PlannerRequest } from '../planner.ts';
import { fold } from './lexicon/forms.ts';
import { languageOf } from './lexicon/index-of.ts';
import type { Mention } from './mention.ts';
import { mentionsOf } from './mentions.ts';
import { counts } from './what-is-left.ts';

export const isGerman = (text: string): boolean =>
  languageOf((text.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold))?.code === 'de';

/** What a change may sound like. */
const EXAMPLES = [
  'only 2026',
  'per month as well',
  'as a chart',
  'largest first',
  'save it as totals.csv',
] as const;

/** That a sentence says nothing that could be done; what is missing for it, where a file is. */
export function notChanged(sentence: string, { calls }: Plan, files: PlannerRequest['files']): string {
  const start = `I do not know how to change the plan by "${sentence.trim()}".`;
  const read = calls.flatMap((call) => (typeof call.file === 'string' ? [call.file] : []));
  const gone = [...new Set(read)].filter((name) => files.every((file) => file.name !== name));
  if (gone.length > 0) {
    const [names, are] = [gone.join(', '), gone.length === 1 ? 'is' : 'are'];
    return `${start} The plan reads ${names}, which ${are} not beside the box, so its columns are not known here. Add it, and say it again.`;
  }
  // What was just said is no advice.
  const said = sentence.toLowerCase();
  const others = EXAMPLES.filter((one) => !said.includes(one) && !one.includes(said.trim()));
  const [last, ...before] = others
    .slice(0, 3)
    .map((one) => `"${one}"`)
    .reverse();
  return `${start} Say what should be other, such as ${before.reverse().join(', ')} or ${last}.`;
}

/** What was not understood, and what can be asked of the files there are. @param now what "today" is, ms */
export function notUnderstood({ goal, files }: PlannerRequest, now: number): string {
  const { known, unknown } = wordsOf(mentionsOf(goal, files, now).mentions.filter(counts));
  const names = files.map(({ name }) => name).join(', ');
  if (isGerman(goal)) {
    const listed = (words: readonly string[]) => words.map((word) => quoted(word, '„', '“')).join(', ');
    const understood = known.length === 0 ? '' : `Verstanden habe ich ${listed(known)}. `;
    const what =
      unknown.length === 0
        ? `Ich weiß nicht, was von ${names} verlangt ist.`
        : `Ich weiß nicht, was ${listed(unknown)} bei ${names} heißen soll.`;
    return `${understood}${what} Sag, welche Spalte, Datei oder welcher Wert gemeint ist und was damit geschehen soll, etwa eine Summe, ein Filter, ein Diagramm oder eine Zusammenfassung.`;
  }
  const listed = (words: readonly string[]) => words.map((word) => quoted(word, '"', '"')).join(', ');
  const understood = known.length === 0 ? '' : `I understood ${listed(known)}. `;
  const what =
    unknown.length === 0
      ? `I do not know what is asked of ${names}.`
      : `I do not know what is meant by ${listed(unknown)} with ${names}.`;
  return `${understood}${what} Say which column, file or value is meant, and what to do with it, such as a total, a filter, a chart or a summary.`;
}

/** What stands in quotation marks has its own. */
const quoted = (word: string, open: string, close: string): string =>
  /^["“„«‘']/u.test(word) ? word : `${open}${word}${close}`;

/** What the goal's words are known to name or to wish for, and what says nothing here. */
function wordsOf(said: readonly Mention[]): { known: string[]; unknown: string[] } {
  const isKnown = ({ meanings, columns, cells, files, number, period }: Mention) =>
    meanings.size + columns.length + cells.length + files.length > 0 ||
    number !== undefined ||
    period !== undefined;
  const texts = (some: readonly Mention[]) => [...new Set(some.map(({ text }) => text))];
  return { known: texts(said.filter(isKnown)), unknown: texts(said.filter((one) => !isKnown(one))) };
}

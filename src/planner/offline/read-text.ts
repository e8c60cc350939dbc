/** What a goal asks of text files: summary, counts, keywords, what to extract, replace, compare. Knows no rows. */

import type { Json } from '../../lib/json.ts';
import type { KnownFile } from './known-tables.ts';
import type { TextJob } from './request.ts';
import { isInitial } from './sentences.ts';
import type { View } from './view.ts';

const TAKES = ['emails', 'urls', 'phones', 'dates', 'amounts', 'percentages', 'numbers'] as const;
const COUNTED: readonly (readonly [string, string])[] = [
  ['words', 'words'],
  ['lines', 'lines'],
  ['sentences', 'sentences'],
  ['paragraphs', 'paragraphs'],
  ['characters', 'characters'],
  ['reading', 'readingMinutes'],
];

/** Jobs over text files; none where nothing of the kind is asked. */
export function readText(view: View, files: readonly KnownFile[]): TextJob[] {
  const texts = files.filter(({ kind }) => kind === 'text');
  const named = texts.filter((file) => view.mentions.some((said) => said.files.includes(file)));
  const about = named.length > 0 ? named : texts;
  const [first, second] = about;
  if (first === undefined) return [];
  view.mentions.forEach((said, at) => {
    if (said.files.some((file) => about.includes(file))) view.use(at);
  });
  const pair = second === undefined ? undefined : compared(view, first, second);
  if (pair !== undefined) return [pair];
  const wishes = [
    occurrences(view),
    counted(view),
    summary(view),
    keywords(view),
    taken(view),
    replaced(view),
    lines(view),
  ].filter((wish) => wish !== undefined);
  return wishes.flatMap((wish) => about.map((file): TextJob => ({ kind: 'text', file, ...wish })));
}

type Wish = Pick<TextJob, 'does' | 'settings' | 'part' | 'isCounted'>;

/** "What changed between a and b": the newer is the one whose name does not say that it is old. */
function compared(view: View, a: KnownFile, b: KnownFile): TextJob | undefined {
  const at = view.find('compare', 'difference', 'diff', 'change');
  const asks = view.mentions.findIndex(({ text }) =>
    /^(?:changed?|geändert|changé|cambiado|cambiato|new|added|removed)$/iu.test(text),
  );
  if (at < 0 && asks < 0) return undefined;
  for (const i of [at, asks]) if (i >= 0) view.use(i);
  for (const i of view.mentions.keys())
    if (view.has(i, 'compare', 'difference', 'diff', 'change')) view.use(i);
  const which = view.find('which');
  if (which >= 0) view.use(which);
  const between = view.find('between');
  if (between >= 0) view.use(between);
  const isOld = (file: KnownFile) =>
    file.words.some((word) => /^(?:old|before|alt|alte|previous|v1|draft|ancien)$/u.test(word));
  const order = (file: KnownFile) => view.mentions.findIndex((said) => said.files.includes(file));
  const [before, after] = isOld(a) ? [a, b] : isOld(b) ? [b, a] : order(a) <= order(b) ? [a, b] : [b, a];
  return { kind: 'text', file: before, other: after, does: 'compareTexts', settings: {} };
}

const TIMES = /^(?:times|mal|fois|veces|volte)$/iu;
const HOW_OFTEN =
  /^(?:how often|how many times|wie oft|wie viele male|combien de fois|cu[aá]ntas veces|quante volte)$/iu;
const OCCURS =
  /^(?:appears?|occurs?|comes? up|there|mentioned|used|kommt|steht|vor|auf|vorkommt|auftaucht|appara[iî]t|aparece|compare)$/iu;
const A_WORD =
  /^(?:words?|terms?|phrases?|names?|texts?|wort|wörter|begriff|name|mot|texte|palabra|texto|parola|testo)$/iu;

/** "how many times does the word plot appear", "wie oft kommt Hecke vor": as a word of its own, in any case. */
function occurrences(view: View): Wish | undefined {
  const { mentions } = view;
  const at = mentions.findIndex(
    ({ text, meanings }, i) =>
      HOW_OFTEN.test(text) || (meanings.has('agg:count') && TIMES.test(mentions[i + 1]?.text ?? '')),
  );
  if (at < 0) return undefined;
  const from = TIMES.test(mentions[at + 1]?.text ?? '') ? at + 2 : at + 1;
  const ends = mentions.findIndex(({ mark }, i) => i >= from && mark !== undefined);
  const behind = [...mentions.keys()].slice(from, ends < 0 ? undefined : ends);
  const says = (i: number, form: RegExp) => form.test(mentions[i]?.text ?? '');
  if (!behind.some((i) => says(i, OCCURS))) return undefined;
  const said = behind.filter(
    (i) => !says(i, OCCURS) && !says(i, A_WORD) && mentions[i]?.small === false && !view.isUsed(i),
  );
  const [first, last] = [said[0], said.at(-1)];
  // One word, or words side by side.
  if (first === undefined || last === undefined || last - first !== said.length - 1 || said.length > 3)
    return undefined;
  view.use(at, from);
  for (const i of mentions.keys()) if (view.has(i, 'agg:count') || behind.includes(i)) view.use(i);
  const words = said.map((i) => mentions[i]?.quoted ?? mentions[i]?.text ?? '').join(' ');
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  const edge = (letter = '') => (/\w/u.test(letter) ? '\\b' : '');
  const pattern = `${edge(words[0])}${escaped}${edge(words.at(-1))}`;
  return { does: 'matchText', settings: { pattern, ignoreCase: true }, isCounted: true };
}

function counted(view: View): Wish | undefined {
  // "of each paragraph": not how many there are, and not the whole text either.
  const each = view.find('each', 'per');
  const found = COUNTED.map(([meaning, part]) => ({ at: view.find(meaning), part }))
    .filter(({ at }) => each < 0 || at < each)
    .filter(({ at }) => at >= 0);
  const [first] = found;
  const count = view.find('agg:count');
  const phrase =
    first !== undefined &&
    /how many|number|count|wie viele|anzahl|zähl|wort|nombre|combien/iu.test(
      view.mentions[first.at]?.text ?? '',
    );
  const time = found.find(({ part }) => part === 'readingMinutes');
  if (first === undefined || (count < 0 && !phrase && time === undefined)) return undefined;
  for (const { at } of found) view.use(at);
  if (count >= 0) view.use(count);
  return { does: 'countWords', settings: {}, ...(found.length === 1 ? { part: first.part } : {}) };
}

function summary(view: View): Wish | undefined {
  if (view.find('summarise') < 0) return undefined;
  for (const at of view.mentions.keys()) if (view.has(at, 'summarise')) view.use(at);
  const sentences = view.find('sentences');
  const number =
    sentences < 0
      ? undefined
      : view.mentions.slice(Math.max(0, sentences - 2), sentences).find((said) => said.number !== undefined)
          ?.number;
  if (sentences >= 0 && number !== undefined) {
    view.use(sentences);
    for (const i of [sentences - 1, sentences - 2]) if (view.mentions[i]?.number !== undefined) view.use(i);
  }
  return {
    does: 'summarizeText',
    settings: number === undefined ? {} : { sentences: Math.max(1, Math.round(number)) },
  };
}

function keywords(view: View): Wish | undefined {
  const at = view.find('keywords');
  if (at < 0) return undefined;
  view.use(at);
  const near = [at - 1, at - 2, at - 3, at + 1].find(
    (i) => view.mentions[i]?.number !== undefined && !view.isUsed(i),
  );
  if (near === undefined) return { does: 'keywords', settings: {} };
  view.use(near);
  for (const i of [near - 1, near + 1]) if (view.has(i, 'top', 'most')) view.use(i);
  return { does: 'keywords', settings: { limit: Math.round(view.mentions[near]?.number ?? 10) } };
}

function taken(view: View): Wish | undefined {
  const kinds = TAKES.filter((kind) => view.find(`take:${kind}`) >= 0);
  if (view.find('words', 'keywords') >= 0) return undefined;
  const [only] = kinds;
  if (only === undefined) return undefined;
  for (const kind of kinds) view.use(view.find(`take:${kind}`));
  for (const meaning of ['extract', 'show', 'which']) {
    const at = view.find(meaning);
    if (at >= 0) view.use(at);
  }
  return {
    does: 'extractFields',
    settings: { kinds: [...kinds] as Json },
    ...(kinds.length === 1 ? { part: only } : {}),
  };
}

/** "replace "red" with "blue"", "replace GreenFix with Hedges & Sons": up to what else is said. */
function replaced(view: View): Wish | undefined {
  const at = view.find('replace');
  if (at < 0) return undefined;
  const joint = view.mentions.findIndex((_, i) => i > at + 1 && view.nextBit(i, ['by'], BY) === i);
  const what = joint < 0 ? undefined : wordsFrom(view, at + 1, joint);
  const put = joint < 0 ? undefined : wordsFrom(view, joint + 1, view.mentions.length);
  if (what === undefined || put === undefined) return undefined;
  view.use(at, put.to);
  return { does: 'replaceText', settings: { find: what.value, replacement: put.value } };
}

const BY = /^(?:by|with|durch|mit|par|por|con)$/iu;

/** What is in quotation marks, or words side by side. */
function wordsFrom(view: View, from: number, before: number): { value: string; to: number } | undefined {
  const initial = isInitial(view.mentions[from]) ? view.mentions[from] : undefined;
  const first = initial === undefined ? view.wordsOr(from) : { value: initial.text, to: from + 1 };
  if (first === undefined || first.to > before) return undefined;
  let { value, to } = first;
  const isWord = (i: number) => {
    const said = view.mentions[i];
    return i < before && said !== undefined && said.mark === undefined && !said.small && !view.isUsed(i);
  };
  if (view.mentions[to - 1]?.quoted !== undefined) return first;
  for (;;) {
    const said = view.mentions[to];
    if (said?.mark === '.' && isInitial(view.mentions[to - 1])) {
      value += '.';
      to += 1;
      continue;
    }
    const joins = said?.text === '&' && isWord(to + 1);
    if (!joins && !(isWord(to) && said?.meanings.size === 0 && said.files.length === 0)) return { value, to };
    value += joins ? ` & ${view.mentions[to + 1]?.text}` : ` ${said?.text}`;
    to += joins ? 2 : 1;
  }
}

/** "lines containing ERROR". */
function lines(view: View): Wish | undefined {
  const at = view.find('lines');
  const holds = view.find('cmp:contains', 'cmp:starts');
  const words = holds < 0 ? undefined : view.wordsOr(holds + 1);
  if (at < 0 || words === undefined) return undefined;
  view.use(at);
  view.use(holds, words.to);
  const escaped = words.value.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  return {
    does: 'matchText',
    settings: {
      pattern: view.has(holds, 'cmp:starts') ? `(?m)^${escaped}.*$` : `(?m)^.*${escaped}.*$`,
      ignoreCase: true,
    },
  };
}

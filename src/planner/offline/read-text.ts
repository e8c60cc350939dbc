/** What a goal asks of text files: summary, counts, keywords, what to extract, replace, compare. Knows no rows. */

import type { Json } from '../../lib/json.ts';
import type { KnownFile } from './known-tables.ts';
import type { TextJob } from './request.ts';
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
    counted(view),
    summary(view),
    keywords(view),
    taken(view),
    replaced(view),
    lines(view),
  ].filter((wish) => wish !== undefined);
  return wishes.flatMap((wish) => about.map((file): TextJob => ({ kind: 'text', file, ...wish })));
}

type Wish = Pick<TextJob, 'does' | 'settings' | 'part'>;

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

/** "replace "red" with "blue"". */
function replaced(view: View): Wish | undefined {
  const at = view.find('replace');
  if (at < 0) return undefined;
  const what = view.wordsOr(at + 1);
  const joint =
    what === undefined ? undefined : view.nextBit(what.to, ['by'], /^(?:by|with|durch|mit|par|por|con)$/iu);
  const put = joint === undefined ? undefined : view.wordsOr(joint + 1);
  if (what === undefined || put === undefined || joint === undefined) return undefined;
  view.use(at, put.to);
  return { does: 'replaceText', settings: { find: what.value, replacement: put.value } };
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

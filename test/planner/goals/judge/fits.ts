/** Whether what a run delivered is a goal's truth. It knows no plan: a result counts, not how it came about. */

import { isObject, type Json } from '../../../../src/lib/json.ts';
import type { Cell, Truth } from '../truths.ts';
import { numbersAs, sameCell } from './cells.ts';
import { chartsIn, isTable, tablesIn } from './tables.ts';

/** What a run came to: the plan's output, and the files it saved with their text. */
export interface Delivered {
  readonly output: Json;
  readonly files: Readonly<Record<string, string>>;
}

/** Where the person asked for no file, a result that was only saved counts as delivered, too. */
export function fits(truth: Truth, delivered: Delivered): boolean {
  const { output, files } = delivered;
  switch (truth.is) {
    case 'any':
      return truth.of.some((one) => fits(one, delivered));
    case 'saved':
      return Object.entries(files).some(
        ([name, text]) =>
          (truth.name === undefined || name.toLowerCase() === truth.name.toLowerCase()) &&
          (truth.ext === undefined || name.toLowerCase().endsWith(`.${truth.ext}`)) &&
          isFile(truth.content, text),
      );
    case 'parts':
      return truth.parts.every((part) => fits(part, delivered));
    case 'each':
      return fitsEach(truth.of, delivered);
    case 'refusal':
      return false;
    default:
      return [output, ...(isSummaryOfFiles(output) ? Object.values(files) : [])].some((value) =>
        is(truth, value),
      );
  }
}

/** Whether it is a true part of it: the figures without their chart or file, or some of several parts. */
export function fitsShort(truth: Truth, delivered: Delivered): boolean {
  switch (truth.is) {
    case 'any':
      return truth.of.some((one) => fitsShort(one, delivered));
    case 'chart':
      return fits({ is: 'table', rows: truth.rows }, delivered);
    case 'saved':
      return fits(truth.content, delivered);
    case 'parts':
      return truth.parts.some((part) => fits(part, delivered));
    default:
      return false;
  }
}

/** A file of JSON is text that holds it. */
const isFile = (truth: Truth, text: string): boolean => fits(truth, { output: text, files: {} });

/** Nothing, or only the names and sizes of what was saved. */
const isSummaryOfFiles = (output: Json): boolean =>
  output === null ||
  (isObject(output) && 'bytes' in output && 'name' in output) ||
  (Array.isArray(output) && output.length > 0 && output.every((one) => isSummaryOfFiles(one as Json)));

function fitsEach(truths: readonly Truth[], { output, files }: Delivered): boolean {
  if (truths.some(({ is }) => is === 'saved')) {
    const saved = Object.entries(files).map(([name, text]) => ({ output: null, files: { [name]: text } }));
    return matched(truths, saved);
  }
  const elements = Array.isArray(output) ? output : isObject(output) ? Object.values(output) : [];
  const wholes = elements.map((one) => ({ output: one as Json, files: {} }));
  if (matched(truths, wholes)) return true;
  if (typeof output !== 'string') return false;
  return [/\n\s*\n/, /\n/].some((cut) =>
    matched(
      truths,
      output
        .split(cut)
        .filter((piece) => piece.trim() !== '' && !/^#[^\n]*$/.test(piece.trim()))
        .map((piece) => ({ output: piece.replace(/^\s*(?:[-*]|\d+\.)\s+/, ''), files: {} })),
    ),
  );
}

/** As many, and to each truth one of its own. */
function matched(truths: readonly Truth[], given: readonly Delivered[]): boolean {
  if (truths.length !== given.length) return false;
  const left = [...given];
  return truths.every((truth) => {
    const at = left.findIndex((one) => fits(truth, one));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function is(truth: Truth, value: Json): boolean {
  if (truth.is === 'value') return isValue(truth.value, truth.names ?? [], value);
  if (truth.is === 'table') return tablesIn(value).some((table) => isTable(truth as never, table));
  if (truth.is === 'text') return isText(truth, value);
  if (truth.is === 'chart')
    return chartsIn(value).some(
      ({ mark, rows }) =>
        truth.marks.includes(mark) &&
        isTable(
          truth,
          rows.map(([x, y]) => ({ x, y })),
        ),
    );
  return fits(truth, { output: value, files: {} });
}

const FIGURES = ['count', 'sum', 'mean', 'min', 'max', 'median', 'total', 'average'];
/** More figures than this in a text, and it no longer says which is meant. */
const MOST_FIGURES = 6;
const LONGEST_ANSWER = 80;

function isValue(truth: Cell, names: readonly string[], value: Json): boolean {
  if (typeof value !== 'object' || value === null)
    return sameCell(truth, value, false) || (typeof value === 'string' && saysValue(truth, value));
  if (Array.isArray(value)) return value.length === 1 && isValue(truth, names, value[0] as Json);
  if (value.kind === 'chart') return false;
  const entries = Object.entries(value as Record<string, Json>);
  // Of a summary of several figures, only the one of that name is the answer.
  const figures = entries.filter(([key]) => FIGURES.includes(key.toLowerCase())).length;
  return entries.some(
    ([key, one]) =>
      typeof one !== 'object' &&
      sameCell(truth, one, false) &&
      (figures < 3 || names.length === 0 || names.some((name) => key.toLowerCase().includes(name))),
  );
}

/** A sentence with the value in it, or a table of one row. */
function saysValue(truth: Cell, text: string): boolean {
  const [table] = text.includes('|') ? tablesIn(text) : [];
  if (table) return table.length === 1 && isValue(truth, [], table as never);
  if (typeof truth === 'number') {
    const figures = [...text.matchAll(/-?\d[\d.,]*\d|\d/g)].map(([one]) => one);
    return (
      figures.length <= MOST_FIGURES &&
      figures.some((one) => numbersAs(one).some((n) => sameCell(truth, n, false)))
    );
  }
  return (
    typeof truth === 'string' &&
    text.length <= LONGEST_ANSWER &&
    new RegExp(
      `(^|[^\\p{L}\\d])${truth.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^\\p{L}\\d])`,
      'iu',
    ).test(text)
  );
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const bare = (text: string): string =>
  plain(text)
    .replace(/^["'“”„*]+|["'“”.!*]+$/g, '')
    .toLowerCase();

function isText(truth: Extract<Truth, { is: 'text' }>, value: Json): boolean {
  const texts = stringsIn(value);
  const all = texts.join('\n');
  if (truth.equals !== undefined) {
    const wanted = bare(truth.equals);
    return texts.length > 0 && texts.length <= 2 && texts.some((text) => bare(text) === wanted);
  }
  if (truth.sentences) {
    const { of, count } = truth.sentences;
    const source = plain(of);
    return texts.some((text) => {
      const sentences = plain(text).match(/[^.!?]+[.!?]+(?:\d+[^.!?]*[.!?]+)*/g) ?? [];
      return sentences.length === count && sentences.every((sentence) => source.includes(sentence.trim()));
    });
  }
  const has = (word: string): boolean => plain(all).toLowerCase().includes(word.toLowerCase());
  return (truth.holds ?? []).every(has) && !(truth.lacks ?? []).some(has);
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one) => stringsIn(one as Json));
  return isObject(value) ? Object.values(value).flatMap((one) => stringsIn(one as Json)) : [];
}

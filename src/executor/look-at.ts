/** Values that a person looks at and the page holds none of: rows of them are told as they come into sight. */

import { formulasByExample } from '../activities/formula-by-example.ts';
import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { headOf } from '../run/large-value.ts';
import { lookInto, valueAt } from '../run/look-into.ts';
import type {
  ByExample,
  Examples,
  FarAnswer,
  FarAsk,
  FarValue,
  FormAnswer,
  FormAsk,
} from '../run/messages.ts';
import { type Breath, breathing, LookedAt } from '../values/looked-at.ts';
import { liveResult } from './live.ts';

/** Lists that are looked at, by what they are: one that comes to something else is another. */
const looked = new WeakMap<object, LookedAt>();
/** Values that are kept apart and were looked at last, by their names. */
const read = new Map<string, Promise<Json>>();
const MOST_READ = 2;
/** UTF-16 units of JSON of what is no list, as it is told at once. */
const TOLD = 400_000;
/** ms of work at a time: runs and previews go on meanwhile. */
const SLICE_MS = 12;

const GONE = { kind: 'gone' } as const;

/** @returns rejects with the signal's reason when that falls */
export async function lookedAt(
  of: FarValue,
  ask: FarAsk | FormAsk,
  signal: AbortSignal,
): Promise<FarAnswer | FormAnswer> {
  const whole = await wholeOf(of);
  signal.throwIfAborted();
  if (whole === undefined) return GONE;
  if (ask.kind === 'offers' || ask.kind === 'formulas') return forForm(whole, of, ask);
  const value = valueAt(whole.value, of.at);
  if (value === undefined) return GONE;
  if (ask.kind === 'all') return { kind: 'value', value, isAll: true };
  if (!Array.isArray(value)) return ask.kind === 'what' ? told(value) : GONE;
  if (ask.kind === 'what') return { kind: 'list' };
  let own = looked.get(value);
  if (!own) {
    own = new LookedAt(value);
    looked.set(value, own);
  }
  return breathing(own.answer(ask), breathOf(signal));
}

interface Whole {
  readonly value: Json;
  /** It rests on the first rows of a file. */
  readonly ofHead: boolean;
  /** What it rests on that nobody computed; empty where all was. */
  readonly words: readonly string[];
}

async function wholeOf(of: FarValue): Promise<Whole | undefined> {
  if (of.kind === 'live') return liveResult(of.planId, of.call);
  const { ref, json } = of;
  let value = read.get(ref);
  if (!value) {
    value = json.text().then((text) => JSON.parse(text) as Json);
    value.catch(() => read.delete(ref));
    read.set(ref, value);
    const [oldest] = read.keys();
    if (read.size > MOST_READ && oldest !== undefined) read.delete(oldest);
  }
  return { value: await value, ofHead: false, words: [] };
}

function forForm({ value, ofHead, words }: Whole, { at }: FarValue, ask: FormAsk): FormAnswer {
  // What nobody computed is offered nowhere as a fact (L-83).
  if (words.length > 0) return GONE;
  if (ask.kind === 'offers') {
    const found = lookInto(value, { ...ask, path: at });
    return found ? { kind: 'offers', offers: { ...found, ofHead } } : GONE;
  }
  const formulas = formulasFor(valueAt(value, at), ask.examples);
  return formulas ? { kind: 'formulas', formulas } : GONE;
}

/** Rows that a formula is looked for in, and shown on. */
const EXAMPLE_ROWS = 200;
const SHOWN_ROWS = 8;
const SHOWN_CELL = 60;

function formulasFor(table: Json | undefined, examples: Examples): ByExample | undefined {
  if (!Array.isArray(table)) return undefined;
  const rows = table.slice(0, EXAMPLE_ROWS) as JsonObject[];
  if (!rows.every(isObject)) return undefined;
  const { formulas, isCut } = formulasByExample(rows, examples);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const textOf = (cell: unknown): string =>
    cell === null || cell === undefined
      ? ''
      : typeof cell === 'object'
        ? '…'
        : String(cell).slice(0, SHOWN_CELL);
  return {
    columns,
    rows: rows.slice(0, SHOWN_ROWS).map((row) => columns.map((name) => textOf(row[name]))),
    formulas: formulas.map(({ expression, results }) => ({
      expression,
      results: results.slice(0, SHOWN_ROWS),
    })),
    isCut,
  };
}

function told(value: Json): FarAnswer {
  const head = headOf(value, TOLD);
  // What is all there comes out as it went in.
  const isAll = typeof value === 'object' ? JSON.stringify(head).length < TOLD / 2 : head === value;
  return { kind: 'value', value: head, isAll };
}

function breathOf(signal: AbortSignal): Breath {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > SLICE_MS,
    give: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      since = performance.now();
    },
  };
}

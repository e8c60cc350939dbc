/** A candidate tried on the heads of a person's files (L-83): what a planner asks for and what it learns. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';

/** What became of one call of a trial. `notRun`: a preview may not run it, or what it reads did not come. */
export type TrialCall =
  | {
      readonly status: 'completed';
      readonly value: Json /** Made from the head of a file: proves nothing empty. */;
      readonly ofHead: boolean;
    }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'notRun'; readonly why: string };

/** What a plan came to when it was tried on what is known. */
export interface Trial {
  readonly calls: ReadonlyMap<string, TrialCall>;
  /** The plan's output, where all it reads came. */
  readonly output?: Json;
}

/**
 * Runs what a preview may run of a plan, with what is known of its input. A failed call rejects nothing; it rejects when
 * what asked for it was stopped.
 */
export type TryPlan = (plan: Plan, input?: JsonObject) => Promise<Trial>;

// What a plan tried beforehand came to, in a few words beside its goal. Knows neither planner nor preview.

const MOST_ROWS = 3;
const MOST_CELLS = 4;
const MOST_CHARACTERS = 90;
const CELL_CHARACTERS = 24;

/** @returns undefined for what did not come whole, failed in a part, came out empty, or can't be said in a line */
export function resultWords({ calls, output }: Trial): string | undefined {
  const all = [...calls.values()];
  if (output === undefined || !all.every(({ status }) => status === 'completed')) return undefined;
  // A drawing is said by the figures that it draws: those of the last call before it that has any.
  const values = [...all.map((call) => (call.status === 'completed' ? call.value : null)), output].reverse();
  for (const value of values) {
    if (isEmpty(value)) return undefined;
    const words = wordsOf(value);
    if (words === undefined) continue;
    const ofHead = all.some((call) => call.status === 'completed' && call.ofHead);
    return ofHead ? `${words} (of the first rows only)` : words;
  }
  return undefined;
}

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function wordsOf(value: Json): string | undefined {
  if (Array.isArray(value)) return listWords(value);
  if (isObject(value)) {
    // A chart, a table with its heading: what holds rows is said by them.
    const rows = Object.values(value).find((one) => Array.isArray(one) && one.some(isObject));
    return Array.isArray(rows) ? listWords(rows) : pairsOf(value);
  }
  if (typeof value === 'string' && /^\s*</.test(value)) return undefined;
  return cell(value, MOST_CHARACTERS);
}

function listWords(list: readonly Json[]): string | undefined {
  const shown = list.slice(0, MOST_ROWS).map((one) => (isObject(one) ? rowWords(one) : cell(one)));
  if (shown.some((one) => one === undefined)) return undefined;
  return cut(`${shown.join(' · ')}${list.length > MOST_ROWS ? ' …' : ''}`);
}

/** Cells of a row in their order: what they are called stands in the goal. */
function rowWords(row: { readonly [key: string]: Json }): string | undefined {
  const cells = Object.entries(row).map(([name, one]) => cell(one, CELL_CHARACTERS, name));
  const known = cells.filter((one) => one !== undefined && one !== '');
  return known.length === 0 ? undefined : known.slice(0, MOST_CELLS).join(' ');
}

function pairsOf(value: { readonly [key: string]: Json }): string | undefined {
  const pairs = Object.entries(value).flatMap(([key, one]) => {
    const isUnsaid = isEmpty(one) || (typeof one === 'string' && /^\s*</.test(one));
    const said = isUnsaid ? undefined : cell(one, CELL_CHARACTERS, key);
    return said === undefined ? [] : [`${key} ${said}`];
  });
  return pairs.length === 0 ? undefined : cut(pairs.slice(0, MOST_CELLS).join(' · '));
}

/** A whole number of such a column is a name and no amount: order 10319, the year 2025. */
const NAMES =
  /(?:^|[^\p{L}])(?:ids?|key|code|nr|no|num|number|nummer|numéro|número|numero|ref|sku|zip|plz|postcode|phone|year|jahr|jahrgang|année|annee|año|ano|anno)$/iu;
const CAMEL_NAMES = /\p{Ll}(?:I[dD]|Nr|No|Key|Code|Number)$/u;

/** @param name of its column */
function cell(value: Json, most = CELL_CHARACTERS, name = ''): string | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && (NAMES.test(name) || CAMEL_NAMES.test(name))
      ? String(value)
      : value.toLocaleString('en', { maximumFractionDigits: 2 });
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? cut(value.replace(/\s+/g, ' ').trim(), most) : undefined;
}

function cut(text: string, most = MOST_CHARACTERS): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * Contracts as a model reads them: a line each, a tenth of their JSON, with every required parameter, every word that one
 * may be, and every key of the result. The fewer there are, the more is said of each. Pure.
 */

import { cut } from '../../lib/cut-text.ts';
import { isObject, type Json } from '../../lib/json.ts';
import type { ToolContract } from '../../plan/contract-shape.ts';
import type { JsonSchema } from '../../plan/document.ts';

/** How the lines are to be read. For the prompt. */
export const SIGNATURES = `name(parameter: type, optional?: type) -> result: what it does. "a|b" is one of these words; rows is a list of objects; column is the name of a key in them; [write] changes something outside; "or error" may be given an error branch.`;

/** UTF-16 units of all lines together: about 2,100 tokens. */
export const MOST_CHARS = 8_200;
/** Where a model has room for little. */
export const FEW_CHARS = 2_000;

/** Of one line: a contract with a thousand parameters is not to be the whole prompt. */
const MOST_OF_ONE = 4_000;

/** How much is said of a contract: UTF-16 units of its description, and of optional parameters their types, or their words too. */
interface Detail {
  readonly about: number;
  readonly optional: 'names' | 'words' | 'types';
  /** What each parameter is for. */
  readonly purposes: boolean;
}

/** From the richest to the leanest. */
const DETAILS: readonly Detail[] = [
  { about: 400, optional: 'types', purposes: true },
  { about: 400, optional: 'types', purposes: false },
  { about: 160, optional: 'types', purposes: false },
  { about: 160, optional: 'words', purposes: false },
  { about: 120, optional: 'words', purposes: false },
  { about: 100, optional: 'words', purposes: false },
  { about: 70, optional: 'words', purposes: false },
  { about: 50, optional: 'names', purposes: false },
  { about: 0, optional: 'names', purposes: false },
];

/** A line a contract, as rich as fits. */
export function signatures(contracts: readonly ToolContract[], most = MOST_CHARS): readonly string[] {
  let lines: readonly string[] = [];
  for (const detail of DETAILS) {
    lines = contracts.map((contract) => signature(contract, detail));
    if (lines.reduce((sum, line) => sum + line.length, 0) <= most) break;
  }
  return lines;
}

function signature(contract: ToolContract, detail: Detail): string {
  const { name, parameters, _output: result, effect = 'write', errorBranch } = contract;
  const about = firstOf(contract.description ?? contract.title ?? '', detail.about);
  const writes = effect === 'none' || effect === 'read' ? '' : ` [${effect}]`;
  const fails = errorBranch === undefined ? '' : ' or error';
  const returns = result === undefined ? '' : ` -> ${typeWords(result, 2, false)}`;
  const line = `${name}(${parametersOf(parameters, detail)})${returns}${fails}${writes}${about === '' ? '' : `: ${about}`}`;
  // A stranger's contract stays one line, whatever stands in it.
  return cut(line.replace(/\s+/g, ' '), MOST_OF_ONE);
}

function parametersOf(schema: JsonSchema | undefined, detail: Detail): string {
  if (!isObject(schema) || !isObject(schema.properties)) return '';
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const ways = waysOf(schema).filter((way) => way.length > 0);
  const needed = new Set([...required, ...ways.flat()]);
  const named = Object.entries(schema.properties as Record<string, Json>).map(([key, of]) => {
    const isNeeded = needed.has(key);
    const isSaid =
      isNeeded || detail.optional === 'types' || (detail.optional === 'words' && wordsOf(of) !== null);
    const type = isSaid ? typeWords(of, isNeeded ? 2 : 1, isNeeded) : '';
    const purpose =
      detail.purposes && isObject(of) && typeof of.description === 'string' ? ` /* ${of.description} */` : '';
    return {
      isNeeded,
      text: `${key}${required.has(key) ? '' : '?'}${type === '' ? '' : `: ${type}`}${purpose}`,
    };
  });
  const first = named.filter(({ isNeeded }) => isNeeded);
  const rest = named.filter(({ isNeeded }) => !isNeeded);
  const either = ways.length > 1 ? `; ${ways.map((way) => way.join(' and ')).join(' or ')}` : '';
  return [...first, ...rest].map(({ text }) => text).join(', ') + either;
}

/** The sets of parameters of which one has to be given. */
const waysOf = (schema: Readonly<Record<string, unknown>>): readonly (readonly string[])[] =>
  Array.isArray(schema.anyOf)
    ? schema.anyOf.map((way: unknown) =>
        isObject(way) && Array.isArray(way.required) ? way.required.map(String) : [],
      )
    : [];

/** More words than these are a vocabulary: the first tell what kind. */
const MOST_WORDS = 24;

function wordsOf(schema: Json): string | null {
  if (!isObject(schema) || !Array.isArray(schema.enum)) return null;
  const words = schema.enum.map(String);
  return words.slice(0, MOST_WORDS).join('|') + (words.length > MOST_WORDS ? '|…' : '');
}

/** Kinds that say more than their type; each is one word of what `SIGNATURES` explains, or plain English. */
const KINDS: ReadonlySet<string> = new Set([
  ...['rows', 'column', 'columns', 'file', 'date', 'url', 'pattern', 'duration'],
]);

/** @param depth how far objects and lists are opened  @param isWhole their optional keys are named, too */
function typeWords(schema: Json | JsonSchema, depth: number, isWhole: boolean): string {
  if (!isObject(schema)) return 'any';
  const words = wordsOf(schema as Json);
  if (words !== null) return words;
  const kind = schema['x-kind'];
  const { type, properties, items } = schema;
  if (typeof kind === 'string' && KINDS.has(kind))
    return isObject(items) && isObject(items.properties)
      ? `${kind} ${typeWords(items as Json, 1, isWhole)}`
      : kind;
  if (type === 'array') {
    if (depth === 0 || !isObject(items)) return 'list';
    return `[${typeWords(items as Json, depth - 1, isWhole)}]`;
  }
  if (isObject(properties) && depth > 0) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const keys = Object.entries(properties as Record<string, Json>).map(([key, of]) => {
      if (!isWhole) return key;
      const inner = typeWords(of, depth - 1, required.has(key));
      return `${key}${required.has(key) ? '' : '?'}${inner === 'any' ? '' : `: ${inner}`}`;
    });
    return `{${keys.join(', ')}}`;
  }
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.join('|') : 'any';
}

/** The first sentence, cut at a word: what a tool does stands first in what is said of it. */
function firstOf(text: string, most: number): string {
  const [first = ''] = text.split(/(?<=[.:])\s/, most > 160 ? undefined : 1);
  const whole = most > 160 ? text : first.replace(/[.:]$/, '');
  if (whole.length <= most) return whole;
  return most === 0 ? '' : whole.slice(0, most).replace(/[,;:\s]+\S*$/, '…');
}

/**
 * Text from a stranger to a JSON value, or a sentence that says where it is wrong. Every text gets its answer
 * within about a second. Knows nothing of plans.
 *
 * The fast path is the engine's own JSON.parse with three checks around it, each cheap enough to be run on a
 * plan of 10,000 calls; only a text that fails one is read again, slowly, to find the place.
 */

import { err, ok, type Result } from '../lib/result.ts';
import { findBigInteger, findDuplicateKey, findSyntaxFault, parseWithComments } from './read-json-slowly.ts';

export interface ReadFault {
  /** `limit` for what is too big, too deep or too exact; `not-a-plan` for what is not JSON. */
  readonly code: 'not-a-plan' | 'limit';
  readonly message: string;
  /** From 1, counted in the text as given. */
  readonly line?: number;
  readonly column?: number;
}

export const READ_LIMITS = {
  characters: 50 * 1024 * 1024,
  /** Reading with comments is some ten times slower, so it is for texts a person could have written. */
  charactersWithComments: 5 * 1024 * 1024,
  depth: 200,
  /**
   * Objects and lists together; keys; values in all. JSON.parse would take many seconds for what fits in 50 MB. A plan
   * of 100,000 calls, with the place of each, is well below them.
   */
  containers: 1_000_000,
  keys: 1_500_000,
  values: 4_000_000,
} as const;

/** Reads JSON, with comments and trailing commas where there are any (§2). Duplicate keys are an error. */
export function readJson(source: string): Result<unknown, ReadFault> {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  if (text.length > READ_LIMITS.characters) {
    return limit(
      `The text has ${megabytes(text.length)} MB; ${megabytes(READ_LIMITS.characters)} MB is the most. ${WAY_ON}`,
    );
  }
  const colons = colonsOf(text);
  const crowded = crowding(text, colons.afterQuotes);
  if (crowded !== undefined) return limit(crowded);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return readSlowly(text);
  }
  const survey = surveyOf(value);
  if (survey.depth > READ_LIMITS.depth) return limit(tooDeep);
  if (survey.bigNumber) {
    const place = findBigInteger(text);
    if (place !== undefined) return faultAt(text, place, 'limit', bigInteger);
  }
  if (colons.afterSpace || colons.afterQuotes !== survey.keys) {
    const place = findDuplicateKey(text);
    if (place !== undefined) return faultAt(text, place.offset, 'not-a-plan', duplicate(place.key));
  }
  return ok(value);
}

const megabytes = (characters: number): string => (characters / (1024 * 1024)).toFixed(1);
const tooDeep = `The text is nested more than ${READ_LIMITS.depth} deep.`;
const tooMuch = (most: number, what: string): string =>
  `The text has more than ${most.toLocaleString('en')} ${what}, which is the most that is opened. ${WAY_ON}`;
const WAY_ON = 'Keep long data in files of their own, and split what remains into several documents.';
const bigInteger =
  'A number is too large to be kept exactly, an integer beyond 2^53 (L-8): write it in quotes if it is an id.';
const duplicate = (key: string): string =>
  `The key "${key.slice(0, 60)}" is there twice in one object: only one of them could count, so remove the other.`;

function limit(message: string): Result<never, ReadFault> {
  return err({ code: 'limit', message });
}

function faultAt(
  text: string,
  offset: number,
  code: ReadFault['code'],
  what: string,
): Result<never, ReadFault> {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  const column = offset - start + 1;
  return err({ code, message: `Line ${line}, column ${column}: ${what}`, line, column });
}

function readSlowly(text: string): Result<unknown, ReadFault> {
  if (text.length > READ_LIMITS.charactersWithComments) {
    const most = megabytes(READ_LIMITS.charactersWithComments);
    return err({
      code: 'not-a-plan',
      message: `The text is not plain JSON, and with comments ${most} MB is the most.`,
    });
  }
  const fault = findSyntaxFault(text, READ_LIMITS.depth);
  if (fault === 'too deep') return limit(tooDeep);
  if (fault !== undefined) return faultAt(text, fault.offset, 'not-a-plan', fault.message);
  const integer = findBigInteger(text);
  if (integer !== undefined) return faultAt(text, integer, 'limit', bigInteger);
  const twice = findDuplicateKey(text);
  if (twice !== undefined) return faultAt(text, twice.offset, 'not-a-plan', duplicate(twice.key));
  return ok(parseWithComments(text));
}

/**
 * A sentence where the text holds so much that merely parsing it would take too long. Counting by `indexOf` is
 * nearly free but counts inside strings too; only where it finds too much is the text read character by character.
 */
function crowding(text: string, keysAtMost: number): string | undefined {
  const { containers, keys, values } = READ_LIMITS;
  // A short text can't hold enough to take long, however deep.
  if (text.length < containers / 2) return undefined;
  const brackets = count(text, '{', containers) + count(text, '[', containers);
  const crowdedAtMost = text.length > values && count(text, ',', values) > values;
  if (brackets <= containers / 4 && keysAtMost <= keys && !crowdedAtMost) return undefined;
  const inventory = inventoryOf(text);
  if (inventory.depth > READ_LIMITS.depth) return tooDeep;
  if (inventory.containers > containers) return tooMuch(containers, 'objects and lists');
  if (inventory.keys > keys) return tooMuch(keys, 'keys');
  if (inventory.values > values) return tooMuch(values, 'values');
  return undefined;
}

function count(text: string, part: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0 && found <= most; at = text.indexOf(part, at + part.length))
    found++;
  return found;
}

interface Inventory {
  depth: number;
  containers: number;
  keys: number;
  values: number;
}

/** What stands outside of strings, up to where one of the limits is passed. */
function inventoryOf(text: string): Inventory {
  const found: Inventory = { depth: 0, containers: 0, keys: 0, values: 0 };
  let open = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) {
      quoted = true;
    } else if (code === BRACKET || code === BRACE) {
      found.depth = Math.max(found.depth, ++open);
      if (found.depth > READ_LIMITS.depth || ++found.containers > READ_LIMITS.containers) break;
    } else if (code === BRACKET + 2 || code === BRACE + 2) {
      open--;
    } else if (code === COLON) {
      if (++found.keys > READ_LIMITS.keys) break;
    } else if (code === COMMA) {
      if (++found.values > READ_LIMITS.values) break;
    }
  }
  return found;
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const COLON = 0x3a;
const COMMA = 0x2c;

interface Survey {
  keys: number;
  depth: number;
  /** A number beyond 2^53 either way, an infinite one (`1e999`) included. */
  bigNumber: boolean;
}

function surveyOf(value: unknown): Survey {
  const survey: Survey = { keys: 0, depth: 0, bigNumber: false };
  if (typeof value === 'object' && value !== null) surveyInto(value, 1, survey);
  else if (typeof value === 'number') survey.bigNumber = !(Math.abs(value) < Number.MAX_SAFE_INTEGER);
  return survey;
}

/** Recursion is safe here: it ends as soon as the limit of depth is passed. */
function surveyInto(container: object, depth: number, survey: Survey): void {
  if (depth > survey.depth) survey.depth = depth;
  if (depth > READ_LIMITS.depth) return;
  if (Array.isArray(container)) {
    for (let i = 0; i < container.length; i++) surveyMember(container[i], depth, survey);
    return;
  }
  // All of a parsed object's keys are own ones, and `Object.prototype` has none that could be listed.
  for (const key in container) {
    survey.keys++;
    surveyMember((container as Record<string, unknown>)[key], depth, survey);
  }
}

function surveyMember(member: unknown, depth: number, survey: Survey): void {
  if (typeof member === 'object') {
    if (member !== null) surveyInto(member, depth + 1, survey);
  } else if (
    typeof member === 'number' &&
    !(member < Number.MAX_SAFE_INTEGER && member > -Number.MAX_SAFE_INTEGER)
  ) {
    survey.bigNumber = true;
  }
}

interface Colons {
  /** Those right behind a quote. */
  readonly afterQuotes: number;
  /** Whether there may be a key with white space before its colon. */
  readonly afterSpace: boolean;
}

/**
 * Counts what can be the colon of a key. Every key ends in `":` unless white space stands before its colon, so
 * without such space the text has at least as many as the value has own keys, and as many only where none was
 * there twice and dropped. Strings that hold `":` make a false alarm, which the slow reading settles.
 */
function colonsOf(text: string): Colons {
  let afterQuotes = 0;
  let afterSpace = false;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE) {
      if (++afterQuotes > READ_LIMITS.keys) break;
    } else if (!afterSpace && isSpace(before)) {
      let start = at - 1;
      while (isSpace(text.charCodeAt(start))) start--;
      afterSpace = text.charCodeAt(start) === QUOTE;
    }
  }
  return { afterQuotes, afterSpace };
}

const isSpace = (code: number) => code === 32 || code === 9 || code === 10 || code === 13;

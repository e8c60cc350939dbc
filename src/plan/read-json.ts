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
  /** Objects and lists together; and keys. JSON.parse would take many seconds for the most that fits in 50 MB. */
  containers: 500_000,
  keys: 1_000_000,
} as const;

/** Reads JSON, with comments and trailing commas where there are any (§2). Duplicate keys are an error. */
export function readJson(source: string): Result<unknown, ReadFault> {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  if (text.length > READ_LIMITS.characters) {
    return limit(
      `The text has ${megabytes(text.length)} MB; ${megabytes(READ_LIMITS.characters)} MB is the most.`,
    );
  }
  const crowded = crowding(text);
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
  if (!hasEachKeyOnce(text, survey.keys)) {
    const place = findDuplicateKey(text);
    if (place !== undefined) return faultAt(text, place.offset, 'not-a-plan', duplicate(place.key));
  }
  return ok(value);
}

const megabytes = (characters: number): string => (characters / (1024 * 1024)).toFixed(1);
const tooDeep = `The text is nested more than ${READ_LIMITS.depth} deep.`;
const bigInteger =
  'An integer is beyond 2^53 and would be rounded (L-8): write it as a text, in quotes, if it is an id.';
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

/** A sentence where the text holds so much that merely parsing it would take too long. */
function crowding(text: string): string | undefined {
  // A short text can't hold enough, and counting stops early in all but the most crowded of long ones.
  if (text.length < READ_LIMITS.containers / 2) return undefined;
  const most = READ_LIMITS.containers;
  const brackets = count(text, '{', most) + count(text, '[', most);
  if (brackets > most / 4) {
    const nesting = nestingOf(text);
    if (nesting.depth > READ_LIMITS.depth) return tooDeep;
    if (nesting.containers > most) return `The text has more than ${most} objects and lists.`;
  }
  if (count(text, '":', READ_LIMITS.keys) >= READ_LIMITS.keys) {
    return `The text has more than ${READ_LIMITS.keys} keys.`;
  }
  return undefined;
}

function count(text: string, part: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0 && found <= most; at = text.indexOf(part, at + part.length))
    found++;
  return found;
}

/** How brackets outside of strings nest, up to where either limit is passed. */
function nestingOf(text: string): { depth: number; containers: number } {
  let open = 0;
  let depth = 0;
  let containers = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) {
      quoted = true;
    } else if (code === 0x5b || code === 0x7b) {
      depth = Math.max(depth, ++open);
      if (depth > READ_LIMITS.depth || ++containers > READ_LIMITS.containers) break;
    } else if (code === 0x5d || code === 0x7d) {
      open--;
    }
  }
  return { depth, containers };
}

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

/**
 * True where no key can be there twice. Every key ends in `":` unless white space stands before its colon, so
 * without such space the text has at least as many `":` as keys, and as many as the value has own keys only
 * where none was dropped. Strings that hold `":` make a false alarm, which the slow reading settles.
 */
function hasEachKeyOnce(text: string, ownKeys: number): boolean {
  return count(text, '":', ownKeys) === ownKeys && !/"[ \t\r\n]+:/.test(text);
}

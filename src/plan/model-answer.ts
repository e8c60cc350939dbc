/** The JSON in a model's answer: with prose around it, in a fence, slightly malformed – but never cut off. */

import { jsonrepair } from 'jsonrepair';
import { err, ok, type Result } from '../lib/result.ts';
import { READ_LIMITS, type ReadFault, readJson } from './read-json.ts';

interface ModelAnswer {
  readonly value: unknown;
  /** What was done to get at the value, as sentences: prose dropped, quotes repaired. */
  readonly normalised: readonly string[];
}

/** Prose with this many brackets that never close is no answer, and looking on would take ever longer. */
const MAX_STARTS = 12;

/** Repairing is a second parse in JavaScript. No model writes a plan of this size. */
const MAX_REPAIR = 1024 * 1024;

/**
 * The largest JSON object or list in the answer. A text that ends inside it was cut off and is an error:
 * completing it would run a plan the model never finished.
 */
export function readModelAnswer(text: string): Result<ModelAnswer, ReadFault> {
  const whole = readJson(text);
  if (whole.ok) return ok({ value: whole.value, normalised: [] });
  if (whole.error.code === 'limit' || text.length > READ_LIMITS.charactersWithComments) return whole;
  const found = findJson(text);
  if (found === 'cut off') {
    return err({
      code: 'not-a-plan',
      message: 'The text ends in the middle of its JSON: it was cut off, so get the whole of it again.',
    });
  }
  if (found === undefined) {
    return err({
      code: 'not-a-plan',
      message: 'The text holds no JSON object or list, so there is no plan in it.',
    });
  }
  const normalised = found.length < text.trim().length ? ['Dropped the words around the JSON.'] : [];
  const exact = readJson(found);
  if (exact.ok) return ok({ value: exact.value, normalised });
  if (exact.error.code === 'limit' || found.length > MAX_REPAIR) return exact;
  try {
    const repaired = readJson(jsonrepair(found));
    if (!repaired.ok) return repaired;
    return ok({
      value: repaired.value,
      normalised: [...normalised, `Repaired the JSON. ${exact.error.message}`],
    });
  } catch {
    return exact;
  }
}

function findJson(text: string): string | undefined | 'cut off' {
  let best: string | undefined;
  let starts = 0;
  for (let at = nextBracket(text, 0); at >= 0 && starts < MAX_STARTS; ) {
    const end = closingBracket(text, at);
    if (end < 0) {
      // "[sic" in prose closes as little as a plan that was cut off does; a plan goes on as JSON would.
      if (/^(\{\s*("|'|\}|$)|\[\s*([[{"']|$))/.test(text.slice(at, at + 80))) return 'cut off';
      starts++;
      at = nextBracket(text, at + 1);
      continue;
    }
    const part = text.slice(at, end + 1);
    if (looksLikeJson(part) && part.length > (best?.length ?? 0)) best = part;
    at = nextBracket(text, end + 1);
  }
  return best;
}

/** An object, or a list that holds one: `[1]` and `{name}` are prose. */
const looksLikeJson = (part: string): boolean =>
  part.startsWith('{')
    ? part.includes(':') || /^\{\s*\}$/.test(part)
    : part.includes('{') || /^\[\s*\]$/.test(part);

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) return at;
  }
  return -1;
}

/** The offset of the bracket that closes the one at `start`, strings skipped; -1 where none does. */
function closingBracket(text: string, start: number): number {
  const open: number[] = [];
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = closingQuote(text, at);
      if (at < 0) return -1;
    } else if (code === 0x7b || code === 0x5b) {
      open.push(code + 2);
    } else if (code === 0x7d || code === 0x5d) {
      if (open.pop() !== code) return -1;
      if (open.length === 0) return at;
    }
  }
  return -1;
}

function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return -1;
}

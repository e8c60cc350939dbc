/** Finds where one JSON value ends in text that arrives in pieces. Knows brackets and quotes, not meaning. */

import { jsonrepair } from 'jsonrepair';
import type { Json } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { MAX_DEPTH, MAX_REPAIRED_CHARS } from './limits.ts';

export interface JsonValueScanner {
  /**
   * Takes one character. `more`: the value goes on. `ends-with`: it ended with this character.
   * `ended-before`: it ended before this character, which belongs to whatever comes next.
   */
  take(char: string): 'more' | 'ends-with' | 'ended-before' | 'too-deep';
}

/** A scanner for a value whose first character is the first one it is given. */
export function scanJsonValue(): JsonValueScanner {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let started: 'no' | 'string' | 'container' | 'scalar' = 'no';

  const inside = (char: string) => {
    if (escaped) escaped = false;
    else if (char === '\\') escaped = true;
    else if (char === '"') inString = false;
  };

  return {
    take(char) {
      if (inString) {
        inside(char);
        return !inString && started === 'string' ? 'ends-with' : 'more';
      }
      if (started === 'scalar') return /[\s,\]}]/.test(char) ? 'ended-before' : 'more';
      if (char === '"') {
        inString = true;
        if (started === 'no') started = 'string';
        return 'more';
      }
      if (char === '{' || char === '[') {
        started = 'container';
        depth += 1;
        return depth > MAX_DEPTH ? 'too-deep' : 'more';
      }
      if (char === '}' || char === ']') {
        depth -= 1;
        return depth === 0 ? 'ends-with' : 'more';
      }
      if (started === 'no') started = 'scalar';
      return 'more';
    },
  };
}

/**
 * The value of a span that the scanner found whole. Small slips of a model (a trailing comma, a raw line break in
 * a string, `True`) are repaired; nothing is ever repaired that was cut, because a cut span is not whole.
 */
export function parseSpan(span: string): Result<Json, string> {
  try {
    return ok(JSON.parse(span) as Json);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON';
    return span.length <= MAX_REPAIRED_CHARS ? repaired(span, message) : err(message);
  }
}

function repaired(span: string, message: string): Result<Json, string> {
  try {
    return ok(JSON.parse(jsonrepair(span)) as Json);
  } catch {
    return err(message);
  }
}

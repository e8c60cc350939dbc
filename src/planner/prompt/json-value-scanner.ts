/** Finds where one JSON value ends in text that arrives in pieces. Knows brackets and quotes, not meaning. */

import { jsonrepair } from 'jsonrepair';
import type { Json } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { MAX_DEPTH, MAX_REPAIRED_CHARS } from './limits.ts';

export interface JsonValueScanner {
  /**
   * Takes one character. `more`: the value goes on. `comment`: so it does, and this is none of it. `ends-with`: it ended
   * with this character. `ended-before`: it ended before this character, which belongs to whatever comes next.
   */
  take(char: string): 'more' | 'comment' | 'ends-with' | 'ended-before' | 'too-deep';
}

/** A scanner for a value whose first character is the first one it is given. */
export function scanJsonValue(): JsonValueScanner {
  const comments = createCommentFilter();
  let depth = 0;
  /** The sign that ends the text it is in; empty outside of one. */
  let quote = '';
  let escaped = false;
  let started: 'no' | 'string' | 'container' | 'scalar' = 'no';

  const inside = (char: string) => {
    if (escaped) escaped = false;
    else if (char === '\\') escaped = true;
    else if (char === quote) quote = '';
  };

  return {
    take(char) {
      if (quote !== '') {
        inside(char);
        return quote === '' && started === 'string' ? 'ends-with' : 'more';
      }
      if (started === 'scalar') return /[\s,:\]}]/.test(char) ? 'ended-before' : 'more';
      if (comments.takes(char)) return 'comment';
      if (char === '"' || char === "'") {
        quote = char;
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

interface CommentFilter {
  /** Whether a character outside of texts is part of a comment, or opens one. */
  takes(char: string): boolean;
}

/** Comments as JavaScript and Python have them, which models write into JSON. Outside of texts, it has neither sign. */
export function createCommentFilter(): CommentFilter {
  let place: 'none' | 'slash' | 'line' | 'block' | 'star' = 'none';
  return {
    takes(char) {
      switch (place) {
        case 'none':
          if (char === '/') place = 'slash';
          else if (char === '#') place = 'line';
          return place !== 'none';
        case 'slash':
          place = char === '/' ? 'line' : char === '*' ? 'block' : 'none';
          return place !== 'none';
        case 'line':
          if (char === '\n') place = 'none';
          return true;
        case 'block':
          if (char === '*') place = 'star';
          return true;
        case 'star':
          place = char === '/' ? 'none' : char === '*' ? 'star' : 'block';
          return true;
      }
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

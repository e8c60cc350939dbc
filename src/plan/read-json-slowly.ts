/** Finds the place where a JSON text is wrong, and reads comments. For texts on which the fast path gave up. */

import { createScanner, type ParseErrorCode, parse, visit } from 'jsonc-parser';

/** jsonc-parser's token numbers; it declares them as a const enum, which a file compiled by itself can't read. */
const TOKEN = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, number: 11, end: 17 } as const;

const OPTIONS = { disallowComments: false, allowTrailingComma: true } as const;

interface SyntaxFault {
  readonly offset: number;
  /** A sentence. */
  readonly message: string;
}

/** jsonc-parser's own words are for programmers; these are for whoever wrote the text. By `ParseErrorCode`. */
const WORDS: Readonly<Record<number, string>> = {
  1: 'This is not a JSON value; texts stand in double quotes.',
  2: 'This is not a JSON number.',
  3: 'A key in double quotes is expected here.',
  4: 'A value is expected here.',
  5: 'A ":" is expected here.',
  6: 'A "," is expected here.',
  7: 'A "}" is missing: the text ends, or something else stands here.',
  8: 'A "]" is missing: the text ends, or something else stands here.',
  9: 'The text goes on after its end; only one value is expected.',
  10: 'Comments are not expected here.',
  11: 'A comment is not closed.',
  12: 'A text has no closing quote.',
  13: 'A number is cut off.',
  14: 'A \\u must be followed by four hexadecimal digits.',
  15: 'After the backslash stands nothing that it could escape.',
  16: 'A control character stands here; write it as \\u and four digits.',
};

/** The first fault of the syntax, comments and trailing commas allowed. */
export function findSyntaxFault(text: string, maxDepth: number): SyntaxFault | 'too deep' | undefined {
  // The parser below recurses, so depth is measured first, by tokens.
  if (depthOf(text, maxDepth) > maxDepth) return 'too deep';
  let fault: SyntaxFault | undefined;
  const note = (offset: number, message: string): void => {
    if (fault === undefined || offset < fault.offset) fault = { offset, message };
  };
  visit(
    text,
    {
      onError: (code: ParseErrorCode, offset) => note(offset, WORDS[code] ?? 'This is not JSON.'),
      // jsonc-parser would set the prototype of what it reads.
      onObjectProperty: (key, offset) => {
        if (key === '__proto__') note(offset, 'The key "__proto__" is refused: it reaches behind the data.');
      },
    },
    OPTIONS,
  );
  return fault;
}

/** Reads a text in which `findSyntaxFault` found nothing. */
export function parseWithComments(text: string): unknown {
  return parse(text, [], OPTIONS) as unknown;
}

function depthOf(text: string, enough: number): number {
  const scanner = createScanner(text, true);
  let depth = 0;
  let deepest = 0;
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
      deepest = Math.max(deepest, ++depth);
      if (deepest > enough) return deepest;
    } else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
      depth--;
    }
  }
  return deepest;
}

/** The first integer beyond 2^53, and the first number too large for a double. */
export function findBigInteger(text: string): number | undefined {
  const scanner = createScanner(text, true);
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token !== TOKEN.number) continue;
    const literal = scanner.getTokenValue();
    const value = Math.abs(Number(literal));
    if (value < Number.MAX_SAFE_INTEGER) continue;
    // A number with a point or an exponent is meant as a double, and is one unless it is infinite.
    if (value === Number.POSITIVE_INFINITY || isBeyond(literal)) return scanner.getTokenOffset();
  }
  return undefined;
}

const LARGEST = '9007199254740992';

function isBeyond(literal: string): boolean {
  const digits = literal.startsWith('-') ? literal.slice(1) : literal;
  if (!/^\d+$/.test(digits)) return false;
  return digits.length > LARGEST.length || (digits.length === LARGEST.length && digits > LARGEST);
}

// Finds a key that is twice in one object, in a text that is known to be JSON (comments and all).

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const STAR = 0x2a;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The first key that its object has already, and the offset of its opening quote. */
export function findDuplicateKey(text: string): { offset: number; key: string } | undefined {
  const open: Set<string>[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const offset = at;
      const end = endOfString(text, offset);
      at = skipBlank(text, end);
      // A string that a colon follows is a key; `"a"` and `"\u0061"` are the same one.
      if (text.charCodeAt(at) !== COLON) continue;
      const key = JSON.parse(text.slice(offset, end)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return { offset, key };
      keys?.add(key);
    } else if (code === SLASH) {
      at = skipBlank(text, at);
    } else {
      if (code === OPEN_BRACE) open.push(new Set());
      else if (code === CLOSE_BRACE) open.pop();
      at++;
    }
  }
  return undefined;
}

/** The offset behind the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The offset of the next character that is neither white space nor in a comment. */
function skipBlank(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 32 || (code >= 9 && code <= 13)) {
      at++;
    } else if (code === SLASH) {
      const block = text.charCodeAt(at + 1) === STAR;
      const end = text.indexOf(block ? '*/' : '\n', at + 2);
      at = end < 0 ? text.length : end + (block ? 2 : 1);
    } else {
      return at;
    }
  }
}

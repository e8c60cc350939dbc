/** Finds a key that is twice in one object, in a text that is known to be JSON (comments and all). */

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

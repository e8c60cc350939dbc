/** Regular expressions out of a stranger's schema: run only where they cannot take exponential time. */

const LONGEST_PATTERN = 500;
/** Even a pattern without nested repeats is polynomial; a text longer than this is not tried. */
const LONGEST_TEXT = 5_000;

const compiled = new Map<string, RegExp | null>();

/** True where `text` matches, and where the pattern is one we refuse to run: a guess must not block a plan. */
export function matchesPattern(pattern: string, text: string): boolean {
  let regexp = compiled.get(pattern);
  if (regexp === undefined) {
    regexp = compile(pattern);
    if (compiled.size > 1_000) compiled.clear();
    compiled.set(pattern, regexp);
  }
  return regexp === null || text.length > LONGEST_TEXT || regexp.test(text);
}

/** Whether `matchesPattern` runs this pattern: false for one that is malformed or may backtrack for ever. */
export const isSafePattern = (pattern: string): boolean => compile(pattern) !== null;

function compile(pattern: string): RegExp | null {
  if (pattern.length > LONGEST_PATTERN || repeatsARepeat(pattern)) return null;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

/** A repeat or a choice inside a group that is itself repeated, or a back reference: `(a+)+`, `(a|a)*`. */
function repeatsARepeat(pattern: string): boolean {
  const risky: boolean[] = [];
  let repeats = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === '\\') {
      if (/[1-9k]/.test(pattern[at + 1] ?? '')) return true;
      at += 1;
    } else if (char === '[') {
      at = endOfClass(pattern, at);
    } else if (char === '(') {
      risky.push(false);
    } else if (char === ')') {
      const inside = risky.pop() ?? false;
      const repeated = /[*+{]/.test(pattern[at + 1] ?? '');
      if (inside && repeated) return true;
      if (inside || repeated) mark(risky);
    } else if (char === '|') {
      mark(risky);
    } else if (char === '*' || char === '+' || char === '{') {
      repeats += 1;
      if (repeats > 12) return true;
      mark(risky);
    }
  }
  return false;
}

function mark(risky: boolean[]): void {
  if (risky.length > 0) risky[risky.length - 1] = true;
}

function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}

/**
 * Regular expressions out of a stranger's schema, run by RE2: in a time linear in the text, whatever the pattern.
 * RE2 is fetched with the first of them. Knows no schema.
 */

import type { RE2JS } from 're2js';

/** UTF-16 units; a longer pattern is not compiled. */
const LONGEST_PATTERN = 1000;
/** Patterns that are kept compiled. */
const MOST_KEPT = 1000;

let re2: typeof RE2JS | null = null;
let fetched: Promise<void> | undefined;
const waiting = new Set<() => void>();
const compiled = new Map<string, RE2JS | null>();

/**
 * Fetches RE2. Whoever records what a check says awaits this first: until then no pattern is tried.
 * Rejects where it can't be had; the next call tries again.
 */
export function loadPatterns(): Promise<void> {
  fetched ??= import('re2js').then(
    (module) => {
      re2 = module.RE2JS;
      for (const told of waiting) told();
    },
    (error: unknown) => {
      fetched = undefined;
      throw error;
    },
  );
  return fetched;
}

/** Calls back once RE2 is there: what was checked without it is checked again. */
export function onPatternsLoaded(told: () => void): void {
  waiting.add(told);
}

/**
 * What a pattern says of a text: `unchecked` where RE2 can't take it (look-around, back references, a mistake), or is
 * not there yet, which fetches it.
 * @param budget hears the steps it will take, before it takes them; may throw
 */
export function matchesPattern(
  pattern: string,
  text: string,
  budget?: { spend(steps: number): void },
): boolean | 'unchecked' {
  const program = programOf(pattern);
  if (!program) return 'unchecked';
  budget?.spend(1 + Math.ceil((text.length * program.programSize()) / 2));
  return program.matcher(text).find();
}

/** Whether RE2 takes a pattern; undefined while it is not there, which fetches it. */
export function isPatternKnown(pattern: string): boolean | undefined {
  const program = programOf(pattern);
  return program === undefined ? undefined : program !== null;
}

function programOf(pattern: string): RE2JS | null | undefined {
  if (re2 === null) {
    loadPatterns().catch(() => {});
    return undefined;
  }
  let program = compiled.get(pattern);
  if (program === undefined) {
    program = compile(re2, pattern);
    if (compiled.size >= MOST_KEPT) compiled.clear();
    compiled.set(pattern, program);
  }
  return program;
}

function compile(engine: typeof RE2JS, pattern: string): RE2JS | null {
  if (pattern.length > LONGEST_PATTERN) return null;
  try {
    return engine.compile(engine.translateRegExp(pattern));
  } catch {
    return null;
  }
}

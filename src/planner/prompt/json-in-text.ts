/** The JSON value in a model's finished answer, with prose, a fence or reasoning around it. Pure. */

import type { Json } from '../../lib/json.ts';
import { parseSpan, scanJsonValue } from './json-value-scanner.ts';

const THOUGHT = /^\s*<(think|thinking|reasoning|thought)>[\s\S]*?<\/\1>/;

/** An answer without the reasoning that some models put before it. */
export const withoutReasoning = (text: string): string => text.replace(THOUGHT, '').trim();

/** Brackets in prose that open nothing are tried at most so often, or a wall of them would cost its square. */
const MAX_TRIES = 50;

/** The whole text as JSON, else the first object or array in it that is JSON. Undefined where there is none. */
export function jsonInText(text: string): Json | undefined {
  const answer = withoutReasoning(text);
  try {
    return JSON.parse(answer) as Json;
  } catch {
    // Prose or a fence around it, then.
  }
  let from = 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const start = answer.slice(from).search(/[{[]/);
    if (start < 0) return undefined;
    const span = wholeValueAt(answer, from + start);
    const parsed = span === undefined || !opensJson(span) ? undefined : parseSpan(span);
    if (parsed?.ok) return parsed.value;
    from += start + 1;
  }
  return undefined;
}

/** `{braces}` in prose are not an object: repair would make one of them. */
const opensJson = (span: string): boolean => /^(\{\s*["}]|\[)/.test(span);

function wholeValueAt(text: string, start: number): string | undefined {
  const scanner = scanJsonValue();
  for (let at = start; at < text.length; at++) {
    const step = scanner.take(text.charAt(at));
    if (step === 'ends-with') return text.slice(start, at + 1);
    if (step !== 'more' && step !== 'comment') return undefined;
  }
  return undefined;
}

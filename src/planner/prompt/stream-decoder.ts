/** Reads `{title, calls, output, …}` out of a model's text as it streams in. Knows JSON and prose, not tools. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type JsonValueScanner, parseSpan, scanJsonValue } from './json-value-scanner.ts';
import { MAX_ANSWER_CHARS, MAX_DEPTH } from './limits.ts';

/** A part of the plan, as soon as it is whole. */
export type DecodedPart =
  | { readonly kind: 'call'; readonly value: Json }
  | { readonly kind: 'field'; readonly key: string; readonly value: Json };

interface DecodeFault {
  /** `cut`: the text ended inside the plan. `no-plan`: no plan was in it. */
  readonly code: 'cut' | 'no-plan' | 'malformed' | 'too-large';
  readonly message: string;
}

interface StreamDecoder {
  /** Takes the next piece of text and gives the parts that became whole with it. After a fault: none. */
  push(text: string): readonly DecodedPart[];
  /** Says whether what was read is one whole plan. To be called once, when the stream has ended. */
  end(): Result<null, DecodeFault>;
}

/** What the next character is. `seek`: still prose. `after`: a comma or a closing bracket. */
type Place = 'seek' | 'key' | 'in-key' | 'colon' | 'value' | 'in-value' | 'after' | 'done' | 'fault';

/** The first characters of a JSON value, and of Python's True, False and None, which are repaired. */
const VALUE_START = /["{[\-0-9tfnTFN]/;

/**
 * Accepts the object itself, a bare array of calls, and either inside prose, a fence or after a `<think>` part.
 * A bracket in prose that turns out not to open JSON is passed over without going back, so the work is linear in
 * the text whatever a stranger sends. Once a call has been given out, a syntax fault is final.
 */
export function createStreamDecoder(maxChars: number = MAX_ANSWER_CHARS): StreamDecoder {
  const parts: DecodedPart[] = [];
  const reasoning = createReasoningFilter();
  let received = 0;
  let place: Place = 'seek';
  let fault: DecodeFault | null = null;

  /** The root that is being read: `{…}` or a bare list of calls. */
  let root: 'object' | 'list' = 'object';
  /** Between the brackets of the list of calls. */
  let inList = false;
  let sawList = false;
  /** A call has been given out: from here on this root is the plan. */
  let committed = false;
  let key = '';
  let held: { key: string; value: Json }[] = [];
  let scanner: JsonValueScanner = scanJsonValue();
  let span = '';

  const fail = (code: DecodeFault['code'], message: string) => {
    fault = { code, message };
    place = 'fault';
  };

  /** The bracket was prose, or JSON that is no plan: look on from the character that gave it away. */
  const passOver = (message: string, char: string) => {
    if (committed) {
      fail('malformed', message);
      return;
    }
    held = [];
    inList = false;
    sawList = false;
    place = 'seek';
    handlers.seek(char);
  };

  /** Fields wait for the first call, or a sketch of the format in prose could leave its output in the plan. */
  const releaseHeld = () => {
    for (const field of held) parts.push({ kind: 'field', ...field });
    held = [];
  };

  const giveCall = (value: Json) => {
    committed = true;
    releaseHeld();
    parts.push({ kind: 'call', value });
  };

  const giveField = (value: Json) => {
    if (committed) parts.push({ kind: 'field', key, value });
    else held.push({ key, value });
  };

  const finishRoot = () => {
    // Some models wrap the plan once more: {"plan": {"calls": …}}.
    const wrapped = sawList
      ? undefined
      : held.find((field) => isObject(field.value) && Array.isArray(field.value.calls));
    if (wrapped !== undefined) {
      held = [];
      const { calls, ...fields } = wrapped.value as JsonObject;
      for (const call of calls as Json[]) giveCall(call);
      for (const [name, value] of Object.entries(fields)) parts.push({ kind: 'field', key: name, value });
    }
    place = sawList || wrapped !== undefined ? 'done' : 'seek';
    if (place === 'done') releaseHeld();
    held = [];
  };

  const closeList = () => {
    inList = false;
    key = '';
    if (root === 'object') place = 'after';
    // `[]` and `[1]` in prose are lists, but not plans.
    else place = committed ? 'done' : 'seek';
  };

  const startSpan = (next: 'in-key' | 'in-value', char: string) => {
    scanner = scanJsonValue();
    span = '';
    place = next;
    handlers[next](char);
  };

  const finishKey = () => {
    const name = parseSpan(span);
    if (!name.ok || typeof name.value !== 'string') return passOver('A key in the answer is not text.', '');
    key = name.value;
    place = 'colon';
  };

  const finishValue = () => {
    const parsed = parseSpan(span);
    if (!parsed.ok) return passOver(`A part of the answer is not JSON: ${parsed.error}.`, '');
    place = 'after';
    if (!inList) giveField(parsed.value);
    else if (root === 'object' || committed || (isObject(parsed.value) && '_tool' in parsed.value)) {
      giveCall(parsed.value);
    } else passOver('The answer is a list, but not of calls.', '');
  };

  const scan = (char: string, finish: () => void) => {
    const step = scanner.take(char);
    if (step === 'too-deep') return fail('malformed', `The answer is nested more than ${MAX_DEPTH} deep.`);
    if (step !== 'ended-before') span += char;
    if (step === 'more') return;
    finish();
    if (step === 'ended-before') take(char);
  };

  const handlers: Record<Place, (char: string) => void> = {
    seek(char) {
      if (char === '{') {
        root = 'object';
        place = 'key';
      } else if (char === '[') {
        root = 'list';
        inList = true;
        place = 'value';
      }
    },
    key(char) {
      if (char === '"') startSpan('in-key', char);
      else if (char === '}') finishRoot();
      else passOver(`A key was expected, not "${char}".`, char);
    },
    'in-key': (char) => scan(char, finishKey),
    colon(char) {
      if (char === ':') place = 'value';
      else passOver(`After the key "${key.slice(0, 40)}" a colon was expected.`, char);
    },
    value(char) {
      if (char === '[' && key === 'calls' && root === 'object' && !inList) {
        if (sawList) fail('malformed', 'The answer has "calls" twice.');
        inList = true;
        sawList = true;
      } else if (char === ']' && inList) closeList();
      else if (VALUE_START.test(char)) startSpan('in-value', char);
      else passOver(`A value was expected, not "${char}".`, char);
    },
    'in-value': (char) => scan(char, finishValue),
    after(char) {
      if (char === ',') place = inList ? 'value' : 'key';
      else if (char === ']' && inList) closeList();
      else if (char === '}' && !inList) finishRoot();
      else passOver(`A comma or a closing bracket was expected, not "${char}".`, char);
    },
    done: () => {},
    fault: () => {},
  };

  const take = (char: string) => {
    const betweenTokens = place !== 'in-key' && place !== 'in-value';
    if (!(betweenTokens && /\s/.test(char))) handlers[place](char);
  };

  return {
    push(text) {
      received += text.length;
      if (received > maxChars && place !== 'fault') {
        fail('too-large', `The answer is longer than ${maxChars.toLocaleString('en')} characters.`);
      }
      for (const char of reasoning.push(text)) take(char);
      return parts.splice(0);
    },
    end() {
      if (fault !== null) return err(fault);
      if (place === 'done') return ok(null);
      if (place !== 'seek')
        return err({ code: 'cut', message: 'The answer ends before its JSON is closed.' });
      return err({
        code: 'no-plan',
        message: 'There is no plan in the answer: no JSON object with "calls".',
      });
    },
  };
}

// Drops a leading `<think>…</think>` from streamed text: a draft plan inside it is not the answer.

const OPEN = '<think>';
const CLOSE = '</think>';

interface ReasoningFilter {
  /** The next piece of text without the reasoning. What may still be the start of a tag is held back. */
  push(text: string): string;
}

function createReasoningFilter(): ReasoningFilter {
  let where: 'before' | 'inside' | 'after' = 'before';
  let held = '';
  return {
    push(text) {
      if (where === 'after') return text;
      held += text;
      if (where === 'before') {
        const start = held.trimStart();
        if (OPEN.startsWith(start)) return '';
        if (!start.startsWith(OPEN)) {
          where = 'after';
          const all = held;
          held = '';
          return all;
        }
        where = 'inside';
      }
      const close = held.indexOf(CLOSE);
      if (close < 0) {
        // Only the tail can still be part of the closing tag; keeping all would make long reasoning quadratic.
        held = held.slice(-CLOSE.length);
        return '';
      }
      where = 'after';
      const answer = held.slice(close + CLOSE.length);
      held = '';
      return answer;
    },
  };
}

/** Reads `{title, calls, output, …}` out of a model's text as it streams in. Knows JSON and prose, not tools. */

import { hasOwn, isObject, type Json, type JsonObject, setOwn } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import {
  createCommentFilter,
  type JsonValueScanner,
  parseSpan,
  scanJsonValue,
} from './json-value-scanner.ts';
import { MAX_ANSWER_CHARS, MAX_DEPTH } from './limits.ts';
import { looksLikeCall } from './usual-forms.ts';

/** A part of the plan, as soon as it is whole. */
export type DecodedPart =
  | { readonly kind: 'call'; readonly value: Json }
  | { readonly kind: 'field'; readonly key: string; readonly value: Json }
  /** Another plan begins: it takes the place of the one before it. */
  | { readonly kind: 'restart' };

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
type Place = 'seek' | 'key' | 'in-key' | 'colon' | 'value' | 'in-value' | 'after' | 'fault';

/** The first characters of a JSON value, of Python's True, False and None, and of single quotes, which are repaired. */
const VALUE_START = /["'{[\-0-9tfnTFN]/;
/** Of a key; one without quotes is repaired. */
const KEY_START = /["'A-Za-z_]/;

/** Under which models give their list of calls where it is not `calls`. */
const OTHER_LISTS = ['steps', 'plan', 'tool_calls', 'toolCalls', 'actions', 'tasks'];

/**
 * Accepts the object itself, a bare array of calls, and either inside prose, a fence or after a `<think>` part; of
 * several plans the last. A bracket in prose that turns out not to open JSON is passed over without going back, so the
 * work is linear in the text whatever a stranger sends. Once a call has been given out, a syntax fault is final.
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
  /** A plan came whole before this one. */
  let isWhole = false;
  /** Calls came each by itself, as between `<tool_call>` and its end: together they are the plan, unless a list follows. */
  let isLoose = false;
  const comments = createCommentFilter();
  let key = '';
  let held: { key: string; value: Json }[] = [];
  let scanner: JsonValueScanner = scanJsonValue();
  let span = '';

  const fail = (code: DecodeFault['code'], message: string) => {
    if ((isWhole || isLoose) && !committed && code !== 'too-large') return passOver(message, '');
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
    if (!committed && (isWhole || isLoose)) parts.push({ kind: 'restart' });
    isWhole = false;
    isLoose = false;
    committed = true;
    releaseHeld();
    parts.push({ kind: 'call', value });
  };

  const giveField = (value: Json) => {
    if (committed) parts.push({ kind: 'field', key, value });
    else held.push({ key, value });
  };

  const finishRoot = () => {
    if (!sawList) giveOther();
    // What a model looks for before it plans is an answer, too.
    const isSearch = !isWhole && held.some(({ key, value }) => key === 'search' && Array.isArray(value));
    if (sawList || committed || isSearch) return plan();
    const call = fieldsOf(held);
    if (!isWhole && looksLikeCall(call)) {
      isLoose = true;
      parts.push({ kind: 'call', value: call });
    }
    held = [];
    place = 'seek';
  };

  /** The list of calls under another name, or the whole plan one level further in: {"plan": {"calls": …}}. */
  const giveOther = () => {
    const fields = fieldsOf(held);
    const inner = [fields, ...Object.values(fields).map(unwrapped)].filter(isObject) as JsonObject[];
    for (const within of inner) {
      const isList = (name: string) =>
        hasOwn(within, name) && (name === 'calls' ? Array.isArray(within[name]) : isCalls(within[name]!));
      const name = ['calls', ...OTHER_LISTS].find(isList);
      if (name === undefined) continue;
      const { [name]: calls, ...rest } = within;
      held = Object.entries(rest).map(([key, value]) => ({ key, value }));
      for (const call of calls as Json[]) giveCall(call);
      return;
    }
  };

  /** This root is a plan, and whole. */
  const plan = () => {
    if (!committed && (isWhole || isLoose)) parts.push({ kind: 'restart' });
    isLoose = false;
    releaseHeld();
    held = [];
    inList = false;
    sawList = false;
    committed = false;
    isWhole = true;
    place = 'seek';
  };

  const closeList = () => {
    inList = false;
    key = '';
    if (root === 'object') place = 'after';
    // `[]` and `[1]` in prose are lists, but not plans.
    else if (committed) plan();
    else place = 'seek';
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
    else if (root === 'object' || committed || looksLikeCall(parsed.value)) {
      giveCall(parsed.value);
    } else passOver('The answer is a list, but not of calls.', '');
  };

  const scan = (char: string, finish: () => void) => {
    const step = scanner.take(char);
    if (step === 'too-deep') return fail('malformed', `The answer is nested more than ${MAX_DEPTH} deep.`);
    if (step === 'comment') return;
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
      if (KEY_START.test(char)) startSpan('in-key', char);
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
      // A forgotten comma.
      else if (inList ? /["{]/.test(char) : KEY_START.test(char)) {
        place = inList ? 'value' : 'key';
        handlers[place](char);
      } else passOver(`A comma or a closing bracket was expected, not "${char}".`, char);
    },
    fault: () => {},
  };

  const take = (char: string) => {
    const betweenTokens = place !== 'in-key' && place !== 'in-value';
    if (betweenTokens && ((place !== 'seek' && comments.takes(char)) || /\s/.test(char))) return;
    handlers[place](char);
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
      // Of calls that came each by itself the last may be cut; behind a whole plan nothing is missed.
      if (!committed && (isWhole || (isLoose && place === 'seek'))) return ok(null);
      if (place !== 'seek')
        return err({ code: 'cut', message: 'The answer ends before its JSON is closed.' });
      return err({
        code: 'no-plan',
        message: 'There is no plan in the answer: no JSON object with "calls".',
      });
    },
  };
}

const fieldsOf = (held: readonly { readonly key: string; readonly value: Json }[]): JsonObject => {
  const fields: JsonObject = {};
  for (const { key, value } of held) setOwn(fields, key, value);
  return fields;
};

/** JSON that was written as a text once more. */
function unwrapped(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  const parsed = parseSpan(value.trim());
  return parsed.ok ? parsed.value : value;
}

const isCalls = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(looksLikeCall);

// Drops `<think>…</think>` and its like from the beginning of streamed text: a draft plan inside it is not the answer.

const THOUGHTS = ['think', 'thinking', 'reasoning', 'thought'];

interface ReasoningFilter {
  /** The next piece of text without the reasoning. What may still be the start of a tag is held back. */
  push(text: string): string;
}

function createReasoningFilter(): ReasoningFilter {
  /** The tag that ends what is being read; null before it, undefined where the answer has begun. */
  let close: string | null | undefined = null;
  let held = '';
  return {
    push(text) {
      if (close === undefined) return text;
      held += text;
      for (;;) {
        if (close === null) {
          const start = held.trimStart();
          if (THOUGHTS.some((name) => `<${name}>`.startsWith(start))) return '';
          const name = THOUGHTS.find((one) => start.startsWith(`<${one}>`));
          if (name === undefined) {
            close = undefined;
            return held;
          }
          close = `</${name}>`;
        }
        const end = held.indexOf(close);
        if (end < 0) {
          // Only the tail can still be part of the closing tag; keeping all would make long reasoning quadratic.
          held = held.slice(-close.length);
          return '';
        }
        held = held.slice(end + close.length);
        close = null;
      }
    },
  };
}

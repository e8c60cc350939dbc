/** How a parameter's value reads on a card: a literal, references as pills, or nothing yet. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { visible, visibleLines } from '../lib/visible-text.ts';
import type { JsonPath } from '../plan/edit.ts';
import { type Expr, isExpression, literalOf, printRef, type Ref } from '../plan/expression.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';

/** One reference as a card shows it. */
export interface Pill {
  /** `user.name` for state; the kind is written out for every other one: `input.name`. */
  readonly text: string;
  readonly full: string;
  readonly hue: Hue;
  /** Between this pill and the one before it. */
  readonly joint?: '||' | '&&';
}

/** What stands in a row of a card. */
export type CardValue =
  /** The contract asks for it and the call does not have it; it may be left out of what is asked of a plan. */
  | { readonly kind: 'missing'; readonly isOptional?: boolean | undefined }
  | { readonly kind: 'literal'; readonly text: string; readonly title: string }
  /** `around` is the shape the references stand in, where the value is more than one expression: `{…}`. */
  | {
      readonly kind: 'reference';
      readonly pills: readonly Pill[];
      readonly title: string;
      readonly around?: string;
    }
  /** The plan that the call runs: how many calls it has, and `title` as it is referred to. */
  | { readonly kind: 'plan'; readonly call: string; readonly calls: number; readonly title: string }
  /** Meant as an expression, but it does not parse. */
  | { readonly kind: 'broken'; readonly text: string };

// ---- One of eight hues for a path, the same for its writer and all its readers, whatever else the plan holds ----

/** Names a colour of the style sheets; see `hueOf`. */
export type Hue = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Hashes the root of the path (`state.user` of `†state.user.name`), FNV-1a, so that an edit elsewhere never recolours it. */
export function hueOf(ref: Ref): Hue {
  return hueOfText(`${ref.kind}.${ref.path[0] ?? ''}`);
}

function hueOfText(text: string): Hue {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  // The low bits of FNV-1a hardly mix on short texts.
  hash ^= hash >>> 15;
  return (((hash >>> 0) % 8) + 1) as Hue;
}

// ---- Values ----

const SHOWN = 60;
const SHOWN_IN_TITLE = 400;

export function pillOf(ref: Ref, joint?: '||' | '&&'): Pill {
  const full = printRef(ref);
  const text = ref.kind === 'state' && ref.path.length > 0 ? full.slice('†state.'.length) : full.slice(1);
  const pill = { text: text === '' ? ref.kind : visible(text), full: visible(full), hue: hueOf(ref) };
  return joint ? { ...pill, joint } : pill;
}

/** The references of an expression with what joins each to the one before it. */
function pillsOf(expr: Expr): Pill[] {
  if (expr.type === 'ref') return [pillOf(expr)];
  const joint = expr.type === 'or' ? '||' : '&&';
  return expr.operands.flatMap((operand, i) => {
    const pills = pillsOf(operand);
    return i === 0 ? pills : pills.map((pill, k) => (k === 0 ? { ...pill, joint } : pill));
  });
}

/** The value at top-level key `key` of a call. */
export function cardValue(parsed: ParsedCall, key: string): CardValue {
  const value = parsed.call[key] as Json | undefined;
  const places = parsed.places.filter((place) => place.path[0] === key);
  if (places.length > 0) {
    const whole = places.length === 1 && itemAt(places, 0).path.length === 1;
    const title = visibleLines(brief(value, SHOWN_IN_TITLE));
    const pills = places.flatMap((place) => pillsOf(place.expr));
    if (whole) return { kind: 'reference', pills, title };
    return { kind: 'reference', pills, title, around: Array.isArray(value) ? '[…]' : '{…}' };
  }
  if (typeof value === 'string') {
    if (isBroken(parsed, [key])) return { kind: 'broken', text: visible(value.slice(0, SHOWN)) };
    const text = isExpression(value) ? value : literalOf(value);
    return literal(text.slice(0, SHOWN_IN_TITLE));
  }
  return literal(brief(value, SHOWN_IN_TITLE));
}

const literal = (title: string): CardValue => ({
  kind: 'literal',
  text: title === '' ? '""' : visible(title.slice(0, SHOWN)),
  title: visibleLines(title),
});

const isBroken = (parsed: ParsedCall, path: JsonPath): boolean =>
  parsed.errors.some((error) => error.path[0] === path[0]);

/** JSON cut after `limit` characters, without walking the rest: a value of 50 MB must not stop the screen. */
export function brief(value: Json | undefined, limit: number): string {
  if (typeof value === 'string') return value.slice(0, limit);
  let text = '';
  const write = (item: Json | undefined, depth: number): void => {
    if (text.length >= limit) return;
    if (typeof item === 'string') text += JSON.stringify(item.slice(0, limit));
    else if (typeof item !== 'object' || item === null) text += String(item);
    else if (depth > 6) text += '…';
    else if (Array.isArray(item)) {
      text += '[';
      for (let i = 0; i < item.length && text.length < limit; i++) {
        if (i > 0) text += ', ';
        write(item[i], depth + 1);
      }
      text += ']';
    } else {
      text += '{';
      let first = true;
      for (const key in item) {
        if (text.length >= limit) break;
        if (!first) text += ', ';
        first = false;
        text += `${key}: `;
        write(item[key], depth + 1);
      }
      text += '}';
    }
  };
  write(value, 0);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

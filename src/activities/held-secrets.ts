/**
 * The secrets of a device where a call meets them (L-9): put in where its document names them, and taken out of all that
 * is kept of it. What a secret may look like in a text: redaction.ts.
 */

import { type JsonObject, setOwn } from '../lib/json.ts';
import { printRef } from '../plan/expression.ts';
import type { HeldSecret } from '../run/messages.ts';
import type { NamedSecret } from '../tools/named-secrets.ts';
import { type Hidden, NOTHING_HIDDEN, type Redaction, redactionOf } from './redaction.ts';

type Held = ReadonlyMap<string, HeldSecret>;

/** Puts in the secrets that the document names, into parameters of the call's own; they go to the activity and nowhere else. */
export function withSecrets(params: JsonObject, named: readonly NamedSecret[], secrets: Held): JsonObject {
  for (const { path, name } of named) {
    const key = path.at(-1);
    let holder: unknown = params;
    for (const segment of path.slice(0, -1))
      holder = (holder as Record<string | number, unknown> | undefined)?.[segment];
    const held = secrets.get(name);
    // What a person typed in its place for this attempt stands.
    const stands = typeof holder === 'object' && holder !== null && key !== undefined;
    if (!stands || !held || (holder as Record<string | number, unknown>)[key] !== printSecret(name)) continue;
    setOwn(holder as object, String(key), held.value);
  }
  return params;
}

const printSecret = (name: string): string => printRef({ type: 'ref', kind: 'secret', path: [name] });

interface Hiding {
  readonly hidden: Hidden;
  readonly redaction: Redaction;
}

const hidings = new WeakMap<Held, Hiding>();

/** What is to be taken out of everything that is kept; worked out once for the secrets of a place as they stand. */
export function hiding(secrets: Held): Hiding {
  let known = hidings.get(secrets);
  if (!known) {
    const hidden = [...secrets].map(([name, { value }]) => [name, value] as const);
    known = { hidden, redaction: redactionOf(hidden) };
    hidings.set(secrets, known);
  }
  return known;
}

/** The content of a file; bytes are looked at where they are a text. */
export function withoutSecrets(content: string | Uint8Array, redaction: Redaction): string | Uint8Array {
  if (typeof content === 'string') return redaction.text(content);
  if (redaction === NOTHING_HIDDEN) return content;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    const clean = redaction.text(text);
    return clean === text ? content : clean;
  } catch {
    return content;
  }
}

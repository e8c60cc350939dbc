/** What a call that threw says of itself, as a failure to be kept: a stranger's words, bounded and without secrets. */

import type { Happening } from '../host/port.ts';
import { messageOf } from '../lib/thrown.ts';
import { OUTCOMES } from '../run/outcome.ts';
import { ActivityError, NotEntered } from './activity.ts';
import type { Redaction } from './redaction.ts';
import { toJson } from './to-json.ts';

export type Thrown = Omit<Extract<Happening, { kind: 'threw' }>, 'kind' | 'call' | 'step' | 'attempt'>;

/** @param isEntered whether the activity itself had begun: what was thrown before did nothing (L-40a) */
export function failureOf(error: unknown, redaction: Redaction, isEntered: boolean): Thrown {
  const message = redaction.message(sentenceOf(error));
  if (error instanceof NotEntered) return { code: error.code, message, by: 'engine' };
  const { code = 'tool-error', retryAfterMs, outcome, value } = saidBy(error);
  return {
    code: redaction.text(code),
    message,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isEntered ? (outcome === undefined ? {} : { outcome }) : { outcome: 'not-sent' }),
    ...(outcome === 'done' && value !== undefined ? { value: redaction.json(value) } : {}),
  };
}

/**
 * What a thrown object of any class says of itself (L-24, L-40a): a module of a person's own may have a copy of ours. It
 * is a stranger's: reading it may throw, and what it says may be anything.
 */
function saidBy(error: unknown): Partial<Pick<Thrown, 'code' | 'retryAfterMs' | 'outcome' | 'value'>> {
  if (error instanceof ActivityError) return withoutAbsent(error);
  try {
    if (typeof error !== 'object' || error === null) return {};
    const { code, retryAfterMs, outcome, value } = error as Record<string, unknown>;
    const known = OUTCOMES.find((one) => one === outcome);
    const plain = value === undefined ? undefined : toJson(value);
    return withoutAbsent({
      code: typeof code === 'string' && code !== '' ? code.slice(0, CODE_LIMIT) : undefined,
      retryAfterMs: typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? retryAfterMs : undefined,
      outcome: known,
      value: plain?.ok ? plain.value : undefined,
    });
  } catch {
    return {};
  }
}

function withoutAbsent({
  code,
  retryAfterMs,
  outcome,
  value,
}: {
  readonly [K in 'code' | 'retryAfterMs' | 'outcome' | 'value']?: Thrown[K] | undefined;
}): Partial<Pick<Thrown, 'code' | 'retryAfterMs' | 'outcome' | 'value'>> {
  return {
    ...(code === undefined ? {} : { code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(value === undefined ? {} : { value }),
  };
}

/** A code is a word of a contract, no page of text. */
const CODE_LIMIT = 100;

/** UTF-16 units of a failure's message that are kept: the rest of a thrown page of text helps nobody. */
const MESSAGE_LIMIT = 2000;

/** What was thrown is a stranger's: reading it may throw again, and then the call would never end. */
function sentenceOf(error: unknown): string {
  try {
    const message = messageOf(error).trim();
    if (message.length > MESSAGE_LIMIT) return `${message.slice(0, MESSAGE_LIMIT)}…`;
    if (message !== '') return message;
  } catch {
    // Said below.
  }
  return 'The tool failed without saying why.';
}

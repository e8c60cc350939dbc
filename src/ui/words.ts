/** The words of the screen: statuses, effects, times, sizes and prices, as DESIGN §8 and LOOK spell them. */

import { cut } from '../lib/cut-text.ts';
import type { Effect } from '../plan/contract-shape.ts';
import type { Spent } from '../plan/talk.ts';
import type { WaitKind } from '../run/decision.ts';
import type { CallStatus, RunStatus } from '../run/events.ts';

/** A status in sentence case (DESIGN §8). */
export const CALL_STATUS: Readonly<Record<CallStatus, string>> = {
  pending: 'Pending',
  ready: 'Ready',
  waiting: 'Waiting',
  in_progress: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
  dispatched: 'Dispatched',
  in_doubt: 'In doubt',
};

const WAITS: Readonly<Record<WaitKind, string>> = {
  approval: 'Waiting for approval',
  answer: 'Waiting for an answer',
  gate: 'Waiting for approval',
  retry: 'Waiting to retry',
  time: 'Waiting for its time',
  child: 'Waiting for a sub-plan',
  failure: 'Waiting for a decision',
  in_doubt: 'In doubt',
  mandate: 'Waiting: beyond the mandate',
};

/** Of a call that a person took over. */
export const BY_HAND = 'Done by you';

export const callStatusWords = (
  status: CallStatus,
  wait: { readonly kind: WaitKind } | null,
  byHand = false,
): string => (status === 'waiting' && wait ? WAITS[wait.kind] : byHand ? BY_HAND : CALL_STATUS[status]);

/** A sub-run whose first event is on its way is as good as at work. */
export const runStatusWords = (status: RunStatus | 'new'): string =>
  RUN_STATUS[status === 'new' ? 'running' : status];

const SKIPPED_BECAUSE: Readonly<Record<string, string>> = {
  'branch-not-taken': 'The branch it needs was not taken.',
  failure: 'Something it needs has failed.',
  rejected: 'Its gate was rejected.',
  person: 'You skipped it.',
  'input-not-given': 'The input it needs was not given.',
  'switched-off': 'It, or all that writes what it needs, is switched off.',
  'not-in-part': 'It, or all that writes what it needs, is no part of this run.',
};

/** Why a call was skipped: the path that is missing, where there is one. */
export const skippedWords = ({ because, detail }: { because: string; detail?: string }): string =>
  detail ?? SKIPPED_BECAUSE[because] ?? because;

export const RUN_STATUS: Readonly<Record<RunStatus, string>> = {
  running: 'In progress',
  waiting: 'Waiting for you',
  completed: 'Completed',
  completed_with_errors: 'Completed with errors',
  failed: 'Failed',
  aborted: 'Aborted',
};

export const EFFECT: Readonly<Record<Effect, string>> = {
  none: 'Computes only',
  read: 'Reads',
  write: 'Writes',
  irreversible: "Can't be undone",
};

/** `980 ms`, `4.2 s`, `3 min 20 s`, `5 h 12 min`, `346 d 8 h`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return inTwo(seconds, 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  return minutes < 1440 ? inTwo(minutes, 60, 'h', 'min') : inTwo(Math.round(minutes / 60), 24, 'd', 'h');
}

function inTwo(amount: number, each: number, large: string, small: string): string {
  const rest = amount % each;
  return `${Math.floor(amount / each)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** `just now`, `4 s ago`, `12 min ago`, `3 h ago`, then the day. */
export function ago(time: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - time) / 1000));
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `640 B`, `12 kB`, `3.4 MB`, `1.2 GB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** `$0.012`; a price of nothing is said in words by the caller. */
export const price = (dollars: number): string =>
  dollars > 0 && dollars < 1e-6
    ? 'less than $0.000001'
    : `$${dollars >= 1 ? dollars.toFixed(2) : Number(dollars.toPrecision(2))}`;

/** The first words of what a person said, for a label. */
export const fewWords = (text: string): string => cut(text, 60);

/** What a proposed change is called: the sentence that it came of in quotes, or what it is. */
export const changeTitle = ({
  sentence,
  ofRun,
}: {
  readonly sentence: string;
  readonly ofRun?: { readonly isSaid: boolean };
}): string => (ofRun?.isSaid === false ? sentence : `“${fewWords(sentence)}”`);

/** A number with its noun: `1 call`, `2,000 calls`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What a model took: `4.2 s, 3,400 tokens, $0.012`, as far as it is known. */
export const spentWords = ({ ms, tokens, cost }: Spent): string =>
  [
    duration(ms),
    ...(tokens === undefined ? [] : [counted(tokens, 'token')]),
    ...(cost === undefined ? [] : [cost === 0 ? 'at no price' : price(cost)]),
  ].join(', ');

/** Whether the person has approved what a command would start: with the command itself, or on this machine before (L-70, L-74, L-76). */

import { hostname } from 'node:os';
import type { Json } from '../../lib/json.ts';
import { Misuse, printFault, type Terminal } from '../command.ts';
import { approvalOf, sayApproval, signedIn, type ToApprove } from './approval.ts';
import type { Receipt, ReceiptBook } from './receipts.ts';

/** What `--approve=SHA256` is read as: an option has either a value always or never. */
const ONLY = 'approve-only';

export const APPROVE_OPTIONS = { approve: { type: 'boolean' }, [ONLY]: { type: 'string' } } as const;

/** Arguments in which `--approve=SHA256` is an option of its own. */
export const withOnly = (args: readonly string[]): readonly string[] =>
  args.map((arg) => (arg.startsWith('--approve=') ? arg.replace('--approve=', `--${ONLY}=`) : arg));

/** What the command itself approves: nothing, whatever it would start, or only what has that hash. */
export interface Consent {
  readonly isGiven: boolean;
  readonly only: string | undefined;
}

/** @throws Misuse where the hash is none */
export function consentOf(values: {
  readonly approve?: boolean | undefined;
  readonly [ONLY]?: string | undefined;
}): Consent {
  const only = values[ONLY];
  if (only !== undefined && !/^[0-9a-f]{64}$/i.test(only))
    throw new Misuse('--approve=SHA256 takes the 64 hexadecimal characters that an approval ends with.');
  return { isGiven: values.approve === true || only !== undefined, only: only?.toLowerCase() };
}

/** An approval as it stands: what a run begins with. */
export interface Approved {
  readonly hash: string;
  /** What the person approved with this command; absent where they had before. */
  readonly receipt?: Receipt;
}

interface Asking {
  readonly consent: Consent;
  /** What was approved before; absent where only the command's own approval counts. */
  readonly book?: ReceiptBook;
  /** Hashes that stand for the same: those with which the run that goes on was begun. */
  readonly also?: readonly string[];
  readonly now: number;
  readonly asJson: boolean;
  readonly terminal: Terminal;
}

/**
 * The approval under which that may start; null where there is none, which was said, with the table of what would be
 * approved. Who approves the whole has approved each part of it.
 */
export async function approved(start: ToApprove, asking: Asking): Promise<Approved | null> {
  const { consent, book, also = [], now, asJson, terminal } = asking;
  const signed = signedIn(start);
  const { hash } = signed;
  // No value that was put into it since was approved with the whole (L-76).
  const isOfWhole = start.part && Object.keys(start.part.given).length === 0;
  const whole = isOfWhole ? signedIn({ ...start, part: undefined }) : signed;
  for (const one of book ? [hash, whole.hash] : []) if (await book?.holds(one)) return { hash };
  if (!consent.isGiven) {
    const approval = approvalOf(start);
    if (asJson) terminal.out(`${JSON.stringify({ status: 'not_approved', approval })}\n`);
    else sayApproval(terminal, approval);
    return null;
  }
  const { only = hash } = consent;
  if (also.includes(only)) return { hash: only };
  const own = [signed, whole].find((one) => one.hash === only);
  if (!own) {
    const sentence = `What would run has the SHA-256 ${hash}, and what was approved ${only}. Nothing was run. Look at it without --approve, then approve it as it is.`;
    if (asJson) printFault(terminal, 'not-approved', sentence);
    else terminal.err(sentence);
    return null;
  }
  const { plan } = start;
  const title = plan.title ?? plan.goal ?? 'Untitled plan';
  const flows = own.flows as unknown as Json;
  return { hash, receipt: { hash: own.hash, at: now, planId: plan.id, title, flows, device: hostname() } };
}

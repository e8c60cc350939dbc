/** The writes of a run of which nobody knows whether they happened: under way, or in doubt (L-41). For whoever would end or erase it. */

import { quoted } from '../flows/words.ts';
import { intAt, itemAt, realAt } from '../lib/columns.ts';
import { sha256Hex } from '../lib/sha256.ts';
import { visible } from '../lib/visible-text.ts';
import { namer } from './call-names.ts';
import { codeOf, type NotedWrite, requestDigest } from './done-writes.ts';
import { mayHaveHappened } from './ending.ts';
import { isSkippedDoubt } from './outcome.ts';
import { resolveParams } from './params.ts';
import { isSafe, placeWords, type Sent } from './sent.ts';
import { hasEnded, type RunState } from './state.ts';
import { isOver } from './whole.ts';

/** A write that its run's end leaves in doubt, or has left so. */
export interface OpenWrite {
  readonly runId: string;
  /** Its id, or `id@LABEL`. */
  readonly call: string;
  /** What a person knows it by; a stranger's words as they may be shown. */
  readonly name: string;
  readonly tool: string;
  /** Its run's place among those of a loop, from 0; null where it is of none (L-53). */
  readonly element: number | null;
  /** It has not ended as far as the journal goes: its end may still be heard of. */
  readonly underWay: boolean;
  /** The request that may have done it; null where none was seen, as of code of the person's own. */
  readonly request: Pick<Sent, 'method' | 'host' | 'path'> | null;
  /** When the request left, or the call began, ms; null where it began in the run that this one goes on from. */
  readonly since: number | null;
  /** As `requestDigest` has it. */
  readonly digest: string | null;
}

/** In list order; none of what a person has settled. */
export function openWrites(state: RunState): readonly OpenWrite[] {
  const over = isOver(state);
  const { steps, program, sent, runId } = state;
  const name = namer(program.plan);
  return program.steps.flatMap((step): OpenWrite[] => {
    const { id, index, call } = step;
    const status = itemAt(steps.status, index);
    const isDoubt = status === 'in_doubt' || isSkippedDoubt(steps, index);
    if (!isDoubt && (over || hasEnded(status) || !mayHaveHappened(state, index))) return [];
    const attempt = intAt(steps.attempt, index);
    const request = sent.findLast((one) => one.call === id && one.attempt === attempt && !isSafe(one.method));
    const begun = realAt(steps.startedAt, index);
    return [
      {
        runId,
        call: id,
        name: name(id),
        tool: visible(call._tool),
        element: state.parent?.index ?? null,
        underWay: !isDoubt,
        request: request ?? null,
        since: request?.time ?? (attempt > 0 && begun > 0 ? begun : null),
        digest: requestDigest(codeOf(state, step), steps.params[index] ?? resolveParams(state, step)),
      },
    ];
  });
}

/** How many of a run are in doubt now, as `openWrites` has them, without a look at every call. */
export function countDoubts({ steps }: RunState): number {
  let count = 0;
  for (const step of steps.details.keys())
    if (steps.status[step] === 'in_doubt' || isSkippedDoubt(steps, step)) count += 1;
  return count;
}

/**
 * What it has in doubt, as another run keeps it.
 * @param doubtOf what a person finds it by, see `NotedWrite`
 * @param isLeft nobody is at work on it, so that what was under way is in doubt, too
 */
export const notedDoubts = (state: RunState, doubtOf: string, isLeft = false): readonly NotedWrite[] =>
  openWrites(state).flatMap(({ name, underWay, digest }) =>
    digest === null || (underWay && !isLeft)
      ? []
      : [{ id: name, instance: null, digest, seq: 1, doubtOf, request: true }],
  );

/** One name for a write, by which a person says that they have seen it: `<run> <call>`. */
export const writeKey = ({ runId, call }: Pick<OpenWrite, 'runId' | 'call'>): string => `${runId} ${call}`;

/**
 * Eight characters that stand for exactly these writes: whoever types them was shown them. A word that everybody knows
 * would forget what nobody has read, and what was left in doubt since.
 */
export const forgetWord = (writes: readonly OpenWrite[]): string =>
  sha256Hex(writes.map(writeKey).sort().join('\n')).slice(0, 8);

/** `“Order it” (httpSend): POST to shop.example, left at 10:42:03; whether it happened is not known`. @param timeOf a moment in words, ms */
export function openWriteWords(
  { name, tool, element, underWay, request, since }: OpenWrite,
  timeOf: (ms: number) => string,
): string {
  const at = since === null ? '' : ` at ${timeOf(since)}`;
  const what = request
    ? `${placeWords(request)}, left${at}`
    : since === null
      ? 'begun in the run that this one goes on from'
      : `begun${at}`;
  const which = element === null ? '' : `, element ${(element + 1).toLocaleString('en')}`;
  return `${quoted(name)} (${tool}${which}): ${what}; ${underWay ? 'no end of it is known yet' : 'whether it happened is not known'}`;
}

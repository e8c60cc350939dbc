/**
 * The values of a plan while it is edited (L-83): every change stops what is under way, and only what it reached runs again.
 * First on the heads of files, so that something is there at once; then on whole files, where a head was not all.
 */

import { jsonEquals } from '../lib/json.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import { type LiveCall, valueHead } from '../run/value-head.ts';
import { HEAD_BYTES } from './head.ts';
import { LATE, type PreviewCall } from './outcomes.ts';
import { createPreviewEngine, type PreviewAsked, type Previewed, type PreviewParts } from './preview-plan.ts';
import { reachedBy } from './reached.ts';

interface Preview {
  /**
   * The plan, its files, or what stands in the place of its calls is another now. Resolves when its values have come, or
   * when another change has taken its place.
   * @param rest what is waited for when the heads have come and before whole files are read
   */
  change(asked: Omit<PreviewAsked, 'signal' | 'onCall'>, rest?: () => Promise<void>): Promise<void>;
  /** Hears of each call whose outcome is another than it was; undefined for one that is gone. Returns what ends that. */
  onValue(hear: (id: string, call: PreviewCall | undefined) => void): () => void;
  /** By id, with what the plan returns as `OUTPUT_PART`; what a change has not come to yet is as it was before. */
  readonly calls: ReadonlyMap<string, PreviewCall>;
  /** Stops what is under way. */
  close(): void;
}

/** Nobody waits for whole files: what is shown meanwhile says that it is of the first rows. */
const WHOLE = { wholeFiles: true, callMs: 20_000, wholeMs: 60_000 } as const;
/** Bytes of all files from which on they are not read whole before a run. */
const MOST_BYTES = 64_000_000;

export function createPreview(parts: PreviewParts): Preview {
  const engine = createPreviewEngine(parts);
  const wholeEngine = createPreviewEngine({ ...parts, ...WHOLE });
  const hearers = new Set<(id: string, call: PreviewCall | undefined) => void>();
  const calls = new Map<string, PreviewCall>();
  let current = new AbortController();

  const tell = (id: string, call: PreviewCall | undefined): void => {
    for (const hear of hearers) hear(id, call);
  };
  const put = (id: string, call: PreviewCall): void => {
    const before = calls.get(id);
    if (before && isAlike(before, call)) return;
    calls.set(id, call);
    tell(id, call);
  };

  /** What was asked for last, whether or not all of it has come. */
  let before: PreviewAsked | undefined;
  /** Calls whose values on whole files have yet to come; what is shown of the others is of all there is. */
  const open = new Set<string>();

  const changed = async (
    asked: PreviewAsked,
    own: AbortController,
    rest?: () => Promise<void>,
  ): Promise<void> => {
    const isReached = reachedBy(asked, before);
    const isOther = !jsonEquals(asked.plan.output, before?.plan.output);
    before = asked;
    for (const { _id: id } of asked.plan.calls) if (isReached(id)) open.add(id).add(OUTPUT_PART);
    if (isOther) open.add(OUTPUT_PART);
    const putHead = (id: string, call: PreviewCall): void => {
      const shown = calls.get(id);
      // What all came to is asked for again at once, and would only flicker.
      if (current === own && (open.has(id) || !shown || shown.ofHead)) put(id, call);
    };
    const heads = withResult(await engine.run({ ...asked, onCall: putHead }));
    if (current !== own) return;
    for (const id of [...calls.keys()]) {
      if (heads.has(id)) continue;
      calls.delete(id);
      open.delete(id);
      tell(id, undefined);
    }
    for (const [id, call] of heads) putHead(id, call);
    if (!mayBeCut(asked.files) || bytesOf(asked.files) > MOST_BYTES) return;
    await rest?.();
    if (current !== own) return;
    /** What did not come in time is of the head, and what no file was cut for is there already. */
    const putWhole = (id: string, call: PreviewCall): void => {
      const head = heads.get(id);
      if (current !== own || !isTold(call) || (head?.status === 'completed' && !head.ofHead)) return;
      open.delete(id);
      put(id, call);
    };
    const whole = withResult(await wholeEngine.run({ ...asked, onCall: putWhole }));
    const isAll = ![...whole.values()].some(isCutOff);
    for (const [id, call] of whole) {
      // What has not come for a reason of the plan's own takes the place of what the first rows came to.
      const head = heads.get(id);
      const wasOther = head?.status === 'completed' || head?.ofHead;
      if (isAll && current === own && call.status === 'notRun' && wasOther) put(id, call);
      else putWhole(id, call);
    }
  };

  return {
    calls,
    change: async (asked, rest) => {
      current.abort();
      const own = new AbortController();
      current = own;
      try {
        await changed({ ...asked, signal: own.signal }, own, rest);
      } catch (error) {
        // Another change has taken its place.
        if (!own.signal.aborted) throw error;
      }
    },
    onValue: (hear) => {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    close: () => current.abort(),
  };
}

/** What the plan returns stands beside its calls, under a name that no call has. */
const withResult = ({ calls, result }: Previewed): ReadonlyMap<string, PreviewCall> =>
  calls.size === 0 ? calls : new Map([...calls, [OUTPUT_PART, result]]);

/** A file that is larger than its head: calls may have come to something of the first rows, or to nothing for lack of the others. */
const mayBeCut = (files: PreviewAsked['files']): boolean =>
  [...files.values()].some(({ size }) => size > HEAD_BYTES);

const isCutOff = (call: PreviewCall): boolean =>
  (call.status === 'failed' && call.isLimit) || (call.status === 'notRun' && call.why === LATE);

const bytesOf = (files: PreviewAsked['files']): number =>
  [...files.values()].reduce((sum, { size }) => sum + size, 0);

/** It tells of the plan, and not of the time that a preview takes. */
const isTold = (call: PreviewCall): boolean =>
  call.status === 'completed' || (call.status === 'failed' && !call.isLimit);

/** A value that came to the same again is the same object (`memo.ts`). */
function isAlike(a: PreviewCall, b: PreviewCall): boolean {
  if (a.ofHead !== b.ofHead || a.headRows !== b.headRows) return false;
  if (a.words?.join() !== b.words?.join()) return false;
  if (a.status === 'completed')
    return b.status === 'completed' && a.value === b.value && a.rowsIn === b.rowsIn;
  if (a.status === 'failed') return b.status === 'failed' && a.message === b.message;
  return b.status === 'notRun' && a.why === b.why;
}

/** As it is told to the page, which keeps no value of a preview. */
export function liveCall(call: PreviewCall): LiveCall {
  if (call.status === 'notRun') return call;
  if (call.status === 'failed') {
    const { isLimit, ...failed } = call;
    // A limit tells of the preview: nothing of the plan is wrong for it.
    if (isLimit) return { status: 'notRun', why: call.message };
    // Neither is anything where the value was made up, or comes from another run (L-83).
    const { message, status: _, ...rest } = failed;
    return failed.words ? { ...rest, status: 'notRun', why: message } : failed;
  }
  const { value, ...rest } = call;
  return { ...rest, head: valueHead(value) };
}

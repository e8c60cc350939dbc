/**
 * The activities of a preview: the app's own code, with the heads of the files that were given and with nothing else: no
 * network, no person, no secret, nothing to write. What was computed before from the same is not computed again.
 */

import { ActivityError } from '../activities/activity.ts';
import { activityHost } from '../activities/activity-host.ts';
import { type Pool, pooled } from '../activities/pool.ts';
import { activityFor, computes, hasActivity, isSmallFor, isSmallHeadFor } from '../activities/registry.ts';
import type { Activities, CallStart, Happening, RunFacts } from '../host/port.ts';
import type { Json } from '../lib/json.ts';
import { type Weighed, weightOf } from '../lib/weight.ts';
import type { Call, Plan } from '../plan/document.ts';
import { callParser } from '../plan/parsed-call.ts';
import type { HeldSecret } from '../run/messages.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf, strictestEffect } from '../tools/catalogue.ts';
import { codeNameOf } from '../tools/named-secrets.ts';
import { HEAD_BYTES, HEAD_ROWS, type Head, headOf, NoHead } from './head.ts';
import type { Ending, Memo } from './memo.ts';
import { type Given, OF_THE_RUN } from './outcomes.ts';

/** What all previews of one engine share. */
export interface Shared {
  readonly memo: Memo;
  readonly weighed: Weighed;
  /** Where what is large or steep is computed; absent: in the thread of whoever asks, which then waits. */
  readonly pool?: Pool | undefined;
  readonly now: () => number;
  /** By file: what is read of it. */
  readonly heads: WeakMap<Blob, Promise<Head>>;
  /** Files are read whole (L-84). */
  readonly whole: boolean;
  /** ms that one call may take. */
  readonly callMs: number;
  /** Hears of every call that is really entered. */
  readonly onEnter: (call: string) => void;
}

/** One preview, as its activities see it. */
interface Own {
  readonly files: ReadonlyMap<string, Blob>;
  /** The values that stand in the place of calls of the plan itself. */
  readonly given: ReadonlyMap<string, { readonly value: Json }>;
  /** The same, of calls that may not be entered. */
  readonly standIns: ReadonlyMap<string, Given>;
  stoodIn(call: string, word: Given['word']): void;
  isOfPlan(runId: string): boolean;
  /** A call of the plan itself is not entered: what it would have been given. */
  held?(start: CallStart): void;
  /** The call is not entered, or was and asks for what a preview does not give: it has no end. */
  withheld(runId: string, call: string, why: string): void;
  /** What the call came to rests on the head of a file; of so many rows, where it gave a table. */
  sawHead(runId: string, call: string, rows: number | undefined): void;
}

/** A result that is larger than what a card or a judge of candidates can use. */
const MOST_OF_A_RESULT = 16_000_000;
const NOT_HERE = 'not-previewed';

const refusing = (why: string) => (): Promise<never> => Promise.reject(new ActivityError(NOT_HERE, why));
const noWayOut = refusing('It reaches for the network, so it waits for the run.');
const NO_DOOR = {
  open: async () => {},
  holdFile: () => {
    throw new ActivityError(NOT_HERE, 'It saves a file, so it waits for the run.');
  },
  fetch: noWayOut as typeof fetch,
};
const NO_SECRETS: ReadonlyMap<string, HeldSecret> = new Map();

export function enteredIn(shared: Shared, own: Own, run: RunFacts): Activities {
  const { memo, weighed, pool, whole } = shared;
  const isSmall: typeof isSmallFor = (name, params) =>
    (whole ? isSmallFor : isSmallHeadFor)(name, params, weighed);
  const codeFor = pool ? pooled(activityFor, pool, isSmall) : activityFor;
  const inFlight = new Map<string, Activities>();

  const enter = (start: CallStart, key: string | null): void => {
    const { id, contract } = start;
    const read = readerOf(shared, own.files);
    const end = (happening: Happening): void => {
      if (happening.kind === 'event' || happening.kind === 'looked' || happening.kind === 'stopped') return;
      if (happening.kind === 'planned' || happening.kind === 'planned-call') return;
      // What was stopped says so; nobody listens to it any more.
      if (inFlight.get(id) !== host) return;
      inFlight.delete(id);
      if (happening.kind === 'waits') {
        own.withheld(run.runId, id, ASKS);
        return;
      }
      if (happening.kind === 'threw' && happening.code === NOT_HERE) {
        own.withheld(run.runId, id, happening.message);
        return;
      }
      const settled = (value: Json) => memo.settled(`${run.runId} ${id}`, value);
      const { ending, ofHead } = ended(happening, read, weighed, settled);
      const isLasting = ending.kind === 'returned' || ending.code !== 'timeout';
      if (key !== null && isLasting) memo.keep(key, { ending, files: read.files, ofHead });
      if (ofHead) own.sawHead(run.runId, id, rowsOf(ending));
      tell(run, start, ending);
    };
    const host = activityHost({
      runId: run.runId,
      now: shared.now,
      clock: run.clock,
      activityFor: ({ call }) => codeFor(codeNameOf(call, contract)),
      shares: weighed,
      readFile: read.readFile,
      saveFile: refusing('It saves a file, so it waits for the run.'),
      log: () => {},
      secrets: () => NO_SECRETS,
      secretsOf: () => [],
      door: () => NO_DOOR,
      tell: end,
    });
    inFlight.set(id, host);
    shared.onEnter(id);
    const timeoutMs = Math.min(contract?.timeoutMs ?? shared.callMs, shared.callMs);
    host.start({ ...start, contract: { ...(contract ?? { name: start.call._tool }), timeoutMs } });
  };

  const cancel = (): void => {
    const stopped = [...inFlight.values()];
    inFlight.clear();
    for (const host of stopped) host.cancel();
  };

  return {
    start: (start) => {
      const given = own.isOfPlan(run.runId) ? own.given.get(start.id) : undefined;
      if (given) return tell(run, start, { kind: 'returned', value: given.value });
      const why = readsRun(start.call, run.plan()) ? OF_THE_RUN : whyNotEntered(start);
      if (why !== null) {
        if (own.isOfPlan(run.runId)) own.held?.(start);
        const standIn = why !== ASKS && own.isOfPlan(run.runId) ? own.standIns.get(start.id) : undefined;
        if (!standIn) return own.withheld(run.runId, start.id, why);
        own.stoodIn(start.id, standIn.word);
        return tell(run, start, { kind: 'returned', value: standIn.value });
      }
      const key = memo.keyOf(start);
      const known = key === null ? undefined : memo.find(key, own.files);
      if (!known) return enter(start, key);
      if (known.ofHead) own.sawHead(run.runId, start.id, rowsOf(known.ending));
      tell(run, start, known.ending);
    },
    look: () => {},
    cancel,
    interrupt: cancel,
    // Nobody stops one call of a preview: it is stopped whole by whatever changes it.
    stop: () => {},
    get entered() {
      return inFlight.size;
    },
  };
}

const rowsOf = (ending: Ending): number | undefined =>
  ending.kind === 'returned' && Array.isArray(ending.value) ? ending.value.length : undefined;

const tell = (run: RunFacts, { id: call, step, attempt }: CallStart, ending: Ending): void =>
  run.tell({ ...ending, call, step, attempt } as Happening);

interface Reader {
  readonly files: Map<string, Blob | undefined>;
  /** One of them was not read whole. */
  sawHead: boolean;
  /** One of them is larger than a head, and could not be cut. */
  isLarge: boolean;
  readFile(name: string): Promise<Blob>;
}

/** Gives the heads of files, and keeps in mind of which. */
function readerOf({ heads, whole }: Shared, given: ReadonlyMap<string, Blob>): Reader {
  const reader: Reader = {
    files: new Map(),
    sawHead: false,
    isLarge: false,
    readFile: async (name) => {
      const file = given.get(name);
      reader.files.set(name, file);
      if (!file) throw new ActivityError('invalid-arguments', noSuchFile(name, given));
      if (whole) return file;
      let head = heads.get(file);
      if (!head) {
        head = headOf(file, name);
        heads.set(file, head);
      }
      try {
        const { blob, isWhole } = await head;
        if (!isWhole) reader.sawHead = true;
        else if (blob.size > HEAD_BYTES) reader.isLarge = true;
        return blob;
      } catch (error) {
        if (error instanceof NoHead) throw new ActivityError(NOT_HERE, error.message);
        throw error;
      }
    },
  };
  return reader;
}

function noSuchFile(name: string, given: ReadonlyMap<string, Blob>): string {
  const there = given.size === 0 ? 'No file was given.' : `There is ${[...given.keys()].join(', ')}.`;
  return `There is no file "${name}". ${there}`;
}

/** An end as it is kept: of a file that could not be cut, the first rows; of what has grown too large, that it has. */
function ended(
  happening: Extract<Happening, { kind: 'returned' | 'threw' }>,
  { sawHead, isLarge }: Reader,
  weighed: Weighed,
  settled: (value: Json) => Json,
): { readonly ending: Ending; readonly ofHead: boolean } {
  const { call: _, step: __, attempt: ___, large: ____, ...end } = happening;
  if (end.kind === 'threw') return { ending: end, ofHead: sawHead };
  const isCut = isLarge && Array.isArray(end.value) && end.value.length > HEAD_ROWS;
  const value = isCut ? (end.value as Json[]).slice(0, HEAD_ROWS) : end.value;
  if (weightOf(value, MOST_OF_A_RESULT, weighed) > MOST_OF_A_RESULT) {
    const message =
      'What it comes to is larger than a preview holds. Give it less: filter or shorten it first.';
    return { ending: { kind: 'threw', code: 'too-large', message }, ofHead: sawHead };
  }
  return { ending: { ...end, value: settled(value) }, ofHead: sawHead || isCut };
}

// Which calls a preview may enter (L-83), and why it enters no other, as sentences. Knows no tool by its name.

export const builtIns = catalogueOf(builtInTools);

const ASKS = 'It waits for a person or a time, which a preview does not.';
export const FROM_OUTSIDE = 'The plan came from outside: nothing of it is computed before you say so.';

/** What stands at `†run` of a preview tells of the preview (L-19): nothing is made of it. */
const readsRun = (call: Call, plan: Plan): boolean =>
  callParser(plan)(call).places.some(({ refs }) => refs.some(({ kind }) => kind === 'run'));

/**
 * null where the call may be entered: code that comes with the app, whatever a plan says of it, that changes nothing and
 * has no way to the outside. A person's own code could have one, and is left for the run.
 */
function whyNotEntered({
  call,
  contract,
  latent,
}: Pick<CallStart, 'call' | 'contract' | 'latent'>): string | null {
  if (latent) return 'A model answers it when the plan runs.';
  const name = codeNameOf(call, contract);
  if (!hasActivity(name)) return 'Its code is not part of the app, and is entered when the plan runs.';
  const behind = builtIns.get(name);
  const effect = strictestEffect(contract, behind);
  if (effect === 'write' || effect === 'irreversible')
    return 'It changes something, so it waits for the run.';
  if (contract?.preview === false || behind?.preview === false) return ASKS;
  // What computes is handed the files that were given, and no way out.
  if (effect === 'read' && !computes(name)) return 'It reads from outside, so it waits for the run.';
  return null;
}

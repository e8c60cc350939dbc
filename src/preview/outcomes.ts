/** What became of the calls of a preview, and what each value rests on. Reads the run's state, changes nothing. */

import { intAt, itemAt } from '../lib/columns.ts';
import { isObject, type Json } from '../lib/json.ts';
import { isExpression, parseExpression, type Ref } from '../plan/expression.ts';
import { kindsOf, refsOf } from '../plan/parsed-call.ts';
import { rowOf } from '../plan/rows.ts';
import type { SkipReason } from '../run/events.ts';
import { outputAsItStands, settledAt } from '../run/output.ts';
import type { RunState } from '../run/state.ts';
import { seenDetail } from '../run/step-table.ts';
import type { TrialCall } from '../tools/trial.ts';
import type { Previewed } from './preview-plan.ts';

/** Whence a value came that nothing computed. */
type GivenWord = 'pinned' | 'recorded' | 'sampled';

export interface Given {
  readonly value: Json;
  readonly word: GivenWord;
}

/** What the first rows of a file brought about: all of them may bring about something else. */
interface MaybeOfHead {
  /** What nobody computed, and it came about by. */
  readonly words?: readonly GivenWord[];
  readonly ofHead?: true;
  /** How many first rows they were, where all it rests on are as many. */
  readonly headRows?: number;
}

/** A value with the words that are passed on to it: such raise no problem, and are offered nowhere as facts (L-83). */
export type PreviewCall =
  | (Extract<TrialCall, { status: 'completed' }> & {
      readonly words: readonly GivenWord[];
      /** Rows of the table that it read, where it read one. */
      readonly rowsIn?: number;
      readonly headRows?: number;
    })
  | (Extract<TrialCall, { status: 'failed' }> &
      MaybeOfHead & {
        /** It tells of the preview, and not of the plan: the time was over, or what came is too large. */
        readonly isLimit: boolean;
      })
  | (Extract<TrialCall, { status: 'notRun' }> & MaybeOfHead);

/** What stands at a path once all that writes there has ended, and the call to look at: the last that writes there, or what is in the way. */
export type Standing = {
  readonly call: string | null;
} /** Without a value nothing is there, and `why` says it. */ & (
  | { readonly status: 'stands'; readonly value?: Json; readonly why?: string }
  | { readonly status: 'failed' | 'notRun'; readonly why: string }
);

interface Parts {
  readonly state: RunState;
  readonly given: ReadonlyMap<string, Given>;
  /** Whence the value of a call came that nothing computed. */
  wordOf(id: string): GivenWord | undefined;
  /** The first rows of a file that it saw: how many, or true where they are not known as rows; false for none. */
  headOf(id: string): number | boolean;
  /** Why it was held back, or a call of its sub-plan; undefined where none was. */
  whyHeld(id: string): string | undefined;
}

interface Outcomes {
  /** The time of the preview was over. */
  isLate: boolean;
  call(id: string): PreviewCall;
  all(): Previewed;
  /** What the plan returns, with what it rests on. */
  result(): PreviewCall;
  /** @param path null: the plan's output */
  standing(path: Ref | null): Standing;
}

interface RestsOn {
  readonly head: number | boolean;
  readonly words: readonly GivenWord[];
}

const NOTHING: RestsOn = { head: false, words: [] };
/** The path is what stands in the place of the calls that write it: it would be held against itself. */
export const OWN_VALUE = 'The test itself holds that value.';
const NOT_COME = 'What it reads did not come.';
export const OF_THE_RUN = 'It reads how the run stands, so it waits for the run.';
export const LATE = 'The time that a preview may take was over.';

/** Codes of failures that tell of the preview, and not of the plan. */
const LIMITS: ReadonlySet<string> = new Set(['timeout', 'too-large']);

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  'branch-not-taken': 'The way to it was not taken.',
  failure: 'What it reads has failed.',
  rejected: 'A person decides about it.',
  person: 'A person decides about it.',
  unanswered: 'Nobody answered in the time that the plan gives.',
  'input-not-given': 'An input that it reads was not given.',
  'switched-off': 'It is switched off.',
  'not-in-part': 'It is no part of what is run.',
};

/** A call is told as switched off only where it is: with a path, it is what writes that. */
const skippedWords = ({ because, detail }: { because: SkipReason; detail?: string }): string =>
  because === 'switched-off' && detail !== undefined
    ? `What writes ${detail} is switched off.`
    : SKIPPED[because];

export function outcomes({ state, given, wordOf, headOf, whyHeld }: Parts): Outcomes {
  const rests = new Map<number, RestsOn>();
  const hasEnded = (index: number): boolean =>
    state.steps.value[index] !== undefined ||
    itemAt(state.steps.status, index) === 'skipped' ||
    seenDetail(state.steps, index).failure !== null;

  /** Of a step that has ended: of itself, and of all that it read. */
  const restsOn = (index: number): RestsOn => {
    const known = rests.get(index);
    if (known) return known;
    const { program } = state;
    const { id } = itemAt(program.steps, index);
    const word = wordOf(id);
    // What was given rests on nothing else; and what reads itself by a cycle never ends.
    rests.set(index, NOTHING);
    let own: RestsOn;
    if (word) own = { head: false, words: [word] };
    else {
      const below: RestsOn[] = [];
      // What was not done for what one of these came to rests on it as well.
      for (const path of rowOf(program.reads, index))
        for (const { call } of itemAt(program.paths, path).writes)
          if (hasEnded(call)) below.push(restsOn(call));
      own = {
        head: [headOf(id), ...below.map(({ head }) => head)].reduce(together),
        words: [...new Set(below.flatMap(({ words }) => words))],
      };
    }
    rests.set(index, own);
    return own;
  };

  const ofHead = (index: number): MaybeOfHead => {
    const { head, words } = restsOn(index);
    const own = words.length > 0 ? { words } : {};
    if (head === false) return own;
    return head === true ? { ...own, ofHead: true } : { ...own, ofHead: true, headRows: head };
  };
  const failureOf = (index: number) => (readsRun(index) ? null : seenDetail(state.steps, index).failure);
  const readsRun = (index: number): boolean =>
    rowOf(state.program.reads, index).some((path) => itemAt(state.program.paths, path).ref.kind === 'run');
  const idOf = (index: number): string => itemAt(state.program.steps, index).id;
  const isBehind = (index: number): boolean => {
    const status = itemAt(state.steps.status, index);
    const isSkipped = seenDetail(state.steps, index).skippedFor;
    return status === 'completed' || (status === 'skipped' && isSkipped?.because !== 'failure');
  };

  /** What keeps one of these calls from having an end: what has failed, before what was held back. */
  const inTheWay = (calls: readonly number[]): Standing | undefined => {
    const seen = new Set(calls);
    let held: Standing | undefined;
    let late: Standing | undefined;
    for (const index of seen) {
      if (isBehind(index)) continue;
      const call = idOf(index);
      const failure = failureOf(index);
      if (failure && !LIMITS.has(failure.code)) return { status: 'failed', call, why: failure.message };
      const own = self.call(call);
      const why = own.status === 'notRun' ? own.why : (failure?.message ?? NOT_COME);
      if (why !== NOT_COME && why !== LATE && why !== SKIPPED.failure)
        held ??= { status: 'notRun', call, why };
      late ??= { status: 'notRun', call, why };
      for (const path of rowOf(state.program.reads, index))
        for (const write of itemAt(state.program.paths, path).writes) seen.add(write.call);
    }
    return held ?? late;
  };

  /** undefined where it read no table, or several. */
  const rowsInOf = (index: number): number | undefined => {
    let rows: number | undefined;
    for (const path of rowOf(state.program.reads, index)) {
      const value = settledAt(state, itemAt(state.program.paths, path).ref)?.value;
      if (!Array.isArray(value) || !isObject(value[0])) continue;
      if (rows !== undefined) return undefined;
      rows = value.length;
    }
    return rows;
  };

  const writersOf = (path: Ref | null): number[] => {
    const { program } = state;
    const { plan, steps } = program;
    const isLast = path === null && (plan.output === undefined || plan.output === null);
    if (isLast) return steps.map(({ index }) => index);
    const refs = path === null ? refsIn(plan.output ?? null, plan) : [path];
    return refs.flatMap((ref) => program.readAt(ref, null).writes.map(({ call }) => call));
  };

  const self: Outcomes = {
    isLate: false,
    call: (id) => {
      const index = state.program.index.get(id);
      if (index === undefined) return { status: 'notRun', why: NOT_COME };
      const { steps } = state;
      const value = steps.value[index];
      const status = itemAt(steps.status, index);
      const { failure, skippedFor } = seenDetail(steps, index);
      if (value !== undefined && (status === 'completed' || status === 'dispatched')) {
        const { head, words } = restsOn(index);
        const rowsIn = rowsInOf(index);
        return {
          ...{ status: 'completed', value, ofHead: head !== false, words },
          ...(typeof head === 'number' ? { headRows: head } : {}),
          ...(rowsIn === undefined ? {} : { rowsIn }),
        };
      }
      // What is not at `†run` here can be there in the run.
      if (failure && readsRun(index)) return { status: 'notRun', why: OF_THE_RUN };
      if (failure) {
        const isLimit = LIMITS.has(failure.code);
        return { status: 'failed', message: failure.message, isLimit, ...ofHead(index) };
      }
      const held = whyHeld(id);
      if (held !== undefined) return { status: 'notRun', why: held };
      if (skippedFor) return { status: 'notRun', why: skippedWords(skippedFor), ...ofHead(index) };
      if (status === 'waiting') return { status: 'notRun', why: 'A person is asked before it.' };
      return { status: 'notRun', why: self.isLate ? LATE : NOT_COME };
    },
    standing: (path) => {
      const writers = writersOf(path);
      const last = writers.at(-1);
      const call = last === undefined || (path === null && new Set(writers).size > 1) ? null : idOf(last);
      if (call !== null && writers.every((index) => given.has(idOf(index))))
        return { status: 'notRun', call, why: OWN_VALUE };
      const output = path === null ? outputOf(state) : undefined;
      if (output !== undefined) return { status: 'stands', call, value: output };
      const stopped = inTheWay(writers);
      if (stopped) return stopped;
      const found = path === null ? undefined : settledAt(state, path);
      if (found) return { status: 'stands', call, value: found.value as Json };
      const skipped = writers.map((index) => seenDetail(state.steps, index).skippedFor).find(Boolean);
      return { status: 'stands', call, why: skipped ? SKIPPED[skipped.because] : 'Nothing is there.' };
    },
    result: () => {
      const writers = [...new Set(writersOf(null))];
      const value = outputOf(state);
      const ended = writers.filter(hasEnded);
      // Nothing is said of what is returned: it is what one of them has come to.
      const own = ended.filter((index) => state.steps.value[index] === value);
      const rests = (own.length > 0 ? own.slice(-1) : ended).map(restsOn);
      const head = rests.map((one) => one.head).reduce(together, false);
      const words = [...new Set(rests.flatMap((one) => one.words))];
      const headRows = typeof head === 'number' ? { headRows: head } : {};
      if (value !== undefined)
        return { status: 'completed', value, ofHead: head !== false, words, ...headRows };
      const about = {
        ...(words.length > 0 ? { words } : {}),
        ...(head === false ? {} : { ofHead: true as const, ...headRows }),
      };
      const stopped = inTheWay(writers);
      const why = stopped?.why ?? NOT_COME;
      return stopped?.status === 'failed'
        ? { status: 'failed', message: why, isLimit: false, ...about }
        : { status: 'notRun', why, ...about };
    },
    all: () => {
      const { program } = state;
      const byRank = [...program.steps].sort(
        (a, b) => intAt(program.rank, a.index) - intAt(program.rank, b.index),
      );
      // Writers first: asked for from its end, a long chain would be gone down in one go.
      for (const { index } of byRank) if (hasEnded(index)) restsOn(index);
      const calls = new Map(program.steps.map(({ id }) => [id, self.call(id)]));
      const output = outputOf(state);
      return { calls, result: self.result(), ...(output === undefined ? {} : { output }) };
    },
  };
  return self;
}

/** Of what two rest on: the same number of first rows, or first rows of one kind and another. */
const together = (a: number | boolean, b: number | boolean): number | boolean =>
  a === false ? b : b === false || a === b ? a : true;

/** What the plan returns, where all has come that it reads; undefined where something has not. */
function outputOf(state: RunState): Json | undefined {
  if (state.status !== 'running') return state.status === 'new' ? undefined : state.output;
  const { plan } = state.program;
  // The last result is known when all have ended.
  if (plan.output === undefined || plan.output === null) return undefined;
  const refs = refsIn(plan.output, plan);
  const hasCome = ({ call }: { readonly call: number }): boolean => {
    const status = itemAt(state.steps.status, call);
    return status === 'completed' || status === 'skipped';
  };
  if (!refs.every((ref) => state.program.readAt(ref, null).writes.every(hasCome))) return undefined;
  return outputAsItStands(state)?.output;
}

function refsIn(value: Json, plan: RunState['program']['plan']): Ref[] {
  if (typeof value === 'string') {
    if (!isExpression(value)) return [];
    const parsed = parseExpression(value, kindsOf(plan));
    return parsed.ok ? refsOf(parsed.value) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => refsIn(item, plan));
}

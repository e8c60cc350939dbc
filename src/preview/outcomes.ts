/** What became of the calls of a preview, and what each value rests on. Reads the run's state, changes nothing. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { isExpression, parseExpression, type Ref } from '../plan/expression.ts';
import { kindsOf, refsOf } from '../plan/parsed-call.ts';
import { rowOf } from '../plan/rows.ts';
import type { SkipReason } from '../run/events.ts';
import { outputAsItStands } from '../run/output.ts';
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

/** A value with the words that are passed on to it: such raise no problem, and are offered nowhere as facts (L-83). */
export type PreviewCall =
  | (Extract<TrialCall, { status: 'completed' }> & { readonly words: readonly GivenWord[] })
  | Exclude<TrialCall, { status: 'completed' }>;

interface Parts {
  readonly state: RunState;
  readonly given: ReadonlyMap<string, Given>;
  isOfHead(id: string): boolean;
  /** Why it was held back, or a call of its sub-plan; undefined where none was. */
  whyHeld(id: string): string | undefined;
}

interface Outcomes {
  /** The time of the preview was over. */
  isLate: boolean;
  call(id: string): PreviewCall;
  all(): Previewed;
}

interface RestsOn {
  readonly head: boolean;
  readonly words: readonly GivenWord[];
}

const NOTHING: RestsOn = { head: false, words: [] };
const NOT_COME = 'What it reads did not come.';
const LATE = 'The time that a preview may take was over.';

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  'branch-not-taken': 'The way to it was not taken.',
  failure: 'What it reads has failed.',
  rejected: 'A person decides about it.',
  person: 'A person decides about it.',
  unanswered: 'Nobody answered in the time that the plan gives.',
  'input-not-given': 'An input that it reads was not given.',
  'switched-off': 'It is switched off.',
};

export function outcomes({ state, given, isOfHead, whyHeld }: Parts): Outcomes {
  const rests = new Map<number, RestsOn>();

  /** Of a step that has ended: of itself, and of all that it read. */
  const restsOn = (index: number): RestsOn => {
    const known = rests.get(index);
    if (known) return known;
    const { program, steps } = state;
    const { id } = itemAt(program.steps, index);
    const word = given.get(id)?.word;
    // What was given rests on nothing else; and what reads itself by a cycle never ends.
    rests.set(index, NOTHING);
    let own: RestsOn;
    if (word) own = { head: false, words: [word] };
    else {
      const below: RestsOn[] = [];
      for (const path of rowOf(program.reads, index))
        for (const { call } of itemAt(program.paths, path).writes)
          if (steps.value[call] !== undefined) below.push(restsOn(call));
      own = {
        head: isOfHead(id) || below.some(({ head }) => head),
        words: [...new Set(below.flatMap(({ words }) => words))],
      };
    }
    rests.set(index, own);
    return own;
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
        return { status: 'completed', value, ofHead: head, words };
      }
      if (failure) return { status: 'failed', message: failure.message };
      const held = whyHeld(id);
      if (held !== undefined) return { status: 'notRun', why: held };
      if (skippedFor) return { status: 'notRun', why: SKIPPED[skippedFor.because] };
      if (status === 'waiting') return { status: 'notRun', why: 'A person is asked before it.' };
      return { status: 'notRun', why: self.isLate ? LATE : NOT_COME };
    },
    all: () => {
      const { program, steps } = state;
      const byRank = [...program.steps].sort(
        (a, b) => intAt(program.rank, a.index) - intAt(program.rank, b.index),
      );
      // Writers first: asked for from its end, a long chain would be gone down in one go.
      for (const { index } of byRank) if (steps.value[index] !== undefined) restsOn(index);
      const calls = new Map(program.steps.map(({ id }) => [id, self.call(id)]));
      const output = outputOf(state);
      return { calls, ...(output === undefined ? {} : { output }) };
    },
  };
  return self;
}

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

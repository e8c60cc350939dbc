/**
 * What a path comes to once every connected writer has ended (L-11, L-14, L-15, L-25), and what one that nobody writes
 * holds from the start (L-16, L-18). Changes nothing.
 */

import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import type { Ref } from '../plan/expression.ts';
import { isBelowLeaf } from '../plan/leaf.ts';
import type { Found } from './found.ts';
import { LargeValue } from './large-value.ts';
import { isUnread, Unread } from './looked-into.ts';
import type { Cause, PathStatus } from './path-states.ts';
import { type ReadPath, whereOf } from './read-paths.ts';
import { inputOf, lookUp } from './reading.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

interface PathOutcome {
  /** `pending` where it would be present, or missing, but a sibling's skip may yet turn out to be for a failure (L-14). */
  readonly status: PathStatus;
  readonly cause: Cause;
  readonly found: Found;
  /** The value was stored beside the journal and is gone (L-92). */
  readonly lost: boolean;
  /** What has to be looked into before it can be told: until then it is `pending`. */
  readonly unread?: Unread;
}

/** A path of which nobody can tell yet what it holds; one whose value is gone is there, and lost. */
function unreadOutcome(state: RunState, unread: Unread, cause: Cause): PathOutcome {
  const lost = state.looked.isLost(unread);
  if (!lost) return { status: 'pending', cause, found: undefined, lost, unread };
  return { status: 'present', cause, found: { value: null }, lost };
}

/** @param read a path whose connected writers have all ended */
export function pathOutcome(state: RunState, read: ReadPath): PathOutcome {
  const { steps } = state;
  const instance = read.instance ?? null;
  let failed = false;
  let unknown = false;
  let lost = false;
  // An alternative above the path, not taken, leaves it to the writer that was: a join (L-25).
  let notTaken = false;
  let wroteAbove = false;
  for (const write of read.writes) {
    const writer = write.call;
    const status = itemAt(steps.status, writer);
    if (status === 'completed') {
      const taken = steps.branch[writer] === write.alternative;
      if (!taken) notTaken ||= whereOf(write, read) !== 'above';
      else if (whereOf(write, read) !== 'below') wroteAbove = true;
      if (taken && steps.lost[writer] === 1) lost = true;
    } else if (status === 'skipped') {
      const { cause } = seenDetail(steps, writer);
      if (cause === 'failure') failed = true;
      else {
        unknown ||= cause === 'unknown';
        notTaken ||= whereOf(write, read) !== 'above';
      }
    } else failed = true;
  }
  if (failed) return { status: 'dead', cause: 'failure', found: undefined, lost };
  const found = lookUp(state, read.ref, instance);
  if (isUnread(found) && !unknown) return unreadOutcome(state, found.value, 'branch');
  if (found || lost) return { status: unknown ? 'pending' : 'present', cause: 'branch', found, lost };
  const isMissing = !notTaken && (wroteAbove || isBelowInitial(state, read.ref, instance));
  // Dead at once would leave the reader out where, once the cause is known, it fails for a key that is not there.
  if (unknown) return { status: isMissing ? 'pending' : 'dead', cause: 'unknown', found, lost };
  return { status: isMissing ? 'missing' : 'dead', cause: 'branch', found, lost };
}

/** A path no call writes: an input, a run variable, a secret, an initial value, or nothing (L-18). */
export function unwrittenOutcome(state: RunState, { ref, instance = null }: ReadPath): PathOutcome {
  const found = ref.kind === 'run' ? undefined : lookUp(state, ref, instance);
  if (isUnread(found)) return unreadOutcome(state, found.value, 'branch');
  const isMissing =
    ref.kind === 'input' ? isInsideInput(state, ref, instance) : isBelowInitial(state, ref, instance);
  const status = found || ref.kind === 'run' ? 'present' : isMissing ? 'missing' : 'dead';
  return { status, cause: 'branch', found, lost: false };
}

/** An initial value is a writer like any other, and what it does not hold is missing at whatever depth (L-15). */
function isBelowInitial({ program, initials }: RunState, { kind, path }: Ref, label: string | null): boolean {
  const { state, data } = program.plan;
  const own = label === null ? undefined : initials.get(label);
  const held: unknown[] = kind === 'state' ? [state?.initial, own] : [data?.[kind]?.initial];
  return held.some((initial) => isBelowLeaf(initial, path));
}

/**
 * An absent key of an object is an optional input that was not given: dead. Out of a list's range, or inside a scalar,
 * is a data bug (L-16).
 */
function isInsideInput(state: RunState, { path }: Ref, label: string | null): boolean {
  const { looked } = state;
  let at: unknown = inputOf(state, label);
  for (const segment of path) {
    const found = looked.member(at, segment);
    if (!found) {
      if (at instanceof LargeValue) return looked.isAbsent(at, [segment]) === 'place';
      if (at instanceof Unread) return looked.isAbsent(at.large, [...at.path, segment]) === 'place';
      return !isObject(at);
    }
    at = found.value;
  }
  return false;
}

/**
 * Which paths each call reads and writes, by number. Kept from one drawing to the next: of a plan after an edit
 * only what the edit touched is read and looked up again, and all else is copied as numbers.
 */

import { placesBefore } from './aligned.ts';
import type { Call, Plan } from './document.ts';
import type { Ref } from './expression.ts';
import { type InstanceScope, instanceScopeOf } from './instance-scope.ts';
import { declaredMeta, kindsOf, type ParsedCall } from './parsed-call.ts';
import { type PathTable, pathTable } from './path-index.ts';
import { type Rows, rowsInWork } from './plan-order.ts';
import { callReader } from './read-call.ts';

export interface Wiring {
  readonly calls: readonly ParsedCall[];
  readonly paths: PathTable;
  /** By call the path of each reference in its places, in order; -1 for one that no call can write. */
  readonly reads: Rows;
  /** By call the path of each of its targets, alternative after alternative. */
  readonly writes: Rows;
  /** By call. */
  readonly scopes: readonly InstanceScope[];
  /** By call: 1 where it is the call that stood there in the wiring before. */
  readonly settled: Uint8Array;
}

/** A call that writes or reads anything has a path or two; what lies beyond is left over from edits. */
const LEFT_OVER = 4;
const FEW = 1_000;

/** Whether most paths of the table are of calls that are gone. */
const isWorn = ({ paths, reads, writes }: Wiring) =>
  paths.size > FEW + LEFT_OVER * (reads.items.length + writes.items.length);

const NO_KEYS: ReadonlySet<string> = new Set();

/** Kinds that calls write. `input`, `run` and `secret` have no writers. */
const isWritable = (kind: string) => kind !== 'input' && kind !== 'run' && kind !== 'secret';

/** L-33: written by a person only; a gate, not an edge. */
export const isApproval = (ref: Ref) => ref.kind === 'state' && ref.path[0] === 'approvals';

/**
 * @param before the wiring of a plan that spells its calls alike; undefined where there is none. A call that it
 * has too is the same parsed call here.
 */
export function wiringOf(plan: Plan, before: Wiring | undefined): Wiring {
  const declared = declaredMeta(plan);
  // The table's paths are never taken out, so now and then it is begun again.
  const numbered = before && !isWorn(before) ? before : undefined;
  const paths = numbered?.paths ?? pathTable();
  const numberOf = (ref: Ref) =>
    isWritable(ref.kind) && !isApproval(ref) ? paths.at(ref.kind, ref.path) : -1;
  const reader = callReader(kindsOf(plan), numberOf);
  const placeOf = before ? placesBefore(before.calls, plan.calls.length) : nowhere;
  const reads = rowsInWork();
  const writes = rowsInWork();
  const scopes = new Array<InstanceScope>(plan.calls.length);
  const settled = new Uint8Array(plan.calls.length);
  // All of a call in one go, while it is in the processor's cache: a plan is larger than that.
  const calls = plan.calls.map((call, i) => {
    const place = placeOf(call, i);
    let parsed: ParsedCall;
    if (place >= 0 && numbered) {
      parsed = numbered.calls[place]!;
      reads.copy(numbered.reads, place);
      writes.copy(numbered.writes, place);
      scopes[i] = numbered.scopes[place]!;
      if (place === i) settled[i] = 1;
    } else {
      if (place >= 0) {
        parsed = before!.calls[place]!;
        for (const { refs } of parsed.places) for (const ref of refs) reads.add(numberOf(ref));
        addTargets(parsed, undefined);
      } else {
        parsed = reader.read(call, (declared.size > 0 && declared.get(call._tool)) || NO_KEYS);
        for (let n = 0; n < reader.nodes.length; n++) reads.add(reader.nodes[n]!);
        addTargets(parsed, reader.target);
      }
      scopes[i] = instanceScopeOf(call);
    }
    reads.end();
    writes.end();
    return parsed;
  });
  return { calls, paths, reads: reads.finish(), writes: writes.finish(), scopes, settled };

  /** @param known the path, where there is one alone and it was looked up */
  function addTargets({ targets }: ParsedCall, known: number | undefined): void {
    if (!targets) return;
    const { alternatives } = targets;
    for (let a = 0; a < alternatives.length; a++) {
      const refs = alternatives[a]!;
      for (let r = 0; r < refs.length; r++) writes.add(known ?? numberOf(refs[r]!));
    }
  }
}

const nowhere = (_call: Call, _i: number) => -1;

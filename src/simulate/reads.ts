/** What a plan reads, its sub-plans' reading of what it hands them included, found by where it was written. Knows no values. */

import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Ref, Segment } from '../plan/expression.ts';
import { buildGraph } from '../plan/graph.ts';

/** A path below a value. */
type Inside = readonly Segment[];

export interface Reads {
  /** The paths read below one, that one itself left out. */
  below(of: Pick<Ref, 'kind' | 'path'>): readonly Inside[];
  /** The targets of each alternative of a call's output path; none where it has no such path. */
  alternatives(call: Call): readonly (readonly Ref[])[];
}

/** An element of a list that a loop goes through, whichever. */
const FIRST = 0;

/** @param delegates every plan below this one: who goes into a value that was handed down reads it where it was made */
export function readsOf(plan: Plan, delegates: Delegates): Reads {
  const graph = buildGraph(plan);
  const root: Node = new Map();
  for (const { kind, path } of refsIn(plan, delegates, new Map())) {
    let node = root;
    for (const segment of [kind, ...path]) {
      let next = node.get(segment);
      if (!next) {
        next = new Map();
        node.set(segment, next);
      }
      node = next;
    }
  }
  const targets = new Map(graph.calls.map((call) => [call.call._id, call.targets?.alternatives ?? []]));
  return {
    below: ({ kind, path }) => {
      let node: Node | undefined = root;
      for (const segment of [kind, ...path]) node = node?.get(segment);
      return node ? leavesOf(node) : [];
    },
    alternatives: ({ _id }) => targets.get(_id) ?? [],
  };
}

/** What is read below a path, by its next segment. */
interface Node extends Map<Segment, Node> {}

function leavesOf(node: Node): Inside[] {
  const leaves: Inside[] = [];
  for (const [segment, next] of node) {
    leaves.push([segment]);
    for (const rest of leavesOf(next)) leaves.push([segment, ...rest]);
  }
  return leaves;
}

function refsIn(plan: Plan, delegates: Delegates, known: Map<Plan, readonly Ref[]>): readonly Ref[] {
  const own = known.get(plan);
  if (own) return own;
  // A plan below itself is refused by the host; here it reads nothing more.
  known.set(plan, []);
  const refs: Ref[] = [];
  for (const { call, places } of buildGraph(plan).calls) {
    const { _delegate } = call;
    const below =
      _delegate !== undefined && Object.hasOwn(delegates, _delegate)
        ? refsIn(delegates[_delegate]!, delegates, known)
        : [];
    /** What the sub-plan reads inside of an input that is handed to it whole. */
    const handOn = (key: Segment | undefined, path: Inside, ref: Ref) => {
      for (const { kind, path: read } of below) {
        if (kind === 'input' && read[0] === key && read.length > 1)
          refs.push({ ...ref, path: [...path, ...read.slice(1)] });
      }
    };
    for (const { role, path, refs: read } of places) {
      for (const ref of read) {
        refs.push(ref);
        if (role === 'forEach') {
          const first = [...ref.path, FIRST];
          refs.push({ ...ref, path: first });
          handOn('item', first, ref);
        } else if (role === 'parameter' && path.length === 1) handOn(path[0], ref.path, ref);
      }
    }
  }
  known.set(plan, refs);
  return refs;
}

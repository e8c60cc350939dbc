/** Which calls write what an expression reads, and where below their values it reads: for what forms offer. Judges nothing. */

import type { Json } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { isExpression, parseExpression, type Ref, type Segment } from '../plan/expression.ts';
import { buildGraph } from '../plan/graph.ts';
import { kindsOf } from '../plan/parsed-call.ts';

/** A call, and a place in its value. */
export interface Source {
  readonly call: string;
  readonly path: readonly Segment[];
}

/** Of a value that is one reference and nothing else; none for any other. */
export function sourcesOf(plan: Plan, value: Json | undefined): readonly Source[] {
  if (typeof value !== 'string' || !isExpression(value)) return [];
  const parsed = parseExpression(value, kindsOf(plan));
  return parsed.ok && parsed.value.type === 'ref' ? writersAbove(plan, parsed.value) : [];
}

/** Calls that set what stands at the path or above it. Parts that are appended or come of a loop have no place of their own. */
export function writersAbove(plan: Plan, { kind, path }: Pick<Ref, 'kind' | 'path'>): readonly Source[] {
  return buildGraph(plan).calls.flatMap(({ call, targets }) => {
    const { _outputMethod: method, _forEach } = call;
    if (targets === null || _forEach !== undefined || (method !== undefined && method !== 'set')) return [];
    const above = targets.alternatives
      .flat()
      .find((ref) => ref.kind === kind && ref.path.every((key, at) => key === path[at]));
    return above ? [{ call: call._id, path: path.slice(above.path.length) }] : [];
  });
}

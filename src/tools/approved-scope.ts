/** Whether a replan's draft stays within what was approved: no new tool, effect, input or host (L-71). */

import type { Effect } from '../plan/contract-shape.ts';
import type { Plan } from '../plan/document.ts';
import { printRef } from '../plan/expression.ts';
import { buildGraph } from '../plan/graph.ts';
import type { Catalogue } from './catalogue.ts';
import { effectOfCall, hostsOf } from './reach.ts';

/** What a draft brings that the plan before it did not have; all empty: it is within the approved scope. */
export interface BeyondScope {
  readonly tools: readonly string[];
  readonly effects: readonly Effect[];
  /** Paths under `†input`. */
  readonly inputs: readonly string[];
  readonly hosts: readonly string[];
}

/** @param builtIns contracts of the code on this device: a draft can't call it more harmless than it is */
export function beyondScope(
  before: Plan,
  after: Plan,
  catalogue: Catalogue,
  builtIns: Catalogue,
): BeyondScope {
  const news = <T>(of: (plan: Plan) => readonly T[]): T[] => {
    const known = new Set(of(before));
    return [...new Set(of(after))].filter((one) => !known.has(one));
  };
  return {
    tools: news((plan) => plan.calls.map((call) => call._tool)),
    effects: news((plan) => plan.calls.map((call) => effectOfCall(call, catalogue, builtIns))),
    inputs: news(inputsOf),
    hosts: news(hostsOf),
  };
}

export const isWithinScope = ({ tools, effects, inputs, hosts }: BeyondScope): boolean =>
  tools.length + effects.length + inputs.length + hosts.length === 0;

const inputsOf = (plan: Plan): string[] =>
  buildGraph(plan).calls.flatMap(({ places }) =>
    places.flatMap(({ refs }) => refs.filter(({ kind }) => kind === 'input').map(printRef)),
  );

/** Whether a replan's draft stays within what was approved: no new tool, effect, input or flow (L-71), nor another write than the approval names. */

import type { Effect } from '../plan/contract-shape.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import { printRef } from '../plan/expression.ts';
import { buildGraph } from '../plan/graph.ts';
import { isOff } from '../plan/open-step.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { type Flow, flowKey } from './flow.ts';
import { flowsOf, type Part } from './flows-of.ts';
import { flowTable } from './table.ts';
import { callUse, type FlowSetting } from './use.ts';
import { hostWords } from './words.ts';

/** What a draft brings that the plan before it did not have; all empty: it is within the approved scope. */
export interface BeyondScope {
  readonly tools: readonly string[];
  readonly effects: readonly Effect[];
  /** Paths under `†input`. */
  readonly inputs: readonly string[];
  /** Those that take something somewhere it did not go, or read what was not read. */
  readonly flows: readonly Flow[];
  /** What calls that write ask of a host and nothing that was approved asks there, as `POST /orders to shop.example`. */
  readonly requests: readonly string[];
}

/** A revision, and the part of it that is signed, or would be; without one it is the whole (L-76). */
interface Scope {
  readonly plan: Plan;
  readonly part?: Part | undefined;
}

/** What the plan `after` does that no one allowed by approving `before`. */
export function beyondScope(
  before: Scope,
  after: Scope,
  setting: FlowSetting,
  delegates?: Delegates,
): BeyondScope {
  const news = <T>(of: (scope: Scope) => readonly T[]): T[] => {
    const known = new Set(of(before));
    return [...new Set(of(after))].filter((one) => !known.has(one));
  };
  const flows = ({ plan, part }: Scope) => flowsOf(plan, setting, delegates, part);
  const signed = new Set(flows(before).map(flowKey));
  const asked = requestsOf(before, setting, delegates);
  return {
    tools: news((scope) => startedBy(scope).map((call) => call._tool)),
    effects: news((scope) => effectsOf(scope, setting)),
    inputs: news(inputsOf),
    flows: flows(after).filter((flow) => counts(flow) && !signed.has(flowKey(flow))),
    requests: [...requestsOf(after, setting, delegates)].flatMap(([key, words]) =>
      asked.has(key) ? [] : [words],
    ),
  };
}

/** In words, by what tells one from another: where it goes, what is asked there, and what the words leave out. */
function requestsOf(
  { plan, part }: Scope,
  setting: FlowSetting,
  delegates?: Delegates,
): ReadonlyMap<string, string> {
  const { flows, requestOf, addressesOf } = flowTable(plan, setting, delegates, part);
  return new Map(
    flows.flatMap(({ call, sink, effect }) => {
      if (sink.kind !== 'host' || sink.host === null || effect === 'read' || effect === 'none') return [];
      const request = requestOf(call);
      if (request === null) return [];
      const words = `${request} to ${hostWords(sink.host)}`;
      return [[[words, ...addressesOf(call)].join(' '), words] as const];
    }),
  );
}

/** So many requests are named; of more, how many. */
const NAMED = 3;

/** `sends POST /orders to shop.example, …`; null where there is none. */
export function requestsBeyond({ requests }: BeyondScope): string | null {
  if (requests.length === 0) return null;
  const more = requests.length - NAMED;
  return `sends ${requests.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Nothing goes beyond what was approved. */
export const isWithinScope = ({ tools, effects, inputs, flows, requests }: BeyondScope): boolean =>
  tools.length + effects.length + inputs.length + flows.length + requests.length === 0;

/** What one call hands to the next on this device is no one's concern; what is taken from a file or a secret is. */
const counts = ({ source, sink }: Flow): boolean =>
  sink.kind !== 'device' || source.kind === 'file' || source.kind === 'secret';

const startedBy = ({ plan, part }: Scope): readonly Call[] =>
  plan.calls.filter((call) => !isOff(call) && (part?.starts.has(call._id) ?? true));

function effectsOf(scope: Scope, setting: FlowSetting): Effect[] {
  const catalogue = catalogueOf(setting.catalogue.list(), scope.plan.tools);
  return startedBy(scope).map((call) => callUse(call, catalogue, setting).effect);
}

const inputsOf = ({ plan, part }: Scope): string[] =>
  buildGraph(plan).calls.flatMap(({ call, places }) =>
    isOff(call) || (part && !part.starts.has(call._id))
      ? []
      : places.flatMap(({ refs }) => refs.filter(({ kind }) => kind === 'input').map(printRef)),
  );

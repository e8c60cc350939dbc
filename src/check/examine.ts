/** What each call gives by itself: the rules of one call and its contract, done again only where either changed. */

import type { Plan } from '../plan/document.ts';
import type { Graph } from '../plan/graph.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';
import type { Catalogue, ToolContract } from '../tools/catalogue.ts';
import { type ContractView, viewOf } from './contract-view.ts';
import type { Problem } from './problem.ts';
import type { CallFacts, CallFindings, CallRule } from './rule.ts';
import { callId } from './rules/call-id.ts';
import { expressionSyntax } from './rules/expression-syntax.ts';
import { fanOverlap } from './rules/fan-overlap.ts';
import { knownTool } from './rules/known-tool.ts';
import { lazyOutput } from './rules/lazy-output.ts';
import { outputMethod } from './rules/output-method.ts';
import { parameters, unknownMetaOf } from './rules/parameters.ts';
import { secretPlace } from './rules/secret-place.ts';
import { timing } from './rules/timing.ts';
import { wholeNumbers } from './rules/whole-numbers.ts';
import { commonlyWanted } from './typed-places.ts';

/** Rules that look at one call and its contract. */
const CALL_RULES: readonly CallRule[] = [
  callId,
  knownTool,
  expressionSyntax,
  parameters,
  outputMethod,
  fanOverlap,
  lazyOutput,
  secretPlace,
  wholeNumbers,
  timing,
];

/** An earlier examination, of this plan before an edit. */
export interface Examined {
  readonly plan: Plan;
  readonly graph: Graph;
  readonly catalogue: Catalogue;
  readonly findings: readonly CallFindings[];
}

const NONE: readonly never[] = [];

/** What each call gives by itself, by call index. What `previous` has of a call and contract stands. */
export function examineAll(
  plan: Plan,
  graph: Graph,
  catalogue: Catalogue,
  previous: Examined | undefined,
): readonly CallFindings[] {
  const shared = {
    catalogue,
    ownTools: new Map((plan.tools ?? []).map((tool) => [tool.name, tool])),
    lazy: plan.mode !== 'eager',
  };
  const sameContracts = previous?.catalogue === catalogue && previous.plan.tools === plan.tools;
  const quiet = new Map<ContractView | undefined, CallFindings[]>();
  const findBefore = previous && finder(previous);
  return graph.calls.map((parsed, i) => {
    const before = findBefore?.(parsed, i);
    if (before && sameContracts) return before;
    const { _tool } = parsed.call;
    const contract = shared.ownTools.get(_tool) ?? catalogue.get(_tool);
    // What is said of an unknown tool depends on the names that are known, so it is said anew.
    if (before && contract && before.contract?.contract === contract) return before;
    return settled(examine(parsed, contract, shared), quiet);
  });
}

/** The findings themselves, or, where they say nothing of their call, the ones that others like it share. */
function settled(found: CallFindings, quiet: Map<ContractView | undefined, CallFindings[]>): CallFindings {
  if (found.notable || found.problems.length > 0) return found;
  let alike = quiet.get(found.contract);
  if (!alike) {
    alike = [];
    quiet.set(found.contract, alike);
  }
  for (const other of alike)
    if (other.wants === found.wants && other.readsInput === found.readsInput) return other;
  alike.push(found);
  return found;
}

/** Finds what a check found of a call: at its old place, or, where the list has shifted, wherever it was. */
function finder({ graph, findings }: Examined) {
  let places: Map<ParsedCall, number> | undefined;
  return (parsed: ParsedCall, i: number): CallFindings | undefined => {
    if (graph.calls[i] === parsed) return findings[i];
    places ??= new Map(graph.calls.map((call, place) => [call, place]));
    const place = places.get(parsed);
    return place === undefined ? undefined : findings[place];
  };
}

function examine(
  parsed: ParsedCall,
  contract: ToolContract | undefined,
  shared: Pick<CallFacts, 'catalogue' | 'ownTools' | 'lazy'>,
): CallFindings {
  const view = contract && viewOf(contract);
  const facts: CallFacts = { call: parsed.call, parsed, contract: view, ...shared };
  const problems: Problem[] = [];
  for (const rule of CALL_RULES) rule(facts, problems);
  const unknownMeta = unknownMetaOf(parsed.call, view) ?? NONE;
  return {
    contract: view,
    notable: unknownMeta.length > 0 || isNotable(parsed),
    problems: problems.length > 0 ? problems : NONE,
    wants: commonlyWanted(parsed, view),
    readsInput: readsInput(parsed),
    unknownMeta,
  };
}

function readsInput({ places }: ParsedCall): boolean {
  for (const { refs } of places) for (const ref of refs) if (ref.kind === 'input') return true;
  return false;
}

const isNotable = ({ call, targets, embedded }: ParsedCall) =>
  call._instance !== undefined ||
  call._delegate !== undefined ||
  call._forEach !== undefined ||
  embedded.length > 0 ||
  (targets !== null && targets.alternatives.length > 1);

/** Indexes of the calls that the rules for what few calls have must look at. */
export function notableOf(findings: readonly CallFindings[]): readonly number[] {
  const notable: number[] = [];
  for (let i = 0; i < findings.length; i++) if (findings[i]!.notable) notable.push(i);
  return notable;
}

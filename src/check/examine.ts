/** What each call gives by itself: the rules of one call and its contract, done again only where either changed. */

import { itemAt } from '../lib/columns.ts';
import type { Plan } from '../plan/document.ts';
import type { Graph } from '../plan/graph.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';
import { TRAITS } from '../plan/text-paths.ts';
import { placesBefore, sameEnds } from '../plan/wiring.ts';
import { agentWhole } from '../tools/agent.ts';
import type { Catalogue, ToolContract } from '../tools/catalogue.ts';
import { ANY_TYPE, type TypeSet } from '../tools/schema-types.ts';
import { keyReader } from './call-keys.ts';
import { type ContractView, viewOf } from './contract-view.ts';
import type { Problem } from './problem.ts';
import type { CallFacts, CallFindings, CallRule } from './rule.ts';
import { callId } from './rules/call-id.ts';
import { sensibleConditions } from './rules/conditions.ts';
import { expressionSyntax } from './rules/expression-syntax.ts';
import { fanOverlap } from './rules/fan-overlap.ts';
import { halfCharacters } from './rules/half-characters.ts';
import { knownTool } from './rules/known-tool.ts';
import { lazyOutput } from './rules/lazy-output.ts';
import { missingBranch } from './rules/missing-branch.ts';
import { outputMethod } from './rules/output-method.ts';
import { parameters } from './rules/parameters.ts';
import { savedName } from './rules/saved-name.ts';
import { secretPlace } from './rules/secret-place.ts';
import { timing } from './rules/timing.ts';
import { wholeNumbers } from './rules/whole-numbers.ts';
import { commonlyWanted, NOT_PLAIN } from './written-types.ts';

/** Rules that look at one call and its contract. */
const CALL_RULES: readonly CallRule[] = [
  callId,
  knownTool,
  expressionSyntax,
  parameters,
  outputMethod,
  missingBranch,
  sensibleConditions,
  fanOverlap,
  savedName,
  lazyOutput,
  secretPlace,
  wholeNumbers,
  halfCharacters,
  timing,
];

/** An earlier examination, of this plan before an edit. */
interface Examined {
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
  const ownTools = new Map((plan.tools ?? []).map((tool) => [tool.name, agentWhole(tool)]));
  const examine = examiner({ catalogue, ownTools, lazy: plan.mode !== 'eager' });
  const { calls } = graph;
  const sameContracts = previous?.catalogue === catalogue && previous.plan.tools === plan.tools;
  const findBefore = previous && finder(previous, graph);
  const findings = new Array<CallFindings>(calls.length);
  const { head, tail } = previous && sameContracts ? sameEnds(previous.graph.calls, calls) : NO_ENDS;
  const end = calls.length - tail;
  for (let i = 0; i < head; i++) findings[i] = itemAt(previous!.findings, i);
  for (let i = head; i < end; i++) findings[i] = findingsAt(i);
  const shift = previous ? previous.findings.length - calls.length : 0;
  for (let i = end; i < calls.length; i++) findings[i] = itemAt(previous!.findings, i + shift);
  return findings;

  function findingsAt(i: number): CallFindings {
    const parsed = itemAt(calls, i);
    const before = findBefore?.(parsed, i);
    if (before && sameContracts) return before;
    const { _tool } = parsed.call;
    const contract = ownTools.get(_tool) ?? catalogue.get(_tool);
    // What is said of an unknown tool depends on the names that are known, so it is said anew.
    if (before && contract && before.contract?.contract === contract) return before;
    return examine(parsed, graph.wiring.traits[i]!, contract);
  }
}

const NO_ENDS = { head: 0, tail: 0 };

/** Finds what a check found of a call: at its old place, or near it where the list has shifted. */
function finder({ graph, findings }: Examined, after: Graph) {
  const placeOf = placesBefore(graph.calls, after.calls.length);
  return (parsed: ParsedCall, i: number): CallFindings | undefined => {
    const place = placeOf(parsed.call, i);
    return place >= 0 && graph.calls[place] === parsed ? findings[place] : undefined;
  };
}

type Quiet = Map<ContractView | undefined, CallFindings[]>;

type Examine = (parsed: ParsedCall, traits: number, contract: ToolContract | undefined) => CallFindings;

/** Who examines call after call: of most nothing is found, and nothing is made for them. */
function examiner(shared: Pick<CallFacts, 'catalogue' | 'ownTools' | 'lazy'>): Examine {
  const quiet: Quiet = new Map();
  const keysOf = keyReader();
  let facts: { -readonly [K in keyof CallFacts]: CallFacts[K] } | undefined;
  let problems: Problem[] = [];
  return (parsed, traits, contract) => {
    const view = contract && viewOf(contract);
    const { call } = parsed;
    const keys = keysOf(call, view, traits);
    if (facts) {
      facts.call = call;
      facts.parsed = parsed;
      facts.contract = view;
      facts.traits = traits;
    } else facts = { call, parsed, contract: view, ...shared, traits, keys };
    for (let i = 0; i < CALL_RULES.length; i++) itemAt(CALL_RULES, i)(facts, problems);
    const found = findingsOf(facts, problems, quiet);
    if (problems.length > 0) problems = [];
    return found;
  };
}

function findingsOf(facts: CallFacts, problems: readonly Problem[], quiet: Quiet): CallFindings {
  const { parsed, traits, contract: view } = facts;
  const { unknownMeta } = facts.keys;
  const notable = unknownMeta.length > 0 || facts.keys.holdsRare || isNotable(parsed, traits);
  const wants = commonlyWanted(facts);
  const readsInput = (traits & TRAITS.input) !== 0;
  const isPlain = !notable && parsed.call._outputMethod === undefined;
  const writes = isPlain ? (view?.output ?? ANY_TYPE) : NOT_PLAIN;
  if (!notable && problems.length === 0) return quietFindings(view, wants, writes, readsInput, quiet);
  const own = problems.length > 0 ? problems : NONE;
  return { contract: view, notable, problems: own, wants, writes, readsInput, unknownMeta };
}

/** Findings that say nothing of their call are one object for all calls like it. */
function quietFindings(
  contract: ContractView | undefined,
  wants: TypeSet,
  writes: TypeSet,
  readsInput: boolean,
  quiet: Quiet,
): CallFindings {
  let alike = quiet.get(contract);
  if (!alike) {
    alike = [];
    quiet.set(contract, alike);
  }
  for (const found of alike)
    if (found.wants === wants && found.writes === writes && found.readsInput === readsInput) return found;
  const found = { contract, notable: false, problems: NONE, wants, writes, readsInput, unknownMeta: NONE };
  alike.push(found);
  return found;
}

/** What a call would have to be read for, its traits tell. */
function isNotable(parsed: ParsedCall, traits: number): boolean {
  if ((traits & TRAITS.embedded) !== 0) return true;
  return (traits & TRAITS.severalTargets) !== 0 && parsed.targets!.alternatives.length > 1;
}

/** Indexes of the calls that the rules for what few calls have must look at. */
export function notableOf(findings: readonly CallFindings[]): readonly number[] {
  const notable: number[] = [];
  for (let i = 0; i < findings.length; i++) if (itemAt(findings, i).notable) notable.push(i);
  return notable;
}

/** Checks a plan before it is approved or run (PLAN-LANGUAGE §13): every rule, each call's part kept between edits. */

import { itemAt } from '../lib/columns.ts';
import { type OwnPlans, ownPlan, type PlanLibrary, subPlan } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import { buildGraph, type Graph, rememberGraph } from '../plan/graph.ts';
import { declaredMeta, kindsOf, type ParsedCall, parseCall } from '../plan/parsed-call.ts';
import { type Catalogue, catalogueOf, knowUnlisted } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { thinkingTools } from '../tools/thinking-tools.ts';
import { examineAll, notableOf } from './examine.ts';
import { initialValues } from './initial-values.ts';
import { type Problem, withinWords } from './problem.ts';
import { type CallFindings, type PlanFacts, type PlanRule, type Said, SaidAgain } from './rule.ts';
import { allowedTools } from './rules/allowed-tools.ts';
import { branchOverlap } from './rules/branch-overlap.ts';
import { notesOnCanvas } from './rules/canvas-notes.ts';
import { cycles } from './rules/cycles.ts';
import { delegates } from './rules/delegates.ts';
import { discardedResult } from './rules/discarded-result.ts';
import { duplicateIds } from './rules/duplicate-ids.ts';
import { embeddedReferences } from './rules/embedded-references.ts';
import { givenFiles } from './rules/given-files.ts';
import { halfCharactersAround } from './rules/half-characters.ts';
import { inputReferences } from './rules/input-references.ts';
import { instanceScope } from './rules/instance-scope.ts';
import { knownColumns } from './rules/known-columns.ts';
import { knownInstance } from './rules/known-instance.ts';
import { mandate } from './rules/mandate.ts';
import { neverRead } from './rules/never-read.ts';
import { noDataEdge } from './rules/no-data-edge.ts';
import { outputType } from './rules/output-type.ts';
import { planOutput } from './rules/plan-output.ts';
import { planSize } from './rules/plan-size.ts';
import { planTests } from './rules/plan-tests.ts';
import { referenceTypes } from './rules/reference-types.ts';
import { stateSchema } from './rules/state-schema.ts';
import { needsSwitchedOff, softened, switchedOff } from './rules/switched-off.ts';
import { toolNames } from './rules/tool-names.ts';
import { uncheckedPattern } from './rules/unchecked-pattern.ts';
import { unknownFields } from './rules/unknown-fields.ts';
import { unknownMeta } from './rules/unknown-meta.ts';
import { unresolvedReferences } from './rules/unresolved-references.ts';
import { writeConflicts } from './rules/write-conflicts.ts';
import { inputsAsked } from './sub-plan-input.ts';

// Whoever signs or runs a plan checks it, so everybody knows them by then (L-75).
knowUnlisted(thinkingTools);

/** Rules of the whole plan that need no edges. */
const PLAN_RULES: readonly PlanRule[] = [
  duplicateIds,
  planOutput,
  halfCharactersAround,
  inputReferences,
  branchOverlap,
  knownInstance,
  delegates,
  mandate,
  allowedTools,
  planSize,
  unknownFields,
  unknownMeta,
  embeddedReferences,
  uncheckedPattern,
  toolNames,
  givenFiles,
  planTests,
  notesOnCanvas,
];

/** Rules of the graph: with duplicate ids they would speak of the wrong call (§13). */
const GRAPH_RULES: readonly PlanRule[] = [
  unresolvedReferences,
  instanceScope,
  stateSchema,
  referenceTypes,
  noDataEdge,
  discardedResult,
  neverRead,
  needsSwitchedOff,
  outputType,
];

/** What a check may know beside plan and contracts. */
export interface CheckOptions {
  /** Finds a sub-plan by id and, where one is named, revision (L-52). Without it every plan of a library is missing. */
  readonly library?: PlanLibrary;
  /** Finds a sub-plan by its name (L-52). Without it the plan is the one that is run: its own `plans` are meant. */
  readonly ownPlans?: OwnPlans;
  /** The tools that a sub-plan of the plan's own may use; without it those of the plan, and what it brings itself. */
  readonly catalogueBelow?: (sub: Plan) => Catalogue;
  /** The labels a run is started over (L-50). Without them the plan's own `instances`, if it has any. */
  readonly instances?: readonly string[];
  /** Initial values a run brings, its own and its instances', each by kind: `{ state: {…} }` (L-23). */
  readonly initial?: readonly Readonly<Record<string, unknown>>[];
  /** Ids of calls that a replan keeps: they are done, and so come before all others (L-27, L-42). */
  readonly kept?: ReadonlySet<string>;
  /**
   * Contracts of the code that comes with the app, without those in whose place a person gave code of their own. Without
   * it no name is a built-in one (L-75).
   */
  readonly builtIns?: Catalogue;
  /** All files a person gave (L-83): names, columns, values and kinds are checked against them. Absent: nobody knows of any. */
  readonly profiles?: readonly FileProfile[];
  /** What the last check of this plan gave: unchanged calls are not looked at again. */
  readonly previous?: CheckState;
}

const NONE_BUILT_IN = catalogueOf();
const NONE_KEPT: ReadonlySet<string> = new Set();

/** What is kept from one check to the next. Opaque: only `checkPlan` reads it. */
export interface CheckState extends Drawn {
  readonly lazy: boolean;
  readonly catalogue: Catalogue;
  readonly options: CheckOptions;
  readonly findings: readonly CallFindings[];
  readonly off: ReadonlySet<string>;
  readonly ofGraph: readonly Problem[];
  readonly unread: Said;
  /** What sub-plans ask of the calls that delegate to them, as those calls stand in the list. */
  readonly asked: readonly unknown[];
  /** By name what the checks of the plan's own sub-plans keep. */
  readonly below: ReadonlyMap<string, CheckState>;
}

/**
 * Finds every problem of a plan (§13), errors and warnings, in a stable order: call by call, then the plan.
 * Never throws. Pass `state` back as `previous` after an edit: what the edit did not touch is not done again.
 */
export function checkPlan(
  plan: Plan,
  catalogue: Catalogue,
  options: CheckOptions = {},
): { problems: Problem[]; state: CheckState } {
  const { previous } = options;
  const { graph, kept } = graphOf(plan, previous);
  const lazy = plan.mode !== 'eager';
  const findings = examineAll(plan, graph, catalogue, previous?.lazy === lazy ? previous : undefined);
  const notable = notableOf(findings);
  const off = switchedOff(graph, notable);
  const facts: PlanFacts = {
    plan,
    graph,
    findings,
    notable,
    off,
    catalogue,
    initial: initialValues(plan, options.initial),
    output: outputOf(plan),
    instances: options.instances ?? instancesOf(plan),
    kept: options.kept ?? NONE_KEPT,
    subPlan: subPlanFinder(plan, options),
    builtIns: options.builtIns ?? NONE_BUILT_IN,
    profiles: options.profiles,
    unread: new SaidAgain(previous?.unread),
  };

  const problems: Problem[] = [];
  for (let i = 0; i < findings.length; i++) append(problems, itemAt(findings, i).problems);
  for (const rule of PLAN_RULES) rule(facts, problems);
  const asked = inputsAsked(facts);
  const before = kept && previous && saysTheSame(previous, facts, options, asked) ? previous : undefined;
  const { ofGraph, unread } = before ?? { ofGraph: checkGraph(facts), unread: facts.unread.said };
  append(problems, ofGraph);
  // Apart from the rules of the graph: a column that was renamed moves no wire, but is another further on.
  if (graph.ids.areUnique) knownColumns(facts, problems);
  const { previous: _, ...given } = options;
  const { problems: ofOwnPlans, below } = checkOwnPlans(facts, options);
  const softer = off.size === 0 ? problems : problems.map((problem) => softened(problem, off));
  append(softer, ofOwnPlans);
  return {
    problems: softer,
    state: { plan, graph, lazy, catalogue, options: given, findings, off, ofGraph, unread, asked, below },
  };
}

function subPlanFinder(plan: Plan, { library = NO_LIBRARY, ownPlans }: CheckOptions): PlanFacts['subPlan'] {
  return (delegate, within) => subPlan(delegate, within, plan, library, ownPlans);
}

const NO_LIBRARY: PlanLibrary = () => undefined;
const NONE_BELOW: ReadonlyMap<string, CheckState> = new Map();
const NO_PROBLEMS: readonly Problem[] = [];

/** The plan's own sub-plans, each checked as a plan by itself (L-52): used or not, they are signed with the plan. */
function checkOwnPlans(
  { plan, catalogue }: PlanFacts,
  options: CheckOptions,
): { readonly problems: readonly Problem[]; readonly below: ReadonlyMap<string, CheckState> } {
  if (plan.plans === undefined) return { problems: NO_PROBLEMS, below: NONE_BELOW };
  const catalogueBelow = options.catalogueBelow ?? ((sub: Plan) => catalogueOf(catalogue.list(), sub.tools));
  const { library, builtIns, profiles, previous } = options;
  const problems: Problem[] = [];
  const below = new Map<string, CheckState>();
  for (const name of Object.keys(plan.plans)) {
    const sub = ownPlan(plan, name);
    if (!sub) continue;
    const before = previous?.below.get(name);
    const checked = checkPlan(sub, catalogueBelow(sub), {
      ...(library ? { library } : {}),
      ...(builtIns ? { builtIns } : {}),
      ...(profiles ? { profiles } : {}),
      ...(before ? { previous: before } : {}),
      ownPlans: options.ownPlans ?? ((other) => ownPlan(plan, other)),
    });
    below.set(name, checked.state);
    for (const problem of checked.problems) problems.push(inOwnPlan(name, problem));
  }
  return { problems, below };
}

/** A problem of a sub-plan as one of the plan in whose document it stands: its calls are `#<name>/<id>`, and its edits are within that one. */
const inOwnPlan = (name: string, { message, calls, fixes, ...rest }: Problem): Problem => ({
  ...rest,
  within: name,
  message: `${withinWords(name)}${message}`,
  calls: calls.map((id) => `#${name}/${id}`),
  fixes: fixes.map(({ title, edits }) => ({
    title,
    edits: edits.map((edit) => ({ kind: 'in-plan', name, edit })),
  })),
});

function append(problems: Problem[], more: readonly Problem[]): void {
  for (let i = 0; i < more.length; i++) problems.push(itemAt(more, i));
}

function checkGraph(facts: PlanFacts): readonly Problem[] {
  const { graph } = facts;
  const problems: Problem[] = [];
  if (!graph.ids.areUnique) return problems;
  for (const rule of GRAPH_RULES) rule(facts, problems);
  if (graph.order.length < graph.calls.length) cycles(facts, problems);
  else writeConflicts(facts, problems);
  return problems;
}

/** Parts of a plan beside its calls that rules of the graph look at. */
const PARTS = ['input', 'state', 'data', 'tools', 'output', 'outputSchema'] as const;

/** Whether the rules of the graph would find what they found, the wires being the same. */
function saysTheSame(
  previous: CheckState,
  facts: PlanFacts,
  options: CheckOptions,
  asked: readonly unknown[],
): boolean {
  const { plan, findings } = facts;
  if (asked.length !== previous.asked.length || asked.some((one, i) => one !== previous.asked[i]))
    return false;
  if (options.initial !== previous.options.initial || options.kept !== previous.options.kept) return false;
  if (PARTS.some((part) => plan[part] !== previous.plan[part])) return false;
  if (previous.off.size !== facts.off.size || [...facts.off].some((id) => !previous.off.has(id)))
    return false;
  for (let i = 0; i < findings.length; i++)
    if (itemAt(findings, i).contract !== itemAt(previous.findings, i).contract) return false;
  return true;
}

/** True where nothing stands in the way of approval and run: warnings do not (§13). */
export const isSound = (problems: readonly Problem[]): boolean =>
  problems.every((problem) => problem.severity === 'warning');

/** The output is parsed as the one parameter of a call that is not in the plan. */
function outputOf(plan: Plan): ParsedCall {
  const call = { _id: '', _tool: '', ...(plan.output === undefined ? {} : { output: plan.output }) } as Call;
  return parseCall(call, kindsOf(plan));
}

/** A plan made for certain instances names them: labels, or objects with a `label` (or `id`), or by label. */
function instancesOf(plan: Plan): readonly string[] | undefined {
  const listed: unknown = (plan as { readonly instances?: unknown }).instances;
  if (Array.isArray(listed)) {
    return listed
      .map((item) => (typeof item === 'object' && item !== null ? (item.label ?? item.id) : item))
      .filter((label) => typeof label === 'string');
  }
  return typeof listed === 'object' && listed !== null ? Object.keys(listed) : undefined;
}

// The graph of the last check, kept as long as an edit moves no wire: most edits change a value or a word.

interface Drawn {
  readonly plan: Plan;
  readonly graph: Graph;
}

/** The plan's graph; `kept` where it has the wires of `previous`, and so everything that follows from them. */
function graphOf(plan: Plan, previous: Drawn | undefined): { graph: Graph; kept: boolean } {
  const calls = previous && sameWires(plan, previous);
  if (!calls) return { graph: buildGraph(plan), kept: false };
  const graph = previous.graph.withCalls(plan, calls);
  // The canvas asks for the graph of the same plan.
  rememberGraph(plan, graph);
  return { graph, kept: true };
}

/** The plan's calls parsed, or undefined where one of them reads or writes otherwise than before. */
function sameWires(plan: Plan, { plan: before, graph }: Drawn): readonly ParsedCall[] | undefined {
  if (plan.calls.length !== before.calls.length || plan.data !== before.data || plan.tools !== before.tools)
    return undefined;
  if (plan.calls === before.calls) return graph.calls;
  const calls = graph.calls.slice();
  let declared: ReturnType<typeof declaredMeta> | undefined;
  for (let i = 0; i < calls.length; i++) {
    const call = itemAt(plan.calls, i);
    if (call === before.calls[i]) continue;
    declared ??= declaredMeta(plan);
    const parsed = parseCall(call, kindsOf(plan), declared.get(call._tool));
    if (!wiredAlike(parsed, itemAt(graph.calls, i))) return undefined;
    calls[i] = parsed;
  }
  return calls;
}

/** Meta-properties that decide what a call's wires mean. */
const WIRING = [
  '_id',
  '_tool',
  '_outputPath',
  '_outputMethod',
  '_instance',
  '_delegate',
  '_forEach',
] as const;

function wiredAlike(a: ParsedCall, b: ParsedCall): boolean {
  if (a.places.length !== b.places.length || !sameMeta(a.call, b.call)) return false;
  return a.places.every((place, i) => {
    const other = itemAt(b.places, i);
    return (
      place.text === other.text &&
      place.role === other.role &&
      place.path.length === other.path.length &&
      place.path.every((key, k) => key === other.path[k])
    );
  });
}

const sameMeta = (a: Call, b: Call) =>
  WIRING.every((key) => a[key] === b[key]) && (a._after === undefined) === (b._after === undefined);

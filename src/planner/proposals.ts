/**
 * What could stand in the place of an open step: tools found by their contracts, wired to the tables of the plan and
 * tried where they can be. Knows no planner, and puts nothing in.
 */

import MiniSearch from 'minisearch';
import { type ColumnsAlong, columnsOfPlan } from '../check/columns-along.ts';
import { itemAt } from '../lib/columns.ts';
import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { freeId } from '../plan/free-id.ts';
import { OPEN_TOOL } from '../plan/open-step.ts';
import type { Proposal } from '../plan/proposal.ts';
import { builtInTools } from '../tools/built-in.ts';
import { type Catalogue, catalogueOf, effectOf } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { resultWords, type TryPlan } from '../tools/trial.ts';
import { type Filled, filledFor, type Known, type Result } from './fill-step.ts';

interface ProposalsAsked {
  readonly plan: Plan;
  /** The id of the open step. */
  readonly step: string;
  /** In force in the plan. */
  readonly catalogue: Catalogue;
  readonly profiles: readonly FileProfile[];
  readonly input?: JsonObject;
  readonly tryPlan?: TryPlan;
  readonly signal: AbortSignal;
}

const MOST = 4;
/** More are not tried: who waits for proposals has the step's words before their eyes. */
const MOST_TRIED = 7;

/** The best first: complete ones that gave something, then those that can't be tried, then those that lack something. */
export async function proposalsFor(asked: ProposalsAsked): Promise<readonly Proposal[]> {
  const { plan, step, catalogue, input, tryPlan, signal } = asked;
  const open = plan.calls.find(({ _id }) => _id === step);
  if (open === undefined) return [];
  const known = knownOf(asked, open);
  const made: (Proposal & { readonly rank: number })[] = [];
  for (const contract of retrieved(known.words, catalogue, known).slice(0, MOST_TRIED)) {
    if (signal.aborted) return [];
    const filled = filledFor(contract, known);
    // What reads nothing of what is there was found by a word alone.
    if (filled === undefined) continue;
    const one = proposal(asked, open, contract, filled);
    if (one.lacking.length > 0 || effectOf(contract) !== 'none' || tryPlan === undefined) {
      made.push({ ...one, rank: one.lacking.length > 0 ? 2 : 1 });
      continue;
    }
    const tried = await withTrial(one, plan, tryPlan, input);
    if (tried !== undefined) made.push({ ...tried, rank: tried.result === undefined ? 1 : 0 });
  }
  return made
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ rank: _, ...one }) => one);
}

/** With what it gave; nothing for what fails on the very files it is for. */
async function withTrial(
  one: Proposal,
  plan: Plan,
  tryPlan: TryPlan,
  input: JsonObject | undefined,
): Promise<Proposal | undefined> {
  const edited = applyEdits(plan, one.edits);
  if (!edited.ok) return undefined;
  // Other open steps are not what is asked about: their calls would fail.
  const calls = edited.value.plan.calls.filter(({ _tool }) => _tool !== OPEN_TOOL);
  const trial = await tryPlan({ ...edited.value.plan, calls }, input);
  const found = trial.calls.get(one.call._id);
  if (found?.status === 'failed') return undefined;
  if (found?.status !== 'completed') return one;
  const result = resultWords({ calls: new Map([[one.call._id, found]]), output: found.value });
  return result === undefined ? one : { ...one, result };
}

function knownOf({ plan, catalogue, profiles }: ProposalsAsked, open: Call): Known {
  const along = columnsOfPlan(plan, catalogue, catalogueOf(builtInTools), profiles);
  const results = along.graph.order.flatMap((index) => resultOf(along, index, catalogue));
  return { words: open._description ?? '', results, files: profiles };
}

function resultOf(
  { graph, madeBy }: ReturnType<typeof columnsOfPlan>,
  index: number,
  catalogue: Catalogue,
): Result[] {
  const { call } = itemAt(graph.calls, index);
  const path = call._outputPath;
  if (call._tool === OPEN_TOOL || path === undefined || /[|&]/.test(path)) return [];
  const output = catalogue.get(call._tool)?._output;
  const kind = isObject(output) && typeof output['x-kind'] === 'string' ? output['x-kind'] : undefined;
  const columns: ReturnType<ColumnsAlong['madeBy']> = madeBy(index);
  if (kind === undefined && columns === undefined) return [];
  return [{ path, kind: columns === undefined ? kind : 'rows', columns }];
}

/** Contracts by their words, the nearest first; those of what nobody names after what takes a table, if there is one. */
function retrieved(words: string, catalogue: Catalogue, { results }: Known): ToolContract[] {
  const contracts = catalogue.list().filter(({ name }) => name !== OPEN_TOOL);
  const index = new MiniSearch<{ id: number; name: string; title: string; text: string }>({
    fields: ['name', 'title', 'text'],
    processTerm: (term) => stem(term),
    searchOptions: { boost: { name: 3, title: 3 }, fuzzy: (term) => (term.length > 5 ? 1 : false) },
  });
  index.addAll(
    contracts.map(({ name, title, description, parameters }, id) => ({
      id,
      name: name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.]/g, ' '),
      title: title ?? '',
      text: [description ?? '', ...titlesOf(parameters)].join(' '),
    })),
  );
  // A column's or a file's name says what is worked on, not what is done.
  const named = new Set(
    results.flatMap(({ columns }) => (columns ?? []).map(({ name }) => name.toLowerCase())),
  );
  const wish = words
    .split(/[^\p{L}\p{N}_.-]+/u)
    .filter((word) => !named.has(word.toLowerCase()))
    .join(' ');
  return index.search(wish).map(({ id }) => itemAt(contracts, id as number));
}

/** Plurals and the commonest endings; words of two letters and those that stand everywhere find nothing. */
function stem(term: string): string | null {
  const word = term.toLowerCase();
  if (word.length < 3 || EVERYWHERE.has(word)) return null;
  return word.replace(/(?:ing|ed|es|s|e)$/u, (ending) => (word.length - ending.length < 3 ? ending : ''));
}

const EVERYWHERE: ReadonlySet<string> = new Set(
  'the and for from with each per all its into than that this them then row rows table column value values file give show please'.split(
    ' ',
  ),
);

function titlesOf(parameters: unknown): string[] {
  if (!isObject(parameters) || !isObject(parameters.properties)) return [];
  return Object.values(parameters.properties).flatMap((part) =>
    isObject(part) && typeof part.title === 'string' ? [part.title] : [],
  );
}

function proposal({ plan }: ProposalsAsked, open: Call, contract: ToolContract, filled: Filled): Proposal {
  const taken = new Set(plan.calls.map(({ _id }) => _id));
  const id = freeId(contract.name, (one) => taken.has(one));
  const own = open._outputPath;
  const isRead = own !== undefined && readsPath(plan, open, own);
  const path = isRead ? own : `†state.${id}`;
  const call: Call = { _id: id, _tool: contract.name, ...filled.parameters, _outputPath: path };
  const edits: Edit[] = [{ kind: 'replace-call', id: open._id, call }];
  if (!isRead && effectOf(contract) === 'none') {
    const output = withResult(plan.output, filled.from, id, path);
    edits.push({ kind: 'set-field', field: 'output', value: output });
  }
  return { title: contract.title ?? contract.name, call, edits, lacking: filled.lacking };
}

const readsPath = ({ calls, output }: Plan, { _id }: Call, path: string): boolean =>
  JSON.stringify([calls.filter((call) => call._id !== _id), output ?? null]).includes(path);

/** What the plan gave before it was worked on further is not asked for any more; anything else stands beside it. */
function withResult(output: Json | undefined, from: string | undefined, id: string, path: string): Json {
  if (output === undefined || output === null || output === from) return path;
  if (!isObject(output)) return { result: output, [id]: path };
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(output)) setOwn(kept, name, value);
  setOwn(kept, id, path);
  return kept;
}

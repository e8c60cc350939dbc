/** A planner's draft for a goal, as a plan that can be checked and run. Nothing is run. */

import { type Draft, draft } from '../cli/planners.ts';
import { itemAt } from '../lib/columns.ts';
import type { JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Plan } from '../plan/document.ts';
import { importPlan } from '../plan/import.ts';
import { offlinePlanner } from '../planner/offline/offline-planner.ts';
import type { ModelConnection } from '../planner/openai/connection.ts';
import { createOpenAiPlanner } from '../planner/openai/planner.ts';
import type { InputFile, Planner } from '../planner/planner.ts';
import { withChecks } from '../planner/with-checks.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';

/** What a planner is told beside the goal. */
export interface DraftOptions {
  /** The offline planner, where none is named. */
  readonly planner?: Planner;
  /** Tools that the plan may call; the built-in ones where this is left out. They become part of the plan. */
  readonly tools?: readonly ToolContract[];
  /** Files that the goal may speak of, with their heads. */
  readonly files?: readonly InputFile[];
  /** 15 at most (L-62), and where it is left out. */
  readonly maxCalls?: number;
  readonly signal?: AbortSignal;
}

/** What a planner made of a goal. */
export interface DraftedPlan {
  readonly plan: Plan;
  /** Values for its input, found in the goal. */
  readonly input?: JsonObject;
  /** What the planner has to say about it, as sentences. */
  readonly notes: readonly string[];
  /** Words of the goal that it did not use. */
  readonly unusedWords: readonly string[];
}

/** L-62: without a person who could be asked for more. */
const MAX_CALLS = 15;

/** Asks a planner for a plan. The error says why there is none. @param id the plan's id */
export async function draftPlan(
  id: string,
  goal: string,
  options: DraftOptions = {},
): Promise<Result<DraftedPlan, { readonly code: string; readonly message: string }>> {
  const { tools, files = [], maxCalls = MAX_CALLS, signal = new AbortController().signal } = options;
  const made = await draft(options.planner ?? offlinePlanner({ now: () => Date.now() }), {
    goal,
    catalogue: catalogueOf(tools ?? builtInTools),
    files,
    history: [],
    lastError: null,
    maxCalls,
    signal,
  });
  if (made.error) return err(made.error);
  const read = importPlan(documentOf(goal, made, tools), { planId: () => id });
  if (!read.ok) return err({ code: itemAt(read.error, 0).code, message: itemAt(read.error, 0).message });
  const { input, notes, unusedWords } = made;
  return ok({ plan: read.value.plan, ...(input === undefined ? {} : { input }), notes, unusedWords });
}

/** Of the tools only those that it calls: a plan from elsewhere need not be known where it is run. */
const documentOf = (goal: string, made: Draft, tools: readonly ToolContract[] = []): object => ({
  ...(made.title === undefined ? {} : { title: made.title }),
  goal,
  ...(made.inputSchema === undefined ? {} : { input: { schema: made.inputSchema } }),
  ...(tools.length === 0
    ? {}
    : { tools: tools.filter(({ name }) => made.calls.some((call) => call._tool === name)) }),
  calls: made.calls,
  ...(made.plans === undefined ? {} : { plans: made.plans }),
  ...(made.output === undefined ? {} : { output: made.output }),
});

/** A planner that asks a server which speaks chat completions, and has what it answers mended once where the checks refuse it. */
export const modelPlanner = (connection: ModelConnection): Planner =>
  withChecks(createOpenAiPlanner(connection));

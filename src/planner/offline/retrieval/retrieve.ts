/** A goal served by whatever tools there are: found by their contracts, in order of need, wired by types and names. */

import type { Json, JsonObject } from '../../../lib/json.ts';
import type { JsonSchema } from '../../../plan/document.ts';
import type { PlannerRequest } from '../../planner.ts';
import { type Choice, chooseTools } from './choose.ts';
import { type Clause, splitClauses } from './clauses.ts';
import { Draft, parametersOf, referenceTo, type Step } from './draft.ts';
import { isMade } from './kinds.ts';
import { resolveCall } from './resolve.ts';
import type { Field, Output } from './schema.ts';
import type { Surroundings } from './sources.ts';
import { FILLERS } from './stop-words.ts';
import { synonymsOf } from './synonyms.ts';
import { type Tool, type Toolbox, toolboxOf } from './toolbox.ts';
import { type FoundValue, findValues } from './values.ts';
import { contentStems, nameWords } from './words.ts';

/** What was made of a goal. */
export interface Retrieved {
  readonly draft: Draft;
  readonly output: Json;
  readonly unusedWords: readonly string[];
}

/** `excluded`: tools that failed before and are not to be tried again. @param now what "tomorrow" counts from, ms */
export function retrievePlan(
  request: PlannerRequest,
  goal: string,
  now: number,
  excluded: ReadonlySet<string>,
): Retrieved {
  const toolbox = toolboxOf(request.catalogue);
  const values = findValues(goal, request.files, now);
  const clauses = splitClauses(goal, values, toolbox.isAction);
  const around: Surroundings = {
    text: goal,
    files: request.files,
    inputSchema: request.inputSchema ?? schemaOf(request),
    today: new Date(now).toISOString().slice(0, 10),
    draft: new Draft(),
    toolbox,
    excluded,
  };
  keepHistory(request, around);
  const used = new Set<number>();
  let asked: { step: Step; clause: Clause } | undefined;
  for (const { clause, choice, alone } of assigned(clauses, around)) {
    const { step, spent } = resolveCall(choice.tool, clause, alone, around);
    for (const at of [...choice.explained, ...spent]) used.add(at);
    asked = { step, clause };
  }
  return {
    draft: around.draft,
    output: outputOf(around.draft, asked),
    unusedWords: unusedWords(clauses, values, used),
  };
}

/** Completed calls stay as they are and are read where the plan would have made them again (P-17). */
function keepHistory({ history, files }: PlannerRequest, { draft, toolbox }: Surroundings): void {
  for (const { call, status } of history) {
    draft.reserve(call._id);
    const tool = toolbox.get(call._tool);
    if (status !== 'completed' || tool === undefined) continue;
    const text = JSON.stringify(parametersOf(call));
    const named = files.map(({ name }) => name).filter((name) => text.includes(JSON.stringify(name)));
    const read = draft.steps.filter((step) => text.includes(step.call._outputPath ?? '†state.'));
    draft.keep(call, tool, new Set([...named, ...read.flatMap((step) => [...step.files])]));
  }
}

/** Input that was filled in without a schema still says its names and types. */
function schemaOf({ input }: PlannerRequest): JsonSchema | undefined {
  if (input === undefined || Object.keys(input).length === 0) return undefined;
  const properties = Object.entries(input).map(([name, value]) => {
    const type = Array.isArray(value) ? 'array' : value === null ? undefined : typeof value;
    return [name, type === undefined ? {} : { type }];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** A tool for a clause. */
interface Assignment {
  readonly clause: Clause;
  readonly choice: Choice;
  /** It is the only tool of its clause, so the clause describes it. */
  readonly alone: boolean;
}

function assigned(clauses: readonly Clause[], around: Surroundings): Assignment[] {
  const { toolbox, excluded, draft, files } = around;
  const taken = new Set<Tool>();
  const hasData = files.length > 0 || draft.steps.length > 0;
  const chosen = clauses.map((clause) => {
    const choices = chooseTools(clause, toolbox, { excluded, taken }).filter(
      (choice) => hasData || hasSubject(choice, clause),
    );
    for (const { tool } of choices) taken.add(tool);
    return { clause, choices };
  });
  const ordered = chosen.flatMap(({ clause, choices }, at) => {
    // "Find and book a hotel in Rome": a clause of nothing but a verb leaves it to the one with the values.
    const bare = clause.values.length === 0 && clause.words.length <= 1;
    const later = new Set(
      bare ? chosen.slice(at + 1).flatMap((other) => other.choices.map(({ tool }) => tool)) : [],
    );
    const kept = choices.filter(({ tool }) => !later.has(tool));
    return kept.map((choice): Assignment => ({ clause, choice, alone: kept.length === 1 }));
  });
  return inOrderOfNeed(ordered, toolbox);
}

/** "Order a pizza" shares one word with sorting; without any data that is not what is meant. */
function hasSubject({ tool, explained }: Choice, clause: Clause): boolean {
  const needsData = tool.parameters.some((f) => f.required && f.kind !== undefined && isMade(f));
  const quoted = clause.values.some((v) => v.form === 'quoted');
  return !needsData || quoted || explained.size >= 0.4 * clause.words.length;
}

/** How sure a name has to be before it decides the order of calls. */
const NEEDED_AT_LEAST = 0.5;

const supplyOf = (from: Tool, to: Tool, field: Field, { affinity }: Toolbox): number =>
  Math.max(...from.outputs.map((output) => affinity.rate(from.contract, output, to.contract, field)));

/** What makes a parameter comes before what takes it, where names are sure of it; else the order of the text. */
function inOrderOfNeed(all: readonly Assignment[], toolbox: Toolbox): Assignment[] {
  const ordered: Assignment[] = [];
  const waiting = [...all];
  const mustWait = (one: Assignment, other: Assignment): boolean => {
    const { tool } = one.choice;
    const maker = other.choice.tool;
    if (maker === tool) return false;
    return tool.parameters.some((field) => {
      if (!field.required || field.kind !== undefined) return false;
      const rate = supplyOf(maker, tool, field, toolbox);
      if (rate < NEEDED_AT_LEAST) return false;
      return ordered.every((earlier) => supplyOf(earlier.choice.tool, tool, field, toolbox) < 0.9 * rate);
    });
  };
  while (waiting.length > 0) {
    const at = waiting.findIndex((one) => !waiting.some((other) => mustWait(one, other)));
    ordered.push(...waiting.splice(Math.max(0, at), 1));
  }
  return ordered;
}

/** What nobody reads is what the plan is for; of a structured answer, the part that was asked about. */
function outputOf(draft: Draft, asked: { step: Step; clause: Clause } | undefined): Json {
  const ends = draft.ends().map((step): readonly [string, Json] => {
    const part = asked?.step === step ? partAskedFor(step, asked.clause) : undefined;
    const whole: Output | undefined = part ?? step.tool.outputs[0];
    return [step.call._id, (whole === undefined ? undefined : referenceTo(step, whole)) ?? null];
  });
  return ends.length === 1 ? (ends[0]?.[1] ?? null) : (Object.fromEntries(ends) as JsonObject);
}

/** The property of the last result that the question names: the mean, for "what is the average". */
function partAskedFor(step: Step, clause: Clause): Output | undefined {
  const stems = new Set(clause.words.map((word) => word.stem));
  const first = clause.words[0]?.stem;
  const rated = step.tool.outputs.slice(1).flatMap((output) => {
    const isNumber = output.field.types.includes('number') || output.field.types.includes('integer');
    // The verb names what is done, not what is wanted; but "average the price" wants a number.
    const says = (stem: string) => stems.has(stem) && (isNumber || stem !== first);
    const name = [...contentStems(nameWords(output.field.name))];
    const rate = name.some(says) ? 2 : name.some((stem) => [...synonymsOf(stem)].some(says)) ? 1 : 0;
    return rate > 0 ? [{ output, rate }] : [];
  });
  const best = rated.filter(({ rate }) => rate === Math.max(...rated.map((r) => r.rate)));
  return best.length === 1 ? best[0]?.output : undefined;
}

function unusedWords(
  clauses: readonly Clause[],
  values: readonly FoundValue[],
  used: ReadonlySet<number>,
): string[] {
  const words = clauses.flatMap((clause) =>
    clause.words.filter(({ start, text }) => !used.has(start) && !FILLERS.has(text.toLowerCase())),
  );
  // Quoted text that went nowhere is missed more than any word.
  const quoted = values.filter((v) => v.form === 'quoted' && !used.has(v.start));
  return [...new Set([...words.map(({ text }) => text), ...quoted.map((v) => String(v.value))])];
}

/** Which tools the whole goal asks for, clause by clause, and in which order they run. Fills no parameter. */

import { choiceMeant } from './choices.ts';
import { type Choice, chooseTools } from './choose.ts';
import type { Clause } from './clauses.ts';
import type { Goal } from './goal.ts';
import { rankedGroups, withImplied } from './implied-steps.ts';
import { isMade, kindOf } from './kinds.ts';
import { BY, roleOf } from './roles.ts';
import type { Field } from './schema.ts';
import type { Surroundings } from './sources.ts';
import { filters, gathers, ranks, rendersRows, shows } from './tool-shapes.ts';
import type { Tool, Toolbox } from './toolbox.ts';
import type { FoundValue } from './values.ts';

/** A tool for a clause. */
interface Assignment {
  readonly clause: Clause;
  readonly choice: Choice;
  /** It is the only tool of its clause, so the clause describes it. */
  readonly alone: boolean;
}

/** How sure a name has to be before it decides the order of calls, or brings in a tool nobody named. */
const NEEDED_AT_LEAST = 0.5;

export function assignTools(goal: Goal, around: Surroundings): Assignment[] {
  const { toolbox, excluded, draft } = around;
  const taken = new Set<Tool>();
  const hasData = goal.files.length > 0 || draft.steps.length > 0;
  const canRank = toolbox.tools.some(ranks);
  const clauses = goal.clauses.map((clause) =>
    canRank ? rankedGroups(clause, goal) : { ...clause, rankings: [] },
  );
  const chosen: Chosen[] = [];
  for (const clause of joinRankings(joinMeasures(clauses, toolbox), toolbox)) {
    const limits = { excluded, taken };
    const named = chooseTools(clause, toolbox, limits).filter(
      (choice) => hasData || hasSubject(choice, clause),
    );
    const choices = withImplied(clause, named, chosen, goal, toolbox)
      .map((choice) => pairing(choice, clause, goal, toolbox))
      .filter(({ tool }, _, all) => !(takesText(tool) && all.some((other) => filters(other.tool))))
      .filter(({ tool }) => !excluded.has(tool.contract.name))
      .sort((a, b) => byFlow(a, b, clause));
    for (const { tool } of choices) taken.add(tool);
    chosen.push({ clause, choices });
  }
  dropRepeats(chosen);
  const ordered = gatherLast(chosen, hasData && draft.steps.length > 0).flatMap(({ clause, choices }) =>
    choices.map((choice) => ({ clause, choice, alone: choices.length === 1 })),
  );
  return inOrderOfNeed(ordered, toolbox);
}

/** "Find and book a hotel in Rome": a clause that says nothing but the verb leaves it to the one with the values. */
function dropRepeats(chosen: readonly Chosen[]): void {
  chosen.forEach(({ clause, choices }, at) => {
    if (clause.values.length > 0 || clause.words.length > 1) return;
    const later = new Set(chosen.slice(at + 1).flatMap((other) => other.choices.map(({ tool }) => tool)));
    choices.splice(0, choices.length, ...choices.filter(({ tool }) => !later.has(tool)));
  });
}

interface Chosen {
  readonly clause: Clause;
  readonly choices: Choice[];
}

/** "Group by region and sum the amount": what is computed for the groups stands in a clause of its own. */
function joinMeasures(clauses: readonly Clause[], toolbox: Toolbox): Clause[] {
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const last = joined.at(-1);
    if (last === undefined || !completes(last, clause, toolbox)) joined.push(clause);
    else joined[joined.length - 1] = joinClauses(last, clause);
  }
  return joined;
}

function completes(group: Clause, measure: Clause, toolbox: Toolbox): boolean {
  const isBy = (v: FoundValue) => v.form === 'column' && BY.has(v.cue);
  const measured = (clause: Clause) => clause.values.some((v) => v.numeric === true && !isBy(v));
  if (!group.values.some(isBy) || measured(group) || group.conditions.length > 0) return false;
  if (measure.values.some(isBy) || !measured(measure) || measure.conditions.length > 0) return false;
  const verb = group.words[0];
  return toolbox.tools.some(
    (tool) =>
      verb !== undefined &&
      (tool.says.name.has(verb.stem) || tool.says.lead.has(verb.stem)) &&
      tool.parameters.some((f) => f.required && kindOf(f) === 'column' && roleOf(f) === 'label') &&
      tool.parameters.some((f) => measure.words.some((word) => choiceMeant(f, word) !== undefined)),
  );
}

const joinClauses = (a: Clause, b: Clause): Clause => ({
  start: a.start,
  end: b.end,
  text: a.text + b.text,
  words: [...a.words, ...b.words],
  values: [...a.values, ...b.values],
  conditions: [...a.conditions, ...b.conditions],
  rankings: [...a.rankings, ...b.rankings],
});

/** Works on a text alone: on rows that a condition has left, it would count the words of the file instead. */
const takesText = (tool: Tool): boolean =>
  tool.parameters.some((f) => f.required && f.kind === 'text') &&
  !tool.parameters.some((f) => f.required && (f.kind === 'rows' || f.kind === 'json'));

/** Two tables with the same columns are put one under the other; others are joined on a column they share. */
function pairing(choice: Choice, clause: Clause, goal: Goal, toolbox: Toolbox): Choice {
  const [first, second] = clause.values
    .filter((v) => v.form === 'file')
    .map((v) => goal.columnsOfFile(String(v.value)).map(({ name }) => name));
  if (!pairs(choice.tool) || !first?.length || !second?.length) return choice;
  const same = first.length === second.length && first.every((name) => second.includes(name));
  const shared = first.some((name) => second.includes(name));
  const needsKey = (tool: Tool) => tool.parameters.some((f) => f.required && kindOf(f) === 'column');
  if (needsKey(choice.tool) === (shared && !same) || (!same && !shared)) return choice;
  const other = toolbox.tools.find((tool) => pairs(tool) && needsKey(tool) !== needsKey(choice.tool));
  return other === undefined ? choice : { ...choice, tool: other };
}

/** Takes two tables and gives one. */
const pairs = (tool: Tool): boolean =>
  tool.parameters.filter((f) => f.required && f.kind === 'rows').length === 2;

/** "Sort by price and keep the 3 cheapest": one order, told in two clauses. */
function joinRankings(clauses: readonly Clause[], toolbox: Toolbox): Clause[] {
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const last = joined.at(-1);
    const orders = last?.words.some((word) =>
      toolbox.tools.some((tool) => ranks(tool) && tool.says.name.has(word.stem)),
    );
    const plain = clause.conditions.length === 0 && clause.values.every((v) => v.form === 'number');
    const onlyRanks = (clause.rankings.length > 0 || KEEPS.test(clause.text)) && plain;
    if (last === undefined || orders !== true || last.rankings.length > 0 || !onlyRanks) joined.push(clause);
    else joined[joined.length - 1] = joinClauses(last, clause);
  }
  return joined;
}

/** "Keep 5", "show only the first three". */
const KEEPS =
  /^\W*(?:(?:and|then|only|just)\s+)*(?:keep|show|take|give|list|return)\s+(?:me\s+)?(?:only\s+|just\s+)?(?:the\s+)?(?:first\s+)?(?:\d+|\w+)\W*$/iu;

/** Within one clause: read, keep rows, group, rank, show; what is alike, as it is said. */
function byFlow(a: Choice, b: Choice, clause: Clause): number {
  return stage(a.tool, clause) - stage(b.tool, clause) || Math.min(...a.explained) - Math.min(...b.explained);
}

function stage(tool: Tool, clause: Clause): number {
  if (shows(tool)) return 5;
  if (tool.contract.effect === 'read' && tool.parameters.some((field) => kindOf(field) === 'file')) return 0;
  if (clause.conditions.length > 0 && filters(tool)) return 1;
  if (clause.rankings.length > 0) return ranks(tool) ? 3 : rendersRows(tool) ? 4 : 2;
  return rendersRows(tool) ? 4 : 2;
}

/** "Order a pizza" shares one word with sorting; without any data that is not what is meant. */
function hasSubject({ tool, explained }: Choice, clause: Clause): boolean {
  const needsData = tool.parameters.some((f) => f.required && f.kind !== undefined && isMade(f));
  const quoted = clause.values.some((v) => v.form === 'quoted');
  return !needsData || quoted || explained.size >= 0.4 * clause.words.length;
}

/** A first clause that puts results together ("Write a report: …") comes after those that make them. */
function gatherLast(chosen: readonly Chosen[], hasSteps: boolean): readonly Chosen[] {
  const [first, ...rest] = chosen;
  const gathersOnly = first?.choices.length === 1 && first.choices.every(({ tool }) => gathers(tool));
  return first !== undefined && gathersOnly && !hasSteps ? [...rest, first] : chosen;
}

const supply = (from: Tool, to: Tool, field: Field, { affinity }: Toolbox): number =>
  Math.max(...from.outputs.map((output) => affinity.rate(from.contract, output, to.contract, field)));

/** What makes a parameter comes before what takes it, where names are sure of it; else the order of the text. */
function inOrderOfNeed(assigned: readonly Assignment[], toolbox: Toolbox): Assignment[] {
  const ordered: Assignment[] = [];
  const waiting = [...assigned];
  while (waiting.length > 0) {
    const at = waiting.findIndex((one) => !waiting.some((other) => mustWait(one, other, ordered, toolbox)));
    ordered.push(...waiting.splice(Math.max(0, at), 1));
  }
  return ordered;
}

function mustWait(
  one: Assignment,
  other: Assignment,
  before: readonly Assignment[],
  toolbox: Toolbox,
): boolean {
  const { tool } = one.choice;
  const maker = other.choice.tool;
  if (maker === tool) return false;
  return tool.parameters.some((field) => {
    if (!field.required || field.kind !== undefined) return false;
    const rate = supply(maker, tool, field, toolbox);
    if (rate < NEEDED_AT_LEAST) return false;
    return before.every((earlier) => supply(earlier.choice.tool, tool, field, toolbox) < 0.9 * rate);
  });
}

/** Which tools a clause asks for: the ones that explain most of its words and take up its values. */

import { choiceMeant } from './choices.ts';
import type { Clause } from './clauses.ts';
import { extensionOf } from './columns.ts';
import { operatorIn } from './fill.ts';
import { formsFor, isMade, kindOf } from './kinds.ts';
import { BY, roleOf } from './roles.ts';
import { type Field, propertiesOf } from './schema.ts';
import { FILLERS } from './stop-words.ts';
import { synonymsOf } from './synonyms.ts';
import { dropsColumns, gathers, isOperator, keepsColumnsTold, shows } from './tool-shapes.ts';
import type { Tool, Toolbox } from './toolbox.ts';
import { stemOf, type Word } from './words.ts';

/** A tool chosen for a clause. */
export interface Choice {
  readonly tool: Tool;
  readonly score: number;
  /** Offsets of the words it explains. */
  readonly explained: ReadonlySet<number>;
  /** Why it is there although nobody asked for it in words. */
  readonly assumed?: string;
}

/** Below this no tool is chosen: the words are reported as unused instead. */
const FIRST_AT_LEAST = 0.5;
/** A second tool in the same clause has to explain words that the first leaves over. */
const NEXT_AT_LEAST = 0.75;
/** What a report is made of may be told in a word each. */
const PART_AT_LEAST = 0.4;
const MOST_A_CLAUSE = 3;
/** A word explained less than this is only mentioned in passing. */
const EXPLAINED = 0.12;

/** What the choice of tools for a clause has to respect. */
interface ChoiceLimits {
  readonly excluded: ReadonlySet<string>;
  /** Tools that an earlier clause chose. */
  readonly taken: ReadonlySet<Tool>;
}

/** A tool is chosen a second time only when the clause says its verb again or brings it new values. */
function repeatFactor(
  tool: Tool,
  verb: Word | undefined,
  extra: number,
  { taken }: ChoiceLimits,
  toolbox: Toolbox,
): number {
  if (!taken.has(tool)) return 1;
  const saysVerb = verb !== undefined && (tool.says.name.has(verb.stem) || tool.says.lead.has(verb.stem));
  return (saysVerb && toolbox.isAction(verb.stem)) || extra > 0.3 ? 0.75 : 0;
}

/** Tools for a clause, in the order of the text; none when no tool explains enough of it. */
export function chooseTools(clause: Clause, toolbox: Toolbox, limits: ChoiceLimits): Choice[] {
  const words = askedWords(clause);
  const hints = fileHints(clause);
  const candidates = candidatesFor(clause, words, hints, toolbox).filter(
    (tool) => !limits.excluded.has(tool.contract.name),
  );
  const chosen: Choice[] = [];
  let left = words;
  while (chosen.length < MOST_A_CLAUSE && (left.length > 0 || chosen.length === 0)) {
    const first = chosen.length === 0;
    let best: Choice | undefined;
    for (const tool of candidates) {
      if (chosen.some((choice) => choice.tool === tool)) continue;
      const rated = rateWords(tool, left, first ? hints : [], toolbox);
      const fit = valueFit(tool, clause);
      const extra = groupingFit(tool, clause, left) + (first ? fit : Math.min(0, fit));
      const score = (rated.score + extra) * repeatFactor(tool, left[0], extra, limits, toolbox);
      if ((rated.score > 0 || extra > 0.5) && score > (best?.score ?? 0)) best = { ...rated, tool, score };
    }
    if (best === undefined || best.score < leastFor(chosen, clause)) break;
    const { explained, tool } = best;
    chosen.push(best);
    // Rows that are kept for a condition are not all that is asked of them: "the total for the North".
    if (isFilterOnly(best, clause)) left = left.filter((word) => !FILLERS.has(word.text.toLowerCase()));
    left = left.filter(
      (word) =>
        (!explained.has(word.start) || (word !== words[0] && isPart(word, tool, candidates, toolbox))) &&
        !(shows(tool) && word !== words[0] && refersBack(word, limits, toolbox)),
    );
  }
  return chosen;
}

const isFilterOnly = ({ tool, explained }: Choice, clause: Clause): boolean =>
  clause.conditions.length > 0 && explained.size === 0 && takesCondition(tool.parameters, clause);

function leastFor(chosen: readonly Choice[], clause: Clause): number {
  if (chosen.some(({ tool }) => gathers(tool))) return PART_AT_LEAST;
  if (chosen.length > 0)
    return chosen.every((choice) => isFilterOnly(choice, clause)) ? PART_AT_LEAST : NEXT_AT_LEAST;
  return FIRST_AT_LEAST;
}

/** "A report with a summary": what a report is made of is not the report, though its contract mentions it. */
const isPart = (word: Word, tool: Tool, candidates: readonly Tool[], toolbox: Toolbox): boolean =>
  gathers(tool) &&
  !tool.says.name.has(word.stem) &&
  candidates.some(
    (other) => other !== tool && toolbox.explains(other, word.stem) > toolbox.explains(tool, word.stem),
  );

/** "…and save the differences": what an earlier clause has made is shown or saved, and not made again. */
const refersBack = (word: Word, { taken }: ChoiceLimits, toolbox: Toolbox): boolean =>
  [...taken].some((tool) => toolbox.explains(tool, word.stem) >= EXPLAINED);

/** Words that ask for something: not those of a condition or a ranking, which are data. */
function askedWords(clause: Clause): Word[] {
  const data = [...clause.conditions, ...clause.rankings];
  return clause.words.filter(
    (word) => !data.some((span) => word.start >= span.start && word.start < span.end),
  );
}

/** What the file names of a clause say about the tool that reads them: "csv". */
const fileHints = (clause: Clause): string[] => [
  ...new Set(clause.values.filter((v) => v.form === 'file').map((v) => stemOf(extensionOf(String(v.value))))),
];

function candidatesFor(
  clause: Clause,
  words: readonly Word[],
  hints: readonly string[],
  toolbox: Toolbox,
): Tool[] {
  const found = toolbox.find([...words.map((word) => word.stem), ...hints]);
  const forms = new Set(clause.values.filter((v) => SPEAKS.has(v.form)).map((v) => v.form));
  const fitting = toolbox.tools.filter(
    (tool) =>
      (clause.conditions.length > 0 && takesCondition(tool.parameters, clause)) ||
      tool.parameters.some((field) => formsFor(field).some((form) => forms.has(form))),
  );
  if (dropsColumns(clause)) fitting.push(...toolbox.tools.filter(keepsColumnsTold));
  return [...new Set([...found, ...fitting])];
}

/** How much of these words a tool explains. */
function rateWords(
  tool: Tool,
  words: readonly Word[],
  hints: readonly string[],
  toolbox: Toolbox,
): { score: number; explained: Set<number> } {
  const explained = new Set<number>();
  let score = 0;
  words.forEach((word, i) => {
    const part = toolbox.explains(tool, word.stem);
    if (part >= EXPLAINED) explained.add(word.start);
    // A request begins with what is to be done.
    score += part * (i === 0 && toolbox.isAction(word.stem) ? 1.5 : 1);
  });
  for (const hint of hints) score += 0.35 * toolbox.explains(tool, hint);
  const name = toolbox.nameCovered(tool, new Set(words.map((word) => word.stem)));
  return { score: score * (0.65 + 0.35 * name), explained };
}

/** Values that ask for a tool without a word: a sum, a measure in two units. */
const SPEAKS: ReadonlySet<string> = new Set(['formula', 'unit']);
const SAID_ONLY = new Set(['formula', 'query', 'pattern', 'url']);

/** What the values of a clause say for or against a tool that would have to take them. */
function valueFit(tool: Tool, clause: Clause): number {
  const kinds = deepFields(tool.parameters).map(kindOf);
  const inCondition = (at: number) => clause.conditions.some((c) => at >= c.start && at < c.end);
  const columns = clause.values.filter((v) => v.form === 'column' && !inCondition(v.start)).length;
  const room = kinds.includes('columns') ? columns : kinds.filter((kind) => kind === 'column').length;
  let fit = 0.2 * Math.min(columns, room) - 0.12 * Math.max(0, columns - room);
  // What cannot take the file that the clause names is not what is asked of it.
  const takesData = deepFields(tool.parameters).some(
    (f) => f.kind !== undefined && (isMade(f) || f.kind === 'file'),
  );
  if (clause.values.some((v) => v.form === 'file' && v.dropped === true)) fit += takesData ? 0.1 : -0.6;
  // A formula or an address that nobody said cannot be guessed.
  const unsaid = tool.parameters.filter((f) => f.required && SAID_ONLY.has(f.kind ?? ''));
  fit -= 0.4 * unsaid.filter((f) => !clause.values.some((v) => formsFor(f).includes(v.form))).length;
  // Nobody is asked anything unless the goal says so: "the oldest person" is a row.
  const asks = tool.outputs[0]?.field.kind === 'answer';
  const says = (stem: string) => clause.words.some((w) => w.stem === stem || synonymsOf(stem).has(w.stem));
  if (asks && ![...tool.says.lead].some(says)) fit -= 1;
  const wantsColumns = tool.parameters.some((f) => f.required && kindOf(f) === 'columns');
  if (columns === 0 && wantsColumns) fit -= 0.5;
  // Nothing to group by was said.
  const labels = tool.parameters.filter((f) => f.required && kindOf(f) === 'column' && roleOf(f) === 'label');
  if (
    columns > 0 &&
    labels.length > 0 &&
    !clause.values.some((v) => v.form === 'column' && (BY.has(v.cue) || v.numeric !== true))
  )
    fit -= 0.6;
  const compares = tool.parameters.some(isOperator);
  if (clause.conditions.length > 0) fit += takesCondition(tool.parameters, clause) ? 0.7 : 0;
  else if (compares && (clause.rankings.length > 0 || clause.values.every((v) => v.form !== 'column')))
    fit -= 0.4;
  for (const form of ['formula', 'url', 'date', 'email', 'unit'] as const) {
    const found = clause.values.filter((v) => v.form === form && !inCondition(v.start)).length;
    fit += (SPEAKS.has(form) ? 0.6 : 0.4) * Math.min(found, kinds.filter((kind) => kind === form).length);
  }
  // A sum of plain numbers needs no table to be worked out in.
  const plainSum = clause.values.some((v) => v.form === 'formula' && !/\p{L}/u.test(String(v.value)));
  if (plainSum && tool.parameters.some((f) => f.required && f.kind === 'rows')) fit -= 0.5;
  return fit + dateFit(tool, clause) + dropFit(tool, clause);
}

/** "Drop the email column" keeps the others: a tool that is told the columns to keep does that. */
function dropFit(tool: Tool, clause: Clause): number {
  if (!dropsColumns(clause)) return 0;
  return keepsColumnsTold(tool) ? 1 : -0.5;
}

/** "90 days after 2026-11-21": a day and a number belong to a tool that takes both, not to one of two days. */
function dateFit(tool: Tool, clause: Clause): number {
  const count = (form: string) => clause.values.filter((v) => v.form === form).length;
  if (count('date') === 0 || count('number') === 0) return 0;
  const wants = (kind: string) => tool.parameters.filter((f) => f.required && kindOf(f) === kind).length;
  if (wants('date') === 0) return 0;
  return 0.4 * Math.min(count('number'), wants('number')) - 0.3 * Math.max(0, wants('date') - count('date'));
}

/** "total … by region": a computation and what it is done for each of belong to a tool that takes both. */
function groupingFit(tool: Tool, clause: Clause, words: readonly Word[]): number {
  if (!clause.values.some((v) => v.form === 'column' && BY.has(v.cue))) return 0;
  const groups = tool.parameters.some((f) => f.required && kindOf(f) === 'column' && roleOf(f) === 'label');
  const computes = tool.parameters.some((f) => words.some((word) => choiceMeant(f, word) !== undefined));
  return groups && computes ? 0.6 : 0;
}

function takesCondition(fields: readonly Field[], clause: Clause): boolean {
  return deepFields(fields).some((field) =>
    clause.conditions.some((c) => operatorIn(field, c) !== undefined),
  );
}

/** Parameters and, one level down, the parts of those that are lists of objects. */
const deepFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...propertiesOf(field.items?.schema ?? field.schema)]);

/** Which tools a clause asks for: those whose contracts explain most of its words and take up its values. */

import type { Clause } from './clauses.ts';
import { formsFor, isMade, kindOf } from './kinds.ts';
import { type Field, propertiesOf } from './schema.ts';
import { synonymsOf } from './synonyms.ts';
import type { Tool, Toolbox } from './toolbox.ts';
import { stemOf, type Word } from './words.ts';

/** A tool chosen for a clause. */
export interface Choice {
  readonly tool: Tool;
  readonly score: number;
  /** Offsets of the words it explains. */
  readonly explained: ReadonlySet<number>;
}

/** Below this no tool is chosen: the words are reported as unused instead. */
const FIRST_AT_LEAST = 0.5;
/** A second tool in the same clause has to explain words that the first leaves over. */
const NEXT_AT_LEAST = 0.75;
const MOST_A_CLAUSE = 3;
/** A word explained less than this is only mentioned in passing. */
const EXPLAINED = 0.12;

/** What the choice of tools for a clause has to respect. */
interface ChoiceLimits {
  readonly excluded: ReadonlySet<string>;
  /** Tools that an earlier clause chose. */
  readonly taken: ReadonlySet<Tool>;
}

/** Tools for a clause, in the order of the text; none when no tool explains enough of it. */
export function chooseTools(clause: Clause, toolbox: Toolbox, limits: ChoiceLimits): Choice[] {
  const hints = fileHints(clause);
  const candidates = candidatesFor(clause, hints, toolbox).filter(
    (tool) => !limits.excluded.has(tool.contract.name),
  );
  const chosen: Choice[] = [];
  let left = clause.words;
  while (chosen.length < MOST_A_CLAUSE && (left.length > 0 || chosen.length === 0)) {
    const first = chosen.length === 0;
    let best: Choice | undefined;
    for (const tool of candidates) {
      if (chosen.some((choice) => choice.tool === tool)) continue;
      const rated = rateWords(tool, left, first ? hints : [], toolbox);
      const fit = valueFit(tool, clause);
      const extra = first ? fit : Math.min(0, fit);
      const score = (rated.score + extra) * repeatFactor(tool, left[0], extra, limits, toolbox);
      if ((rated.score > 0 || extra > 0.5) && score > (best?.score ?? 0)) best = { ...rated, tool, score };
    }
    if (best === undefined || best.score < (first ? FIRST_AT_LEAST : NEXT_AT_LEAST)) break;
    const { explained } = best;
    chosen.push(best);
    left = left.filter((word) => !explained.has(word.start));
  }
  return chosen.sort((a, b) => Math.min(...a.explained) - Math.min(...b.explained));
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

/** What the file names of a clause say about the tool that reads them: "csv". */
const fileHints = (clause: Clause): string[] => [
  ...new Set(
    clause.values
      .filter((v) => v.form === 'file')
      .map((v) => stemOf(String(v.value).split('.').at(-1) ?? '')),
  ),
];

/** Values that ask for a tool without a word: a sum, a measure in two units. */
const SPEAKS: ReadonlySet<string> = new Set(['formula', 'unit']);
/** Kinds that cannot be guessed where nobody said them. */
const SAID_ONLY = new Set(['formula', 'query', 'pattern', 'url']);

function candidatesFor(clause: Clause, hints: readonly string[], toolbox: Toolbox): Tool[] {
  const found = toolbox.find([...clause.words.map((word) => word.stem), ...hints]);
  const forms = new Set(clause.values.filter((v) => SPEAKS.has(v.form)).map((v) => v.form));
  const fitting = toolbox.tools.filter((tool) =>
    tool.parameters.some((field) => formsFor(field).some((form) => forms.has(form))),
  );
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

/** What the values of a clause say for or against a tool that would have to take them. */
function valueFit(tool: Tool, clause: Clause): number {
  const fields = deepFields(tool.parameters);
  const count = (form: string) => clause.values.filter((v) => v.form === form).length;
  let fit = 0;
  // What cannot take the file that the clause names is not what is asked of it.
  const takesData = fields.some((f) => f.kind !== undefined && (isMade(f) || f.kind === 'file'));
  if (clause.values.some((v) => v.dropped === true)) fit += takesData ? 0.1 : -0.6;
  const unsaid = tool.parameters.filter((f) => f.required && SAID_ONLY.has(f.kind ?? ''));
  fit -= 0.4 * unsaid.filter((f) => !clause.values.some((v) => formsFor(f).includes(v.form))).length;
  // Nobody is asked anything unless the goal says so: "the oldest person" is a row.
  const asks = tool.outputs[0]?.field.kind === 'answer';
  const says = (stem: string) => clause.words.some((w) => w.stem === stem || synonymsOf(stem).has(w.stem));
  if (asks && ![...tool.says.lead].some(says)) fit -= 1;
  // Columns are the business of the readers of tables.
  if (tool.parameters.some((f) => f.required && (kindOf(f) === 'columns' || kindOf(f) === 'column')))
    fit -= 0.5;
  for (const form of ['formula', 'url', 'date', 'email', 'unit'] as const) {
    const room = fields.filter((field) => kindOf(field) === form).length;
    fit += (SPEAKS.has(form) ? 0.6 : 0.4) * Math.min(count(form), room);
  }
  // A sum of plain numbers needs no table to be worked out in.
  if (count('formula') > 0 && tool.parameters.some((f) => f.required && f.kind === 'rows')) fit -= 0.5;
  // "90 days after 2026-11-21": a day and a number belong to a tool that takes both, not to one of two days.
  const wants = (kind: string) => tool.parameters.filter((f) => f.required && kindOf(f) === kind).length;
  if (count('date') > 0 && count('number') > 0 && wants('date') > 0)
    fit +=
      0.4 * Math.min(count('number'), wants('number')) - 0.3 * Math.max(0, wants('date') - count('date'));
  return fit;
}

/** Parameters and, one level down, the parts of those that are lists of objects. */
const deepFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...propertiesOf(field.items?.schema ?? field.schema)]);

/** Where a parameter's data comes from: an earlier call, a file, the filled-in input, or a tool that can make it. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Clause } from './clauses.ts';
import { columnsAfter, type FlowColumn, keepsColumns } from './column-flow.ts';
import { extensionOf } from './columns.ts';
import { type Draft, referenceTo, type Step } from './draft.ts';
import type { Goal } from './goal.ts';
import { kindFit, kindOf } from './kinds.ts';
import { likeness } from './likeness.ts';
import { inputPath } from './reference.ts';
import { type Field, type Output, propertiesOf, typeFit } from './schema.ts';
import type { Tool, Toolbox } from './toolbox.ts';
import { contentStems, nameWords, stemOf } from './words.ts';

/** A reference and what is known of the value behind it. */
export interface Source {
  readonly reference: string;
  readonly files: ReadonlySet<string>;
  readonly columns: readonly FlowColumn[] | undefined;
}

/** What the search for a source may use. */
export interface Surroundings {
  readonly goal: Goal;
  readonly draft: Draft;
  readonly toolbox: Toolbox;
  readonly excluded: ReadonlySet<string>;
  /** Ids of the calls that the clause at hand has made so far. */
  readonly own?: ReadonlySet<string>;
  /** They stand side by side in what the clause puts together, and do not read each other. */
  readonly apart?: boolean;
}

/** A wire between declared kinds is certain enough; without kinds, names have to speak for it. */
const KINDS_AT_LEAST = 0.3;
const NAMES_AT_LEAST = 0.3;
const MADE_AT_LEAST = 0.55;
const DEEPEST_CHAIN = 2;

/** What the same clause has just made is what its next call works on. */
const OWN = 0.4;

const LAST_RESULT = /\b(?:it|this|that|them|these|those|results?|output|outcome)\b/iu;
const ITS_OWN = /\b(?:its|their)\b/iu;

/** The best earlier result for a parameter, or undefined. References in `taken` are for other parameters. */
export function fromEarlier(
  field: Field,
  tool: Tool,
  clause: Clause,
  taken: ReadonlySet<string>,
  around: Surroundings,
): { source: Source; rate: number } | undefined {
  const { steps } = around.draft;
  let best: { source: Source; rate: number } | undefined;
  steps.forEach((step, at) => {
    const own = around.own?.has(step.call._id) === true;
    if (own && around.apart === true) return;
    for (const output of step.tool.outputs) {
      const reference = referenceTo(step, output);
      if (reference === undefined || taken.has(reference)) continue;
      const fit = suitability(step, output, field, tool, around);
      if (fit === 0) continue;
      const rate =
        fit + closeness(step, at, steps, clause, tool) + (own && output.field.kind !== undefined ? OWN : 0);
      if (best === undefined || rate > best.rate) {
        const columns = output.path.length === 0 ? step.columns : undefined;
        best = { source: { reference, files: step.files, columns }, rate };
      }
    }
  });
  return best;
}

/** 0 when the result cannot or should not be the parameter's value. */
function suitability(
  step: Step,
  output: Output,
  field: Field,
  tool: Tool,
  { toolbox }: Surroundings,
): number {
  const rate = toolbox.affinity.rate(step.tool.contract, output, tool.contract, field);
  const declared = field.kind !== undefined && output.field.kind !== undefined;
  if (!declared) return rate >= NAMES_AT_LEAST ? rate : 0;
  const fit = typeFit(output.field, field) * kindFit(output.field, field);
  return fit >= KINDS_AT_LEAST ? fit + 0.3 * rate : 0;
}

/** The last result is what people mean, unless they say whose. */
function closeness(step: Step, at: number, steps: readonly Step[], clause: Clause, tool: Tool): number {
  const age = steps.length - 1 - at;
  const named = clause.values.some((v) => v.form === 'file' && step.files.has(String(v.value)));
  let rate = -0.03 * age + (named ? 0.25 : 0);
  if (age === 0 && (LAST_RESULT.test(clause.text) || isOutward(tool))) rate += 0.5;
  if (ITS_OWN.test(clause.text) && step.tool.contract.effect === 'read') rate += 0.25;
  // To total what was just totalled is hardly ever meant: the second total is of the same table.
  if (step.tool === tool && step.columns !== undefined && !keepsColumns(tool.contract)) rate -= 0.4;
  return rate;
}

/** What leaves the plan, such as a saved file, takes the last result. */
const isOutward = (tool: Tool): boolean =>
  tool.contract.effect === 'write' || tool.contract.effect === 'irreversible';

/** Reads a file with the tool that suits its extension and gives the wanted kind, adding the call. */
export function fromFile(name: string, field: Field, around: Surroundings): Source | undefined {
  const hint = stemOf(extensionOf(name));
  let best: { tool: Tool; file: Field; rate: number } | undefined;
  for (const tool of around.toolbox.tools) {
    if (around.excluded.has(tool.contract.name) || !reads(tool)) continue;
    const needed = tool.parameters.filter((parameter) => parameter.required);
    const file = needed.length === 1 ? needed[0] : undefined;
    const whole = tool.outputs[0]?.field;
    if (file === undefined || whole === undefined || kindOf(file) !== 'file') continue;
    const fit = typeFit(whole, field) * kindFit(whole, field);
    if (fit === 0) continue;
    const rate = fit + (hint === '' ? 0 : 1.5 * around.toolbox.explains(tool, hint));
    if (rate > (best?.rate ?? 0)) best = { tool, file, rate };
  }
  if (best === undefined) return undefined;
  return sourceOf(readFile(best.tool, { [best.file.name]: name }, name, around));
}

const reads = (tool: Tool): boolean => tool.contract.effect === 'read' || tool.contract.effect === 'none';

/** Adds the call that reads a file. */
function readFile(tool: Tool, parameters: JsonObject, name: string, around: Surroundings): Step {
  const columns = around.goal.columnsOfFile(name).map((column) => ({ ...column, from: [] }));
  return around.draft.add(tool, parameters, {
    files: new Set([name]),
    columns,
    description: `Read ${name}`,
  });
}

const sourceOf = (step: Step): Source | undefined => {
  const whole = step.tool.outputs[0];
  const reference = whole === undefined ? undefined : referenceTo(step, whole);
  return reference === undefined ? undefined : { reference, files: step.files, columns: step.columns };
};

/** A tool whose result is what the parameter wants and whose own needs can be met: chaining backwards. */
export function fromMaker(
  field: Field,
  tool: Tool,
  clause: Clause,
  around: Surroundings,
  depth = 1,
): Source | undefined {
  if (depth > DEEPEST_CHAIN) return undefined;
  const makers = around.toolbox.tools
    .filter((maker) => maker !== tool && !around.excluded.has(maker.contract.name))
    .flatMap((maker) =>
      maker.outputs.map((output) => ({ maker, output, rate: makes(maker, output, field, tool, around) })),
    )
    .filter(({ rate }) => rate >= MADE_AT_LEAST)
    .sort((a, b) => b.rate - a.rate);
  for (const { maker, output } of makers.slice(0, 8)) {
    const step = supply(maker, clause, around, depth);
    const reference = step === undefined ? undefined : referenceTo(step, output);
    if (step !== undefined && reference !== undefined) {
      return { reference, files: step.files, columns: output.path.length === 0 ? step.columns : undefined };
    }
  }
  return undefined;
}

function makes(maker: Tool, output: Output, field: Field, tool: Tool, { toolbox }: Surroundings): number {
  // Something that is written or cannot be undone is never added on the quiet.
  if (!reads(maker) && maker.contract.effect !== undefined) return 0;
  const rate = toolbox.affinity.rate(maker.contract, output, tool.contract, field);
  const bothKinds = field.kind !== undefined && output.field.kind === field.kind;
  return bothKinds ? Math.max(rate, MADE_AT_LEAST) : rate;
}

/** Adds `maker` when everything it requires is there already or can be made in turn. */
function supply(maker: Tool, clause: Clause, around: Surroundings, depth: number): Step | undefined {
  const parameters: Record<string, Json> = {};
  const files = new Set<string>();
  let columns: readonly FlowColumn[] = [];
  for (const field of maker.parameters.filter((parameter) => parameter.required)) {
    const source =
      fromInput(field, around) ??
      fromEarlier(field, maker, clause, new Set(), around)?.source ??
      fromMaker(field, maker, clause, around, depth + 1);
    if (source === undefined) return undefined;
    parameters[field.name] = source.reference;
    for (const file of source.files) files.add(file);
    columns = source.columns ?? columns;
  }
  if (maker.parameters.every((parameter) => !parameter.required)) return undefined;
  return around.draft.add(maker, parameters, {
    files,
    columns: columnsAfter(maker.contract, parameters, columns),
    description: maker.contract.title ?? '',
  });
}

/** A property of the filled-in or declared input whose name and type are the parameter's. */
export function fromInput(field: Field, { goal }: Surroundings): Source | undefined {
  const wanted = contentStems(nameWords(field.name));
  const match = propertiesOf(goal.inputSchema).find(
    (property) =>
      typeFit(property, field) > 0 &&
      kindFit(property, field) > 0 &&
      likeness(contentStems(nameWords(property.name)), wanted) >= 0.66,
  );
  if (match === undefined) return undefined;
  return { reference: inputPath(match.name), files: new Set(), columns: undefined };
}

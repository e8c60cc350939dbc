/** Where a parameter's data comes from: an earlier call, a file, the filled-in input, or a tool that can make it. */

import type { Json } from '../../../lib/json.ts';
import type { JsonSchema } from '../../../plan/document.ts';
import type { InputFile } from '../../planner.ts';
import { inputPath } from '../reference.ts';
import type { Clause } from './clauses.ts';
import { type Draft, referenceTo, type Step } from './draft.ts';
import { kindFit, kindOf } from './kinds.ts';
import { likeness } from './likeness.ts';
import { type Field, type Output, propertiesOf, typeFit } from './schema.ts';
import type { Tool, Toolbox } from './toolbox.ts';
import { contentStems, nameWords, stemOf } from './words.ts';

/** A reference, and the files that its value comes from. */
export interface Source {
  readonly reference: string;
  readonly files: ReadonlySet<string>;
}

/** What the search for a source may use. */
export interface Surroundings {
  readonly text: string;
  readonly files: readonly InputFile[];
  readonly inputSchema: JsonSchema | undefined;
  /** ISO day. */
  readonly today: string;
  readonly draft: Draft;
  readonly toolbox: Toolbox;
  readonly excluded: ReadonlySet<string>;
}

/** A wire between declared kinds is certain enough; without kinds, names have to speak for it. */
const KINDS_AT_LEAST = 0.3;
const NAMES_AT_LEAST = 0.3;
const MADE_AT_LEAST = 0.55;
const DEEPEST_CHAIN = 2;

const LAST_RESULT = /\b(?:it|this|that|them|these|those|results?|output|outcome)\b/iu;
const ITS_OWN = /\b(?:its|their)\b/iu;

/** The best earlier result for a parameter, or undefined. References in `taken` are for other parameters. */
export function fromEarlier(
  field: Field,
  tool: Tool,
  clause: Clause,
  taken: ReadonlySet<string>,
  { draft, toolbox }: Surroundings,
): { source: Source; rate: number } | undefined {
  let best: { source: Source; rate: number } | undefined;
  for (const [at, step] of draft.steps.entries())
    for (const output of step.tool.outputs) {
      const reference = referenceTo(step, output);
      if (reference === undefined || taken.has(reference)) continue;
      const fit = suitability(step, output, field, tool, toolbox);
      if (fit === 0) continue;
      const rate = fit + closeness(step, draft.steps.length - 1 - at, clause, tool);
      if (rate > (best?.rate ?? 0)) best = { source: { reference, files: step.files }, rate };
    }
  return best;
}

/** 0 when the result cannot or should not be the parameter's value. */
function suitability(step: Step, output: Output, field: Field, tool: Tool, toolbox: Toolbox): number {
  const rate = toolbox.affinity.rate(step.tool.contract, output, tool.contract, field);
  const declared = field.kind !== undefined && output.field.kind !== undefined;
  if (!declared) return rate >= NAMES_AT_LEAST ? rate : 0;
  const fit = typeFit(output.field, field) * kindFit(output.field, field);
  return fit >= KINDS_AT_LEAST ? fit + 0.3 * rate : 0;
}

/** The last result is what people mean, unless they say whose. */
function closeness(step: Step, age: number, clause: Clause, tool: Tool): number {
  const named = clause.values.some((v) => v.form === 'file' && step.files.has(String(v.value)));
  let rate = -0.03 * age + (named ? 0.25 : 0);
  const outward = tool.contract.effect === 'write' || tool.contract.effect === 'irreversible';
  if (age === 0 && (outward || LAST_RESULT.test(clause.text))) rate += 0.5;
  if (ITS_OWN.test(clause.text) && step.tool.contract.effect === 'read') rate += 0.25;
  return rate;
}

/** Reads a file with the tool that suits its ending and gives the wanted kind, adding the call. */
export function fromFile(name: string, field: Field, around: Surroundings): Source | undefined {
  const hint = stemOf(name.split('.').at(-1) ?? '');
  let best: { tool: Tool; file: Field; rate: number } | undefined;
  for (const tool of around.toolbox.tools) {
    if (around.excluded.has(tool.contract.name) || !isHarmless(tool)) continue;
    const needed = tool.parameters.filter((parameter) => parameter.required);
    const file = needed.length === 1 ? needed[0] : undefined;
    const whole = tool.outputs[0]?.field;
    if (file === undefined || whole === undefined || kindOf(file) !== 'file') continue;
    const fit = typeFit(whole, field) * kindFit(whole, field);
    const rate = fit === 0 ? 0 : fit + (hint === '' ? 0 : 1.5 * around.toolbox.explains(tool, hint));
    if (rate > (best?.rate ?? 0)) best = { tool, file, rate };
  }
  if (best === undefined) return undefined;
  const about = { files: new Set([name]), description: `Read ${name}` };
  const step = around.draft.add(best.tool, { [best.file.name]: name }, about);
  const whole = step.tool.outputs[0];
  const reference = whole === undefined ? undefined : referenceTo(step, whole);
  return reference === undefined ? undefined : { reference, files: step.files };
}

const isHarmless = ({ contract }: Tool): boolean => contract.effect === 'read' || contract.effect === 'none';

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
    if (step !== undefined && reference !== undefined) return { reference, files: step.files };
  }
  return undefined;
}

function makes(maker: Tool, output: Output, field: Field, tool: Tool, { toolbox }: Surroundings): number {
  // Something that is written or cannot be undone is never added on the quiet.
  if (!isHarmless(maker) && maker.contract.effect !== undefined) return 0;
  const rate = toolbox.affinity.rate(maker.contract, output, tool.contract, field);
  const bothKinds = field.kind !== undefined && output.field.kind === field.kind;
  return bothKinds ? Math.max(rate, MADE_AT_LEAST) : rate;
}

/** Adds `maker` when everything it requires is there already or can be made in turn. */
function supply(maker: Tool, clause: Clause, around: Surroundings, depth: number): Step | undefined {
  const required = maker.parameters.filter((parameter) => parameter.required);
  if (required.length === 0) return undefined;
  const parameters: Record<string, Json> = {};
  const files = new Set<string>();
  for (const field of required) {
    const source =
      fromInput(field, around) ??
      fromEarlier(field, maker, clause, new Set(), around)?.source ??
      fromMaker(field, maker, clause, around, depth + 1);
    if (source === undefined) return undefined;
    parameters[field.name] = source.reference;
    for (const file of source.files) files.add(file);
  }
  return around.draft.add(maker, parameters, { files, description: maker.contract.title ?? '' });
}

/** A property of the filled-in or declared input whose name and type are the parameter's. */
export function fromInput(field: Field, { inputSchema }: Surroundings): Source | undefined {
  const wanted = contentStems(nameWords(field.name));
  const match = propertiesOf(inputSchema).find(
    (property) =>
      typeFit(property, field) > 0 &&
      kindFit(property, field) > 0 &&
      likeness(contentStems(nameWords(property.name)), wanted) >= 0.66,
  );
  return match === undefined ? undefined : { reference: inputPath(match.name), files: new Set() };
}

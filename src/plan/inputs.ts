/** The edits that change the inputs of a plan, and what reads them. Knows no screen. */

import { hasOwn, isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Call, Plan } from './document.ts';
import type { Edit, JsonPath } from './edit.ts';
import type { Ref } from './expression.ts';
import { type InputType, inputPart, inputsOf, type PlanInput } from './input-schema.ts';
import { mapRefs } from './map-refs.ts';
import { declaredMeta, kindsOf, parseCall } from './parsed-call.ts';

/** Names that calls or the output read under `†input` and that no schema declares, each once. */
export function undeclaredInputs(plan: Plan): readonly string[] {
  const declared = new Set((inputsOf(plan) ?? []).map(({ name }) => name));
  const found = new Set<string>();
  for (const { refs } of placesOf(plan))
    for (const { kind, path } of refs)
      if (kind === 'input' && path.length > 0 && !declared.has(String(path[0]))) found.add(String(path[0]));
  return [...found];
}

/** Whether a default of before is one of a type. */
const FITS: Readonly<Record<InputType, (value: Json) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  whole: Number.isInteger,
  'yes-no': (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  choice: (value) => typeof value === 'string',
  list: Array.isArray,
  any: () => true,
};

/** What a form of this type is asked by; what else a schema says of the input stays. */
export function schemaFor(type: InputType, before: JsonObject = {}): JsonObject {
  const {
    type: _,
    enum: choices,
    format: __,
    items,
    minimum,
    maximum,
    default: fallback,
    ...others
  } = before;
  const keeps = fallback !== undefined && FITS[type](fallback);
  const rest = keeps ? { ...others, default: fallback } : others;
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  switch (type) {
    case 'text':
      return { ...rest, type: 'string' };
    case 'number':
      return { ...rest, type: 'number', ...bounds };
    case 'whole':
      return { ...rest, type: 'integer', ...bounds };
    case 'yes-no':
      return { ...rest, type: 'boolean' };
    case 'date':
      return { ...rest, type: 'string', format: 'date' };
    case 'choice':
      return { ...rest, enum: Array.isArray(choices) && choices.length > 0 ? choices : ['one', 'another'] };
    case 'list':
      return { ...rest, type: 'array', items: isObject(items) ? (items as Json) : { type: 'string' } };
    case 'any':
      return rest;
  }
}

/** Declares one more input, a text that is required. */
export function addInput(
  plan: Plan,
  name: string,
  schema = schemaFor('text'),
): Result<readonly Edit[], string> {
  const inputs = inputsOf(plan);
  if (!inputs) return err(OTHER_SHAPE);
  const fault = faultOfName(name, inputs);
  if (fault !== undefined) return err(fault);
  return ok([withInputs(plan, [...inputs, { name, schema, required: true }])]);
}

/** What the schema says of one input is another now. */
export const changeInput = (plan: Plan, changed: PlanInput): Edit =>
  withInputs(
    plan,
    (inputsOf(plan) ?? []).map((one) => (one.name === changed.name ? changed : one)),
  );

/** It is declared no longer. What reads it stays, and the checks say so. */
export const removeInput = (plan: Plan, name: string): Edit =>
  withInputs(
    plan,
    (inputsOf(plan) ?? []).filter((one) => one.name !== name),
  );

/** Another name, for all that reads it too: calls, the output and the tests. */
export function renameInput(plan: Plan, from: string, to: string): Result<readonly Edit[], string> {
  const inputs = inputsOf(plan);
  if (!inputs) return err(OTHER_SHAPE);
  const fault = faultOfName(to, inputs);
  if (fault !== undefined) return err(fault);
  const edits: Edit[] = [
    withInputs(
      plan,
      inputs.map((one) => (one.name === from ? { ...one, name: to } : one)),
    ),
  ];
  const kinds = kindsOf(plan);
  const turn = (ref: Ref): Ref =>
    ref.kind === 'input' && ref.path[0] === from ? { ...ref, path: [to, ...ref.path.slice(1)] } : ref;
  for (const { call, at, path, text } of placesOf(plan)) {
    const other = mapRefs(text, kinds, turn);
    if (call !== null && other !== text)
      edits.push({ kind: 'set-in-call', id: call._id, at, path, value: other });
  }
  const output = plan.output === undefined ? undefined : mapRefs(plan.output, kinds, turn);
  if (output !== plan.output) edits.push({ kind: 'set-field', field: 'output', value: output });
  const notes = testsWith(plan.notes, from, to);
  if (notes !== plan.notes) edits.push({ kind: 'set-field', field: 'notes', value: notes as Json });
  const place =
    plan.layout && hasOwn(plan.layout, inputPart(from)) ? plan.layout[inputPart(from)] : undefined;
  if (place) {
    const { x, y } = place;
    edits.push({ kind: 'place', positions: { [inputPart(from)]: null, [inputPart(to)]: { x, y } } });
  }
  return ok(edits);
}

const OTHER_SHAPE = 'The input schema is of a shape that can only be edited as JSON.';

/** What keeps a name from being that of an input, as a sentence. */
function faultOfName(name: string, inputs: readonly PlanInput[]): string | undefined {
  if (!/^[A-Za-z_$][A-Za-z0-9_$-]{0,63}$/.test(name))
    return 'An input is named with letters, digits, _, $ and -, at most 64 of them, and begins with no digit.';
  if (FORBIDDEN.has(name)) return `"${name}" can be no name here.`;
  if (inputs.some((one) => one.name === name))
    return `There is an input ${name} already. Choose another name.`;
  return undefined;
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/** The schema with these inputs in this order, and all else that it says. */
function withInputs({ input }: Plan, inputs: readonly PlanInput[]): Edit {
  const { properties, required, ...rest } = (isObject(input?.schema) ? input.schema : {}) as JsonObject;
  const known = isObject(properties) ? properties : {};
  const own: JsonObject = {};
  for (const { name, schema } of inputs) {
    // `true` says as much as `{}`, and stays what the document says.
    const before = hasOwn(known, name) ? known[name] : undefined;
    setOwn(own, name, typeof before === 'boolean' && Object.keys(schema).length === 0 ? before : schema);
  }
  const needed = inputs.filter((one) => one.required).map(({ name }) => name);
  // What the form does not show of `required` is none of its business.
  const others = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === 'string' && !hasOwn(known, name),
  );
  const all = [...needed, ...others];
  const isNothing =
    inputs.length === 0 && all.length === 0 && Object.keys(rest).every((key) => key === 'type');
  const { schema: _, ...beside } = (input ?? {}) as JsonObject;
  const schema = { type: 'object', ...rest, properties: own, ...(all.length > 0 ? { required: all } : {}) };
  const next = isNothing ? beside : { ...beside, schema };
  return {
    kind: 'set-field',
    field: 'input',
    value: Object.keys(next).length === 0 ? undefined : (next as Json),
  };
}

interface TextPlace {
  /** null in the output. */
  readonly call: Call | null;
  /** The call's place in the list. */
  readonly at: number;
  readonly path: JsonPath;
  readonly text: string;
  readonly refs: ReturnType<typeof parseCall>['places'][number]['refs'];
}

/** Every expression of the plan, its output's too. */
function* placesOf(plan: Plan): Generator<TextPlace> {
  const kinds = kindsOf(plan);
  const declared = declaredMeta(plan);
  for (const [at, call] of plan.calls.entries())
    for (const { path, text, refs } of parseCall(call, kinds, declared.get(call._tool)).places)
      yield { call, at, path, text, refs };
  if (plan.output === undefined) return;
  const output = parseCall({ _id: '', _tool: '', output: plan.output }, kinds);
  for (const { path, text, refs } of output.places) yield { call: null, at: -1, path, text, refs };
}

/** Tests give inputs by name (L-84). */
function testsWith(notes: Plan['notes'], from: string, to: string): Plan['notes'] {
  if (!notes?.some((note) => isGiven(note, from))) return notes;
  return notes.map((note) => {
    if (!isGiven(note, from)) return note;
    const input: JsonObject = {};
    for (const [name, value] of Object.entries(note.input)) setOwn(input, name === from ? to : name, value);
    return { ...note, input };
  });
}

const isGiven = (note: unknown, name: string): note is { readonly input: JsonObject } =>
  isObject(note) && note.kind === 'test' && isObject(note.input) && hasOwn(note.input, name);

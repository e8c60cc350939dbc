/**
 * What stands at the ends of a plan, as cards beside those of its calls: what it asks for at the left, what it returns at
 * the right. They are no calls: nothing counts, runs, selects or removes them. Sizes are those of the style sheet of
 * `ui/ends`.
 */

import type { Json } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import { type InputType, inputPart, inputsOf, type PlanInput, typeOf } from '../plan/input-schema.ts';
import { refsIn, returnedOf } from '../plan/output-list.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import { kindsOf, parseCall } from '../plan/parsed-call.ts';
import { outputReader } from '../plan/readers.ts';
import { type PortPlace, VALUE_HEIGHT } from './card.ts';
import { type Pill, pillOf } from './card-value.ts';

/** How a value of an input is given on its card. */
export type InputControl = 'slider' | 'line' | 'lines' | 'choice' | 'yes-no' | 'date' | 'elsewhere';

/** An input of the plan as a card. */
export interface InputEnd {
  readonly kind: 'input';
  readonly id: string;
  readonly input: PlanInput;
  readonly title: string;
  readonly control: InputControl;
  readonly height: number;
}

/** One thing that is returned. */
export interface ResultRow {
  readonly port: string;
  /** The name under which it is returned; null where it is all that is. */
  readonly name: string | null;
  readonly pills: readonly Pill[];
  readonly refs: readonly Ref[];
}

/** What the plan returns, as a card. */
export interface ResultEnd {
  readonly kind: 'result';
  readonly id: typeof OUTPUT_PART;
  /**
   * `last`: nothing is said, so it is the last result. `rows`: a list of results. `json`: anything else, which is edited as
   * JSON. `planner`: whatever the planner of a plan that goes on says at last.
   */
  readonly how: 'last' | 'rows' | 'json' | 'planner';
  readonly rows: readonly ResultRow[];
  /** Rows for which there is no room; the last of `rows` has their references, too. */
  readonly more: number;
  readonly valueHeight: number;
  readonly height: number;
}

export type End = InputEnd | ResultEnd;

// ---- Ports ----

/** Where an input is read from. */
export const INPUT_PORT = 'out';
/** Where one more result is brought to. */
export const ADD_PORT = 'add';
const ROW = 'row:';

/** The row of a result's card that a port belongs to; null for one that belongs to none. */
export const rowOfPort = (port: string): number | null =>
  port.startsWith(ROW) ? Number(port.slice(ROW.length)) : null;

// ---- Sizes ----

export const END_HEADER = 40;
export const END_ROW = 24;
const ROWS_PADDING = 8;
const CONTROL_HEIGHT: Readonly<Record<InputControl, number>> = {
  slider: 64,
  line: 44,
  lines: 88,
  choice: 44,
  'yes-no': 44,
  date: 44,
  elsewhere: 44,
};
const ROWS_AT_MOST = 8;
/** Cards of inputs; the panel of the plan has all of them. */
const INPUTS_AT_MOST = 40;

/** Whether a place in `layout` is that of such a card. */
export const isEndPart = (id: string): boolean => id === OUTPUT_PART || id.startsWith(inputPart(''));

/**
 * The cards at the ends of a plan, inputs first. None of a plan without calls: there is nothing yet to give to.
 * Of nothing else than these parts, so that an edit of a call leaves them as they are.
 */
export function endsOf(
  isEmpty: boolean,
  input: Plan['input'],
  output: Plan['output'],
  data: Plan['data'],
  withValues: boolean,
): readonly End[] {
  if (isEmpty) return NONE;
  const plan = { calls: [], input, output, data } as unknown as Plan;
  const inputs = (inputsOf(plan) ?? []).slice(0, INPUTS_AT_MOST).map(inputEnd);
  return [...inputs, resultEnd(plan, withValues)];
}

const NONE: readonly End[] = [];

function inputEnd(input: PlanInput): InputEnd {
  const { name, schema } = input;
  const control = controlOf(schema);
  return {
    ...{ kind: 'input', id: inputPart(name), input, control },
    title: typeof schema.title === 'string' && schema.title !== '' ? schema.title : name,
    height: END_HEADER + CONTROL_HEIGHT[control],
  };
}

const CONTROLS: Readonly<Record<InputType, InputControl>> = {
  text: 'line',
  number: 'line',
  whole: 'line',
  'yes-no': 'yes-no',
  date: 'date',
  choice: 'choice',
  list: 'lines',
  any: 'elsewhere',
};

function controlOf(schema: PlanInput['schema']): InputControl {
  const type = typeOf(schema);
  const { minimum, maximum, items } = schema;
  if (type === 'number' || type === 'whole')
    return typeof minimum === 'number' && typeof maximum === 'number' && maximum > minimum
      ? 'slider'
      : 'line';
  if (type !== 'list') return CONTROLS[type];
  // A line is one item: only of texts and numbers does it say all.
  const own = typeof items === 'object' && items !== null && !Array.isArray(items) ? typeOf(items) : 'any';
  return own === 'text' || own === 'number' || own === 'whole' ? 'lines' : 'elsewhere';
}

function resultEnd(plan: Plan, withValues: boolean): ResultEnd {
  const how = howOf(plan.output as Json | undefined);
  const all = how === 'rows' ? listed(plan) : how === 'json' ? written(plan) : [];
  const shown = all.length > ROWS_AT_MOST ? all.slice(0, ROWS_AT_MOST - 1) : all;
  const hidden = all.slice(shown.length);
  const rest =
    hidden.length === 0 ? [] : [{ name: null, text: '', refs: hidden.flatMap(({ refs }) => refs) }];
  const rows = [...shown, ...rest].map(({ name, refs, text }, i) => ({
    ...{ port: `${ROW}${i}`, name, refs },
    pills: i < shown.length && how === 'rows' ? pillsOf(refs, text) : [],
  }));
  const valueHeight = withValues ? VALUE_HEIGHT.more : 0;
  const height = END_HEADER + Math.max(1, rows.length) * END_ROW + ROWS_PADDING + valueHeight;
  return { kind: 'result', id: OUTPUT_PART, how, rows, more: hidden.length, valueHeight, height };
}

function howOf(output: Json | undefined): ResultEnd['how'] {
  if (output === undefined) return 'last';
  if (output === null) return 'planner';
  return returnedOf(output) ? 'rows' : 'json';
}

interface Listed extends Pick<ResultRow, 'name' | 'refs'> {
  readonly text: string;
}

const listed = (plan: Plan): Listed[] =>
  (returnedOf(plan.output as Json | undefined) ?? []).map(({ name, text }) => ({
    ...{ name, text },
    refs: refsIn(text, plan),
  }));

/** Written in a way that no list says: one row for all that it reads. */
const written = (plan: Plan): Listed[] => [
  {
    name: null,
    text: '',
    refs: parseCall(outputReader(plan), kindsOf(plan)).places.flatMap(({ refs }) => refs),
  },
];

/** What joins them is shown where all are joined alike. */
function pillsOf(refs: readonly Ref[], text: string): Pill[] {
  const joints = (['||', '&&'] as const).filter((one) => text.includes(one));
  return refs.map((ref, at) => pillOf(ref, at > 0 && joints.length === 1 ? joints[0] : undefined));
}

// ---- Where the ports are ----

/** Every port of such a card. */
export function endPorts(end: End): readonly PortPlace[] {
  if (end.kind === 'input') return [{ port: INPUT_PORT, side: 'right', y: END_HEADER / 2 }];
  const add: PortPlace = { port: ADD_PORT, side: 'left', y: END_HEADER / 2 };
  const rows = end.rows.map(
    ({ port }, i): PortPlace => ({
      ...{ port, side: 'left' },
      y: END_HEADER + ROWS_PADDING / 2 + i * END_ROW + END_ROW / 2,
    }),
  );
  return [add, ...rows];
}

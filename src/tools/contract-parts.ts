/** The parts contracts are written from: JSON Schemas with a meaning (`x-kind`). Knows no tool. See docs/tools.md. */

import type { JsonObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { DATE_ORDERS } from './choices.ts';

/**
 * What a value is for, beyond its JSON type: the offline planner wires an output to an input of the
 * same kind first, so that a column name is never wired to a text although both are strings.
 */
type ValueKind =
  | 'text'
  | 'texts'
  | 'rows'
  | 'row'
  | 'column'
  | 'columns'
  | 'value'
  | 'conditions'
  | 'file'
  | 'json'
  | 'number'
  | 'numbers'
  | 'date'
  | 'url'
  | 'chart'
  | 'hash'
  | 'question'
  | 'answer'
  | 'pattern'
  | 'formula'
  | 'query'
  | 'unit'
  | 'choice'
  | 'duration'
  | 'summary'
  | 'saved-file'
  | 'secret';

/** How a contract's example is written: what goes in, and exactly what comes out. */
interface ToolExample {
  readonly parameters: JsonObject;
  /** Files the call finds, by name: their text, or of a workbook the rows of its one sheet. */
  readonly files?: Readonly<Record<string, string | readonly JsonObject[]>>;
  /** What the person answers, for a tool that asks. */
  readonly answer?: JsonObject;
  readonly result: unknown;
}

type Extra = Readonly<Record<string, unknown>>;

/** A schema of `type` that carries its meaning. `type` is left out where any JSON will do. */
const kind = (type: string | readonly string[] | undefined, of: ValueKind, extra: Extra): JsonObject =>
  ({ ...(type === undefined ? {} : { type }), 'x-kind': of, ...extra }) as JsonObject;

export const text = (extra: Extra = {}): JsonObject => kind('string', 'text', extra);
export const texts = (extra: Extra = {}): JsonObject =>
  kind('array', 'texts', { items: { type: 'string' }, ...extra });
/** A table: a list of objects that share their keys. Every table tool takes and gives this. */
export const rows = (extra: Extra = {}): JsonObject =>
  kind('array', 'rows', { items: { type: 'object' }, ...extra });
export const column = (extra: Extra = {}): JsonObject => kind('string', 'column', { minLength: 1, ...extra });
export const columns = (extra: Extra = {}): JsonObject =>
  kind('array', 'columns', { items: { type: 'string', 'x-kind': 'column' }, ...extra });
/** One column's name or several; `of` says what else an item may be. */
export const oneOrMoreColumns = (extra: Extra = {}, of: readonly JsonObject[] = []): JsonObject => {
  const name: JsonObject = { type: 'string', 'x-kind': 'column', minLength: 1 };
  return kind(['string', 'array'], 'column', {
    minLength: 1,
    items: of.length === 0 ? name : { anyOf: [name, ...of] },
    ...extra,
  });
};
/** What a cell is compared with, as a person writes it: text, a number, yes or no, or a list of them. */
export const plainValue = (extra: Extra = {}): JsonObject =>
  kind(['string', 'number', 'boolean', 'array', 'null'], 'value', extra);
export const file = (extra: Extra = {}): JsonObject =>
  kind('string', 'file', { minLength: 1, maxLength: 255, ...extra });
export const anyJson = (extra: Extra = {}): JsonObject => kind(undefined, 'json', extra);
export const number = (extra: Extra = {}): JsonObject => kind('number', 'number', extra);
export const wholeNumber = (extra: Extra = {}): JsonObject => kind('integer', 'number', extra);
export const date = (extra: Extra = {}): JsonObject => kind('string', 'date', extra);
export const choice = (values: readonly string[], extra: Extra = {}): JsonObject =>
  kind('string', 'choice', { enum: values, ...extra });
export const yesNo = (extra: Extra = {}): JsonObject => ({ type: 'boolean', ...extra }) as JsonObject;
export const string = (of: ValueKind, extra: Extra = {}): JsonObject => kind('string', of, extra);
export const list = (of: ValueKind, extra: Extra = {}): JsonObject => kind('array', of, extra);

/** An object with exactly these properties; all are required unless `optional` names them. */
export const record = (
  of: ValueKind,
  properties: Readonly<Record<string, JsonObject>>,
  optional: readonly string[] = [],
): JsonObject =>
  kind('object', of, {
    properties,
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
    additionalProperties: false,
  });

/**
 * A tool's parameters: closed, so that a misspelt one is found before the run (`unknown-parameter`). At least
 * one of the `oneOf` groups of names has to be there whole.
 */
export const parameters = (
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[],
  ...oneOf: readonly (readonly string[])[]
): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
  ...(oneOf.length === 0 ? {} : { anyOf: oneOf.map((names) => ({ required: [...names] })) }),
});

/**
 * A contract as built-in tools must have it: nothing that a planner or an approval reads is left out.
 * An alias and not an interface: only so is it a `ToolContract`, which may have any other key.
 */
export type CompleteContract = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly _output: JsonObject;
  readonly effect: NonNullable<ToolContract['effect']>;
  readonly idempotent: boolean;
  readonly timeoutMs: number;
  readonly examples: ToolExample[];
  /** Alternatives the tool chooses among by `route`, in order; absent where it does not branch. */
  readonly 'x-branches'?: readonly string[];
  /** It waits or asks: no preview enters it (L-83). */
  readonly preview?: false;
};

/** Most tools compute: no effect, the same result every time, and a minute is already too long. */
export const computes = (
  contract: Omit<CompleteContract, 'effect' | 'idempotent' | 'timeoutMs'>,
): CompleteContract => ({ ...contract, effect: 'none', idempotent: true, timeoutMs: 60_000 });

/** For tools that read a table of cells. */
export const headerOfTable = yesNo({
  title: 'Header',
  description:
    'Whether the first row names the columns; otherwise they are "column 1", "column 2". Judged from the rows where it is left out.',
});

/** How CSV text becomes rows, the same for a file and for a text. */
export const csvReading = {
  delimiter: text({
    title: 'Delimiter',
    description: 'The character between cells. Found by itself where it is left out.',
    minLength: 1,
    maxLength: 1,
  }),
  types: choice(['auto', 'text'], {
    title: 'Types',
    description: '"auto" turns columns of numbers into numbers; "text" keeps every cell as it is.',
    default: 'auto',
  }),
  header: headerOfTable,
};

/** For tools that read dates out of cells: 03/04/2026 alone does not tell. */
export const dateOrder = choice(DATE_ORDERS, {
  title: 'Dates are written',
  description: 'Whether 03/04/2026 is in April or March; only needed where no cell of the column tells.',
});

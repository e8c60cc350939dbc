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

/** A schema from the title and the description that people read, and what else it says. */
type Part = (title?: string, description?: string, extra?: Extra) => JsonObject;

/** Schemas of `type` that carry their meaning. `type` is left out where any JSON will do. */
const schema =
  (type: string | readonly string[] | undefined, of: ValueKind | undefined, own: Extra = {}): Part =>
  (title, description, extra) => {
    const said = Object.entries({ type, 'x-kind': of, title, description });
    const known = Object.fromEntries(said.filter(([, value]) => value !== undefined));
    return { ...known, ...own, ...extra } as JsonObject;
  };

const columnName: JsonObject = { type: 'string', 'x-kind': 'column', minLength: 1 };

export const part = {
  text: schema('string', 'text'),
  texts: schema('array', 'texts', { items: { type: 'string' } }),
  /** A table: a list of objects that share their keys. Every table tool takes and gives this. */
  rows: schema('array', 'rows', { items: { type: 'object' } }),
  column: schema('string', 'column', { minLength: 1 }),
  columns: schema('array', 'columns', { items: { type: 'string', 'x-kind': 'column' } }),
  /** One column's name or several; `of` says what else an item may be. */
  oneOrMoreColumns: (title: string, description: string, of: readonly JsonObject[] = []): JsonObject => {
    const items = of.length === 0 ? columnName : { anyOf: [columnName, ...of] };
    return schema(['string', 'array'], 'column', { minLength: 1, items })(title, description);
  },
  /** What a cell is compared with, as a person writes it: text, a number, yes or no, or a list of them. */
  plainValue: schema(['string', 'number', 'boolean', 'array', 'null'], 'value'),
  file: schema('string', 'file', { minLength: 1, maxLength: 255 }),
  anyJson: schema(undefined, 'json'),
  number: schema('number', 'number'),
  wholeNumber: schema('integer', 'number'),
  date: schema('string', 'date'),
  yesNo: schema('boolean', undefined),
  choice: (values: readonly string[], ...words: Parameters<Part>): JsonObject =>
    schema('string', 'choice', { enum: values })(...words),
  string: (of: ValueKind, ...words: Parameters<Part>): JsonObject => schema('string', of)(...words),
  list: (of: ValueKind, ...words: Parameters<Part>): JsonObject => schema('array', of)(...words),
  /** An object with exactly these properties; all are required unless `optional` names them. */
  record: (
    of: ValueKind,
    properties: Readonly<Record<string, JsonObject>>,
    optional: readonly string[] = [],
  ): JsonObject => {
    const required = Object.keys(properties).filter((key) => !optional.includes(key));
    return schema('object', of, { properties, required, additionalProperties: false })();
  },
};

/** An object with these properties and no others. */
export const closed = (
  required: readonly string[],
  properties: Readonly<Record<string, JsonObject>>,
): JsonObject => ({ type: 'object', properties, required: [...required], additionalProperties: false });

/**
 * A tool's parameters: closed, so that a misspelt one is found before the run (`unknown-parameter`). At least
 * one of the `oneOf` groups of names has to be there whole.
 */
export const parameters = (
  required: readonly string[],
  properties: Readonly<Record<string, JsonObject>>,
  ...oneOf: readonly (readonly string[])[]
): JsonObject => ({
  ...closed(required, properties),
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

/** What tools that work on a table take, and what those that make one give. */
export const inputRows = part.rows('Rows', 'The table: a list of rows with named columns.');
export const table = (description: string): JsonObject => part.rows('Rows', description);
/** The table of most examples. */
export const SALES = [
  { region: 'North', amount: 120 },
  { region: 'South', amount: 80 },
  { region: 'North', amount: 30 },
];

/** For tools that read a table of cells. */
export const headerOfTable = part.yesNo(
  'Header',
  'Whether the first row names the columns. Judged by the rows where it is left out.',
);

/** How CSV text becomes rows, the same for a file and for a text. */
export const csvReading = {
  delimiter: part.text('Delimiter', 'The character between cells. Found by itself where it is left out.', {
    minLength: 1,
    maxLength: 1,
  }),
  types: part.choice(
    ['auto', 'text'],
    'Types',
    '"auto" turns columns of numbers into numbers; "text" keeps every cell as it is.',
    { default: 'auto' },
  ),
  header: headerOfTable,
};

export const ignoreCase = part.yesNo('Ignore case', 'Whether A and a count as the same.', { default: false });

/** For tools that read dates out of cells: 03/04/2026 alone does not tell. */
export const dateOrder = part.choice(
  DATE_ORDERS,
  'Dates are written',
  'Whether 03/04/2026 is in April or March; only needed where no cell of the column tells.',
);

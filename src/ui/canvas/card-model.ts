/** A call as its card shows it: rows, output rows and their places, computed from the call and its contract alone. */

import type { Effect, ToolContract } from '../../plan/contract-shape.ts';
import { type Call, META_KEYS } from '../../plan/document.ts';
import type { ParsedCall } from '../../plan/parsed-call.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { type Catalogue, catalogueOf } from '../../tools/catalogue.ts';
import { effectOfCall } from '../../tools/reach.ts';
import { type OutputRow, outputRows } from './card-outputs.ts';
import { type CardValue, cardValue } from './card-value.ts';
import {
  DESCRIPTION_LINE,
  DESCRIPTION_PADDING,
  descriptionLines,
  ERROR_GAP,
  HEADER_HEIGHT,
  ROW_HEIGHT,
  SECTION_PADDING,
} from './geometry.ts';
import { AFTER_PORT, FOR_EACH_PORT, MORE_PORT, parameterPort, SCOPES_PORT } from './ports.ts';

export interface CardRow {
  /** null for a row that takes no edge. */
  readonly port: string | null;
  readonly label: string;
  /** Rows of meta-properties are set apart from parameters. */
  readonly meta: boolean;
  readonly value: CardValue;
}

export interface CardModel {
  readonly call: Call;
  readonly contract: ToolContract | undefined;
  /** Never more harmless than the code that the call enters, whatever the plan's contract says. */
  readonly effect: Effect;
  /** No activity: the model itself gives the result. */
  readonly latent: boolean;
  readonly lines: 0 | 1 | 2;
  readonly rows: readonly CardRow[];
  /** Parameters that have no row of their own. */
  readonly hidden: readonly string[];
  readonly outputs: readonly OutputRow[];
  readonly height: number;
}

const ROWS_AT_MOST = 8;
const META = new Set<string>(META_KEYS);
const BUILT_IN = catalogueOf(builtInTools);

export function cardModel(parsed: ParsedCall, catalogue: Catalogue, latent: boolean): CardModel {
  const { call } = parsed;
  const contract = catalogue.get(call._tool);
  const all = parameterRows(parsed, contract);
  const shown = all.length > ROWS_AT_MOST ? mostTelling(all) : all;
  const hidden = all.filter((row) => !shown.includes(row)).map((row) => row.label);
  const rows = [...metaRows(parsed), ...shown];
  const outputs = outputRows(parsed, contract);
  const lines = descriptionLines(call._description);
  const effect = latent ? 'none' : effectOfCall(call, catalogue, BUILT_IN);
  const model = { call, contract, effect, latent, lines, rows, hidden, outputs };
  return { ...model, height: outputsTop(model) + outputsHeight(outputs) };
}

/** References and what is missing decide more than literals do; the order stays the call's own. */
function mostTelling(rows: readonly CardRow[]): CardRow[] {
  const telling = rows.filter((row) => row.value.kind !== 'literal').slice(0, ROWS_AT_MOST);
  const rest = rows.filter((row) => row.value.kind === 'literal').slice(0, ROWS_AT_MOST - telling.length);
  const kept = new Set([...telling, ...rest]);
  return rows.filter((row) => kept.has(row));
}

function parameterRows(parsed: ParsedCall, contract: ToolContract | undefined): CardRow[] {
  const schema = typeof contract?.parameters === 'object' ? contract.parameters : {};
  const declared = typeof schema.properties === 'object' && schema.properties ? schema.properties : {};
  const rows: CardRow[] = [];
  const row = (name: string, value: CardValue) =>
    rows.push({ port: parameterPort(name), label: name, meta: false, value });
  for (const key in parsed.call) {
    if (key.startsWith('_') && (META.has(key) || !Object.hasOwn(declared, key))) continue;
    if (parsed.call[key] !== undefined) row(key, cardValue(parsed, key));
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const name of required) {
    if (typeof name === 'string' && parsed.call[name] === undefined) row(name, { kind: 'missing' });
  }
  return rows;
}

function metaRows(parsed: ParsedCall): CardRow[] {
  const { call } = parsed;
  const rows: CardRow[] = [];
  const row = (port: string | null, label: string, value: CardValue) =>
    rows.push({ port, label, meta: true, value });
  if (call._after !== undefined) row(AFTER_PORT, 'after', cardValue(parsed, '_after'));
  if (call._forEach !== undefined) row(FOR_EACH_PORT, 'for each', cardValue(parsed, '_forEach'));
  if (call._delegate !== undefined) row(null, 'delegate', cardValue(parsed, '_delegate'));
  if (call._scopes !== undefined) row(SCOPES_PORT, 'sees', cardValue(parsed, '_scopes'));
  return rows;
}

type Heights = Pick<CardModel, 'lines' | 'rows' | 'hidden' | 'outputs'>;

/** Where the rows begin, from the card's top. */
const rowsTop = (model: Heights): number =>
  HEADER_HEIGHT + (model.lines > 0 ? model.lines * DESCRIPTION_LINE + DESCRIPTION_PADDING : 0);

const rowCount = (model: Heights): number => model.rows.length + (model.hidden.length > 0 ? 1 : 0);

const outputsTop = (model: Heights): number =>
  rowsTop(model) + (rowCount(model) > 0 ? rowCount(model) * ROW_HEIGHT + SECTION_PADDING : 0);

const outputsHeight = (outputs: readonly OutputRow[]): number =>
  outputs.length * ROW_HEIGHT + SECTION_PADDING + (outputs.some((row) => row.isError) ? ERROR_GAP : 0);

export interface PortPlace {
  readonly port: string;
  readonly side: 'left' | 'right';
  /** The port's middle, from the card's top. */
  readonly y: number;
}

/** Every port of a card. The gate port sits on the header until the call has an `_after` row. */
export function portPlaces(model: CardModel): PortPlace[] {
  const places: PortPlace[] = [];
  const middle = (i: number) => rowsTop(model) + SECTION_PADDING / 2 + i * ROW_HEIGHT + ROW_HEIGHT / 2;
  model.rows.forEach((row, i) => {
    if (row.port) places.push({ port: row.port, side: 'left', y: middle(i) });
  });
  if (model.hidden.length > 0) places.push({ port: MORE_PORT, side: 'left', y: middle(model.rows.length) });
  if (!places.some((place) => place.port === AFTER_PORT)) {
    places.push({ port: AFTER_PORT, side: 'left', y: HEADER_HEIGHT / 2 });
  }
  model.outputs.forEach((row, i) => {
    const top = outputsTop(model) + SECTION_PADDING / 2 + i * ROW_HEIGHT;
    places.push({
      port: row.port,
      side: 'right',
      y: top + ROW_HEIGHT / 2 + (row.isError ? ERROR_GAP : 0),
    });
  });
  return places;
}

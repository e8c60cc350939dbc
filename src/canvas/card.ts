/**
 * A call as its card shows it: rows, outputs, ports and their places, computed from the call and its contract alone.
 * Everything has its place before it is drawn.
 */

import { itemAt } from '../lib/columns.ts';
import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import { type Call, META_KEYS, type Plan } from '../plan/document.ts';
import type { JsonPath } from '../plan/edit.ts';
import { type OutputTargets, printRef } from '../plan/expression.ts';
import type { ParsedCall, PlaceRole } from '../plan/parsed-call.ts';
import { BUILT_INS } from '../tools/built-ins.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { effectOfCall, isLatent } from '../tools/reach.ts';
import { parameterLabel, titleOf } from '../tools/titles.ts';
import { type CardValue, cardValue, type Pill, pillOf } from './card-value.ts';
import type { Rect, XY } from './plane.ts';

// ---- Sizes, in pixels at zoom 1. The style sheets of `ui/canvas` draw exactly these: a height that differs here and
// ---- there would put the arrows beside their ports.

/** Every card is this wide. */
export const CARD_WIDTH = 248;
export const HEADER_HEIGHT = 40;
export const DESCRIPTION_LINE = 18;
const DESCRIPTION_PADDING = 8;
const ROW_HEIGHT = 24;
/** Above and below a section of rows, together. */
const SECTION_PADDING = 8;
/** Of the place where what the call comes to stands: one figure, or a caption with a table's head below it. */
export const VALUE_HEIGHT = { one: 32, more: 104 } as const;
/** Sets the error alternative apart from the others. */
const ERROR_GAP = 8;
/** The port is centred on the card's edge. */
export const PORT_SIZE = 10;
/** A port within so many pixels is meant; React Flow is told the same. */
export const PORT_REACH = 28;

/** Characters of the description's face that fit on a line where the system's face is a wide one. */
const DESCRIPTION_COLUMNS = 28;

/**
 * 0, 1 or 2: the description is cut after its second line. Rather a line too many: a text
 * taken for one line that breaks all the same would be cut after its first words.
 */
function descriptionLines(text: string | undefined): 0 | 1 | 2 {
  if (!text) return 0;
  return text.length > DESCRIPTION_COLUMNS ? 2 : 1;
}

export const cardRect = ({ x, y }: XY, height: number): Rect => ({ x, y, width: CARD_WIDTH, height });

// ---- Ports: their names, and what they mean to a plan ----

/** Where a reference can be put in a reader. */
export type ReaderPort =
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'after' }
  | { readonly kind: 'forEach' };

/** Stands for the parameters that a card has no room for. */
export const MORE_PORT = 'more';

export const outputPort = (alternative: number): string => `out:${alternative}`;
export const parameterPort = (name: string): string => `in:${name}`;
/** Where references arrive that a call only waits for (`_after`). */
export const AFTER_PORT = 'after';
const FOR_EACH_PORT = 'forEach';
const SCOPES_PORT = 'scopes';

/** The alternative that an output port stands for; null for a port that is none. */
export function alternativeOf(port: string | null | undefined): number | null {
  return port?.startsWith('out:') ? Number(port.slice(4)) : null;
}

/** null for ports that take no connection: the scopes, the rows without room. */
export function readerPortOf(port: string | null | undefined): ReaderPort | null {
  if (port?.startsWith('in:')) return { kind: 'parameter', name: port.slice(3) };
  if (port === AFTER_PORT) return { kind: 'after' };
  if (port === FOR_EACH_PORT) return { kind: 'forEach' };
  return null;
}

/** The port of a reader at which a reference in its `role` at `path` arrives. */
export function portOf(role: PlaceRole, path: JsonPath): string {
  switch (role) {
    case 'after':
      return AFTER_PORT;
    case 'forEach':
      return FOR_EACH_PORT;
    case 'scope':
      return SCOPES_PORT;
    case 'parameter':
      return parameterPort(String(path[0]));
  }
}

// ---- The card ----

/** One alternative of where a result is written. */
export interface OutputRow {
  readonly port: string;
  readonly alternative: number;
  /** Several for a fan-out; none where the call has no output path, or a broken one. */
  readonly pills: readonly Pill[];
  readonly isError: boolean;
  /** The method, where it is not the default one. */
  readonly method?: string;
  /** An output path that does not parse, as it is written. */
  readonly broken?: string;
}

/** A parameter or a meta-property as a row. */
export interface CardRow {
  /** null for a row that takes no edge. */
  readonly port: string | null;
  /** The parameter's name, or that of the meta-property. */
  readonly name: string;
  /** As the form says it. */
  readonly label: string;
  /** Rows of meta-properties are set apart from parameters. */
  readonly meta: boolean;
  readonly value: CardValue;
}

/** What is known of the plan that a call runs (L-52). */
export interface CardPlan {
  readonly plan: Plan;
  readonly title: string;
  /** How it is spoken of behind the name of its call. */
  readonly words: string;
  /** What it asks of the call; undefined where that is nothing. */
  readonly contract: ToolContract | undefined;
  /** What it may be given and does not need: its ports too. */
  readonly open: readonly string[];
  /** The row of the card that leads to it. */
  readonly value: CardValue;
  /** The strictest effect of all that it does. */
  readonly effect: () => Effect;
}

/** undefined for a call that runs no plan, or one that is not known. */
export type CardPlanOf = (call: Call) => CardPlan | undefined;

/** All that a card shows of a call, with its height. */
export interface CardModel {
  readonly call: Call;
  readonly contract: ToolContract | undefined;
  /** What a person reads for the tool. */
  readonly title: string;
  /** Never more harmless than the code that the call enters, whatever the plan's contract says. */
  readonly effect: Effect;
  /** The plan that it runs, where that is known. */
  readonly plan: CardPlan | undefined;
  /** No activity: the model itself gives the result. */
  readonly latent: boolean;
  readonly lines: 0 | 1 | 2;
  readonly rows: readonly CardRow[];
  /** Parameters that have no row of their own. */
  readonly hidden: readonly Pick<CardRow, 'name' | 'label'>[];
  readonly outputs: readonly OutputRow[];
  /** Of the place for what the call comes to; 0 where it has none. */
  readonly valueHeight: number;
  readonly height: number;
}

const ROWS_AT_MOST = 8;
const META = new Set<string>(META_KEYS);

/** @param withValues whether cards have room for what their calls come to */
export function cardModel(
  parsed: ParsedCall,
  catalogue: Catalogue,
  withValues = false,
  planOf?: CardPlanOf,
): CardModel {
  const { call } = parsed;
  const plan = planOf?.(call);
  const contract = plan ? plan.contract : catalogue.get(call._tool);
  const all = parameterRows(parsed, contract, plan);
  const shown = all.length > ROWS_AT_MOST ? mostTelling(all) : all;
  const hidden = all.filter((row) => !shown.includes(row));
  const title = plan ? plan.title : titleOf(contract, call._tool);
  const rows = [...metaRows(parsed, plan), ...shown];
  const outputs = outputRows(parsed, contract);
  const lines = descriptionLines(call._description);
  const latent = isLatent(call, catalogue, BUILT_INS);
  const effect = effectOn(call, catalogue, plan);
  const valueHeight = withValues ? valueHeightOf(call, contract, effect, plan) : 0;
  const height = cardHeight(parsed, catalogue, withValues, planOf);
  return { call, contract, title, effect, plan, latent, lines, rows, hidden, outputs, valueHeight, height };
}

const effectOn = (call: Call, catalogue: Catalogue, plan: CardPlan | undefined): Effect =>
  plan ? plan.effect() : effectOfCall(call, catalogue, BUILT_INS);

/** How high the card is, counted without making it: thousands are placed for every one that is looked at. */
export function cardHeight(
  parsed: ParsedCall,
  catalogue: Catalogue,
  withValues = false,
  planOf?: CardPlanOf,
): number {
  const { call, targets } = parsed;
  const plan = planOf?.(call);
  const contract = plan ? plan.contract : catalogue.get(call._tool);
  const parameters = parameterNames(call, contract, plan).length;
  const rows = META_ROWS.filter(({ key }) => call[key] !== undefined).length;
  const hasError = targets !== null && errorAlternative(targets, contract) >= 0;
  return (
    outputsTop({
      lines: descriptionLines(call._description),
      // One more stands for those without a row of their own.
      rows: rows + Math.min(parameters, ROWS_AT_MOST + 1),
      value: withValues ? valueHeightOf(call, contract, effectOn(call, catalogue, plan), plan) : 0,
    }) +
    (targets?.alternatives.length ?? 1) * ROW_HEIGHT +
    SECTION_PADDING +
    (hasError ? ERROR_GAP : 0)
  );
}

const FIGURES: ReadonlySet<unknown> = new Set(['number', 'integer', 'boolean']);

/**
 * The room is there whatever the value is, so that nothing moves when it comes. A call that acts on the world has none:
 * what came of it is its receipt, and stands in the run.
 */
function valueHeightOf(
  { _forEach }: Call,
  contract: ToolContract | undefined,
  effect: Effect,
  plan: CardPlan | undefined,
): number {
  if (effect !== 'none' && effect !== 'read') return 0;
  if (plan) return VALUE_HEIGHT.more;
  if (!contract || contract.preview === false) return 0;
  const { _output } = contract;
  const isFigure = _forEach === undefined && typeof _output === 'object' && FIGURES.has(_output.type);
  return isFigure ? VALUE_HEIGHT.one : VALUE_HEIGHT.more;
}

/** References and what is missing decide more than literals do; the order stays the call's own. */
function mostTelling(rows: readonly CardRow[]): CardRow[] {
  const telling = rows.filter((row) => row.value.kind !== 'literal').slice(0, ROWS_AT_MOST);
  const rest = rows.filter((row) => row.value.kind === 'literal').slice(0, ROWS_AT_MOST - telling.length);
  const kept = new Set([...telling, ...rest]);
  return rows.filter((row) => kept.has(row));
}

/** Those that the call has, then those that the contract asks for besides; of a plan all that it may be given, which are its ports. */
function parameterNames(
  call: Call,
  contract: ToolContract | undefined,
  plan: CardPlan | undefined,
): string[] {
  const schema = typeof contract?.parameters === 'object' ? contract.parameters : {};
  const declared = typeof schema.properties === 'object' && schema.properties ? schema.properties : {};
  const names: string[] = [];
  for (const key in call) {
    if (key.startsWith('_') && (META.has(key) || !Object.hasOwn(declared, key))) continue;
    if (call[key] !== undefined) names.push(key);
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const name of required) {
    if (typeof name === 'string' && call[name] === undefined) names.push(name);
  }
  for (const name of plan?.open ?? []) if (call[name] === undefined) names.push(name);
  return names;
}

const parameterRows = (
  parsed: ParsedCall,
  contract: ToolContract | undefined,
  plan: CardPlan | undefined,
): CardRow[] =>
  parameterNames(parsed.call, contract, plan).map((name) => ({
    port: parameterPort(name),
    name,
    label: parameterLabel(contract, name),
    meta: false,
    value:
      parsed.call[name] === undefined
        ? { kind: 'missing', isOptional: plan?.open.includes(name) }
        : cardValue(parsed, name),
  }));

const META_ROWS = [
  { key: '_after', label: 'after', port: AFTER_PORT },
  { key: '_forEach', label: 'for each', port: FOR_EACH_PORT },
  { key: '_delegate', label: 'runs', port: null },
  { key: '_scopes', label: 'sees', port: SCOPES_PORT },
] as const;

const metaRows = (parsed: ParsedCall, plan: CardPlan | undefined): CardRow[] =>
  META_ROWS.filter(({ key }) => parsed.call[key] !== undefined).map(({ key, label, port }) => ({
    port,
    name: key,
    label,
    meta: true,
    value: plan && key === '_delegate' ? plan.value : cardValue(parsed, key),
  }));

/** Where the rows begin, from the card's top. */
const rowsTop = (lines: number): number =>
  HEADER_HEIGHT + (lines > 0 ? lines * DESCRIPTION_LINE + DESCRIPTION_PADDING : 0);

/** Where the outputs begin. */
const outputsTop = ({ lines, rows, value }: Record<'lines' | 'rows' | 'value', number>): number =>
  rowsTop(lines) + (rows > 0 ? rows * ROW_HEIGHT + SECTION_PADDING : 0) + value;

// ---- The outputs: a row an alternative, the error alternative last ----

const ERROR_NAMES = new Set(['error', 'failed', 'failure']);

/** Index of the alternative a throw goes to (L-24); -1 where there is none. */
function errorAlternative(targets: OutputTargets, contract: ToolContract | undefined): number {
  const { alternatives } = targets;
  if (alternatives.length < 2) return -1;
  const named = contract?.errorBranch;
  if (named !== undefined) {
    const found = alternatives.findIndex((refs) =>
      refs.some((ref) => printRef(ref) === named || String(ref.path[ref.path.length - 1]) === named),
    );
    if (found >= 0) return found;
  }
  const last = itemAt(alternatives, alternatives.length - 1);
  const isError = last.some((ref) => ERROR_NAMES.has(String(ref.path[ref.path.length - 1])));
  return isError ? alternatives.length - 1 : -1;
}

function outputRows(parsed: ParsedCall, contract: ToolContract | undefined): OutputRow[] {
  const { call, targets } = parsed;
  const method = call._outputMethod && call._outputMethod !== 'set' ? { method: call._outputMethod } : {};
  if (!targets) {
    const broken = call._outputPath ? { broken: call._outputPath } : {};
    return [{ port: outputPort(0), alternative: 0, pills: [], isError: false, ...broken, ...method }];
  }
  const error = errorAlternative(targets, contract);
  const rows = targets.alternatives.map((refs, alternative) => ({
    port: outputPort(alternative),
    alternative,
    pills: refs.map((ref, i) => pillOf(ref, i > 0 ? '&&' : undefined)),
    isError: alternative === error,
    ...method,
  }));
  return error < 0 ? rows : [...rows.filter((row) => !row.isError), itemAt(rows, error)];
}

// ---- Where the ports are ----

/** Where a port of a card is. */
export interface PortPlace {
  readonly port: string;
  readonly side: 'left' | 'right';
  /** The port's middle, from the card's top. */
  readonly y: number;
}

/** The middle of row `i`, from the card's top; the row after the last stands for those without room. */
export const rowMiddle = ({ lines }: CardModel, i: number): number =>
  rowsTop(lines) + SECTION_PADDING / 2 + i * ROW_HEIGHT + ROW_HEIGHT / 2;

/** The middle of the `i`th output, from the card's top. */
export function outputMiddle(model: CardModel, i: number): number {
  const rows = model.rows.length + (model.hidden.length > 0 ? 1 : 0);
  const below = outputsTop({ lines: model.lines, rows, value: model.valueHeight });
  const gap = itemAt(model.outputs, i).isError ? ERROR_GAP : 0;
  return below + SECTION_PADDING / 2 + i * ROW_HEIGHT + ROW_HEIGHT / 2 + gap;
}

/** Every port of a card. The gate port sits on the header until the call has an `_after` row. */
export function portPlaces(model: CardModel): PortPlace[] {
  const places: PortPlace[] = [];
  model.rows.forEach((row, i) => {
    if (row.port) places.push({ port: row.port, side: 'left', y: rowMiddle(model, i) });
  });
  if (model.hidden.length > 0)
    places.push({ port: MORE_PORT, side: 'left', y: rowMiddle(model, model.rows.length) });
  if (!places.some((place) => place.port === AFTER_PORT)) {
    places.push({ port: AFTER_PORT, side: 'left', y: HEADER_HEIGHT / 2 });
  }
  model.outputs.forEach((row, i) => {
    places.push({ port: row.port, side: 'right', y: outputMiddle(model, i) });
  });
  return places;
}

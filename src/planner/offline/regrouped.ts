/** "a month", said of rows that are one per payee and month: the same figures, grouped anew by what is named alone. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { freeId } from '../../plan/free-id.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { takes } from './call-parameters.ts';
import { figureName } from './figure-names.ts';
import { isIdentifier, isIntensive, type KnownColumn, measuresOf, onlyDate } from './known-tables.ts';
import { figuresIn, keysIn, type Loose } from './loose-call.ts';
import type { Mention } from './mention.ts';
import { figureParameters, isKept, type PlanEdit, pathOf } from './plan-edit.ts';
import { statePath } from './reference.ts';
import type { Figure, Key } from './request.ts';
import { PARTS } from './wish.ts';
import { keyWords, type Tongue, wordsFor } from './wording.ts';

/** The call that groups anew, and how that is told; `cut` where what is named is no longer whole. */
export type Regrouped =
  | { readonly kind: 'call'; readonly call: Call; readonly note: string }
  | { readonly kind: 'cut'; readonly per: string };

interface About {
  /** What a condition says, read by the plan's files. */
  readonly condition: readonly Mention[];
  readonly edit: PlanEdit;
  /** The call whose rows are compared, and those rows as they were tried. */
  readonly end: Loose;
  readonly rows: readonly JsonObject[];
  readonly catalogue: Catalogue;
  readonly tongue: Tongue;
}

/** undefined where each row is one of what is named, or nothing is named that rows are grouped by. */
export function regrouped(about: About): Regrouped | undefined {
  const { condition, edit, end } = about;
  const compared = condition.some(({ meanings }) => [...meanings].some((one) => one.startsWith('cmp:')));
  if (!compared || !condition.some(({ number }) => number !== undefined)) return undefined;
  const { group, isCut } = groupBefore(edit, end);
  const columns = edit.columnsAfter(group === undefined ? end : edit.giving(String(group.rows)));
  const nouns = keysNamed(condition, columns, group);
  if (nouns.length === 0) return undefined;
  const keys = uniqueKeys([...nouns, ...cellKeys(condition, columns)]);
  if (group !== undefined) {
    const before = keysIn(group).map(keyOf);
    if (before.length === keys.length && keys.every((key) => before.some((one) => isSame(one, key))))
      return undefined;
    if (isCut) return { kind: 'cut', per: keyWords(before, about.tongue) };
    return grouping(about, String(group.rows), keys, figuresIn(group));
  }
  const figure = figureOfRows(about, columns, nouns);
  return figure && grouping(about, pathOf(end), keys, [figure]);
}

/** The group whose rows are those of the end; `isCut` where some of them went on the way. */
function groupBefore(edit: PlanEdit, end: Loose): { group?: Loose; isCut: boolean } {
  let isCut = false;
  const seen = new Set<Loose>();
  for (let call: Loose | undefined = end; call !== undefined && !seen.has(call); ) {
    if (call._tool === 'groupRows') return { group: call, isCut };
    seen.add(call);
    isCut ||= !isKept(call);
    call = typeof call.rows === 'string' ? edit.giving(call.rows) : undefined;
  }
  return { isCut: false };
}

/** What names rows, and no cell, number or figure of them: "a month", "any region". */
function keysNamed(
  condition: readonly Mention[],
  columns: readonly KnownColumn[],
  group: Loose | undefined,
): Key[] {
  const there = group === undefined ? [] : keysIn(group).map(keyOf);
  return condition.flatMap(({ columns: named, cells, number, quoted, period, meanings, mark }): Key[] => {
    if (cells.length > 0 || mark !== undefined || [number, quoted, period].some((one) => one !== undefined))
      return [];
    const part = PARTS.find((one) => meanings.has(`unit:${one}`));
    const best = named.find(
      ({ fit, column }) => fit >= 0.8 && columns.some(({ name }) => name === column.name),
    );
    if (part !== undefined && best?.fit !== 1) {
      const own = there.find((key) => key.part === part);
      const date = onlyDate(columns);
      return own === undefined ? (date === undefined ? [] : [{ column: date.name, part }]) : [own];
    }
    const column = columns.find(({ name }) => name === best?.column.name);
    return column === undefined || (column.kind === 'number' && !isIdentifier(column))
      ? []
      : [there.find((key) => key.column === column.name) ?? { column: column.name }];
  });
}

/** "a month at Lidl": of that payee alone. */
const cellKeys = (condition: readonly Mention[], columns: readonly KnownColumn[]): Key[] =>
  condition.flatMap(({ cells }) => {
    const cell = cells.find(({ of }) => columns.some(({ name }) => name === of.column.name));
    return cell === undefined ? [] : [{ column: cell.of.column.name }];
  });

/**
 * What rows that nobody grouped come to together: their one measure added up. Of what is named itself each row is
 * compared, of what nobody would add up too, and where each row is one of a kind.
 */
function figureOfRows(
  { condition, rows }: About,
  columns: readonly KnownColumn[],
  nouns: readonly Key[],
): Figure | undefined {
  const isNamed = condition.some(({ columns: [best] }) => best?.column.kind === 'number' && best.fit >= 0.8);
  const [measure, other] = measuresOf(columns);
  if (isNamed || measure === undefined || other !== undefined || isIntensive(measure)) return undefined;
  const seen = rows.map((row) => JSON.stringify(nouns.map(({ column }) => row[column] ?? null)));
  const isEach = nouns.every(({ part }) => part === undefined) && new Set(seen).size === rows.length;
  return isEach ? undefined : { aggregate: 'sum', column: measure.name };
}

function grouping(
  { edit, catalogue, tongue }: About,
  rows: string,
  keys: readonly Key[],
  figures: readonly Figure[],
): Regrouped | undefined {
  const [only] = keys;
  const by: Json =
    keys.length === 1 && only?.part === undefined
      ? (only?.column ?? '')
      : keys.map((key): Json => (key.part === undefined ? key.column : { ...key }));
  const named = figures.map((figure) => ({ ...figure, as: figureName(figure) }));
  const given = Object.entries(figureParameters(named)).filter(([, value]) => value !== undefined);
  const parameters = { rows, by, ...Object.fromEntries(given) } as JsonObject;
  const contract = catalogue.get('groupRows');
  if (contract === undefined || !takes(contract, parameters)) return undefined;
  const taken = new Set(edit.calls.map(({ _id }) => String(_id)));
  const id = freeId('groupRows', (one) => taken.has(one));
  const words = wordsFor({ do: 'group', by: keys, figures }, tongue);
  const call = {
    _id: id,
    _tool: 'groupRows',
    _description: words,
    ...parameters,
    _outputPath: statePath(id),
  };
  return {
    kind: 'call',
    call: call as unknown as Call,
    note: TOGETHER[tongue](keyWords(keys, tongue), words),
  };
}

const TOGETHER: Record<Tongue, (keys: string, words: string) => string> = {
  en: (keys, words) => `All rows of one ${keys} are taken together before they are compared: ${words}.`,
  de: (keys, words) => `Verglichen wird, was alle Zeilen zusammen ergeben (${keys}): ${words}.`,
};

const keyOf = (key: Json): Key => (typeof key === 'string' ? { column: key } : (key as unknown as Key));
const isSame = (one: Key, other: Key): boolean => one.column === other.column && one.part === other.part;
const uniqueKeys = (keys: readonly Key[]): Key[] =>
  keys.filter((key, at) => keys.findIndex((one) => isSame(one, key)) === at);

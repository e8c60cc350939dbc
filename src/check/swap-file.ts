/**
 * Another file in the place of one that calls read by its name. Where its columns are called otherwise, one call right behind
 * the read names them as the plan does: all that reads them, in whatever way, stays as it is. Edits alone; runs nothing.
 */

import { isObject, type Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { freeId } from '../plan/free-id.ts';
import { parseOutputPath } from '../plan/output-path.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { ColumnProfile, FileProfile, TableProfile } from '../tools/file-profile.ts';
import { fileReadBy, isBuiltIn, isOtherReader, readerOf } from './file-readers.ts';
import { namedAfter } from './named-after.ts';
import { columnNamed, literal } from './table-columns.ts';

/** Where a file is read, and what the plan is checked with. */
export interface FilePlace {
  readonly plan: Plan;
  /** In force in the plan. */
  readonly contracts: Catalogue;
  readonly builtIns: Catalogue;
  /** As the plan names it. */
  readonly name: string;
  /** Ids of the calls that are to read another file. */
  readonly calls: readonly string[];
}

/** A column as the plan calls it, that another file is to have. */
export interface WantedColumn {
  readonly name: string;
  /** What is known of it in the file of before. */
  readonly was?: ColumnProfile;
  /** A call or the result names it; the others only come along. */
  readonly isRead: boolean;
}

/** By a column as the plan calls it: as the new file calls it. One that is not there is missing. */
export type ColumnMapping = ReadonlyMap<string, string>;

/** Reads whole tables, whose columns can be named anew behind them. */
const TABLE_READERS: ReadonlySet<string> = new Set(['readCsv', 'readXlsx', 'readJson']);
const NAMING_TOOL = 'selectColumns';

/** @param named columns that the plan names of it: all that is known where the file of before is not here */
export function wantedColumns(
  place: FilePlace,
  old: FileProfile | undefined,
  named: readonly string[],
): readonly WantedColumn[] {
  const found = new Map<string, WantedColumn>();
  for (const reader of readersOf(place)) {
    if (!TABLE_READERS.has(reader._tool)) continue;
    for (const { name, was } of columnsBefore(place, reader, old, named))
      if (!found.has(name)) found.set(name, { name, ...(was && { was }), isRead: isMentioned(place, name) });
  }
  return [...found.values()];
}

/** The columns that the new file has where they read it. */
export function offeredColumns(
  place: FilePlace,
  file: FileProfile,
  wanted: readonly WantedColumn[],
): readonly ColumnProfile[] {
  const found = new Map<string, ColumnProfile>();
  for (const reader of readersOf(place))
    for (const column of tableFor(reader, file, wanted)?.columns ?? [])
      if (!found.has(column.name)) found.set(column.name, column);
  return [...found.values()];
}

/** What is to stand there, in the place of what. */
export interface Swap {
  /** undefined where it is not here. */
  readonly old: FileProfile | undefined;
  readonly file: FileProfile;
  /** The name under which it is given. */
  readonly as: string;
  readonly wanted: readonly WantedColumn[];
  readonly mapping: ColumnMapping;
}

/** One undo step; a sentence where it can't stand there. */
export function swapFile(place: FilePlace, swap: Swap): Result<readonly Edit[], string> {
  const edits: Edit[] = [];
  let { plan } = place;
  for (const reader of readersOf(place)) {
    const made = swapOne({ ...place, plan }, reader, swap);
    if (!made.ok) return made;
    const done = applyEdits(plan, made.value);
    if (!done.ok) return done;
    edits.push(...made.value);
    plan = done.value.plan;
  }
  return ok([...edits, ...namedAfter(plan, place, place.name, swap.as)]);
}

/** What the first of those calls reads, alone and by itself: the table as the plan gets it. @param plan after the swap */
export function tableAlone(place: FilePlace, plan: Plan, as: string): Plan | undefined {
  const after = { ...place, plan, name: as };
  const [reader] = readersOf(after).filter(({ _tool }) => TABLE_READERS.has(_tool));
  if (reader === undefined) return undefined;
  const naming = namingCall(after, reader);
  const read: Call = { ...reader, _outputPath: '†state.read' };
  const calls: readonly Call[] = naming
    ? [read, { ...naming, rows: '†state.read', _outputPath: '†state.table' }]
    : [read];
  const alone = calls.map(({ _after: _, _instance: __, ...call }) => call as Call);
  return {
    ...{ format: FORMAT, version: VERSION, id: 'table' },
    calls: alone,
    output: naming ? '†state.table' : '†state.read',
  };
}

const readersOf = ({ plan, contracts, builtIns, name, calls }: FilePlace): readonly Call[] =>
  plan.calls.filter((call) => calls.includes(call._id) && fileReadBy(call, contracts, builtIns) === name);

/** The table that a call reads of a file. */
function tableOf(reader: Call, file: FileProfile | undefined): TableProfile | undefined {
  if (file === undefined || isOtherReader(reader._tool, file.kind)) return undefined;
  const sheet = literal(reader.sheet);
  if (reader._tool === 'readXlsx' && sheet !== undefined)
    return file.tables.find(({ place }) => place === sheet);
  if (reader._tool === 'readJson') return file.tables.find(({ place }) => place === '');
  return file.tables[0];
}

/** The table of a new file that stands for it: of its sheet's name, else with the most of the columns. */
function tableFor(
  reader: Call,
  file: FileProfile,
  wanted: readonly WantedColumn[],
): TableProfile | undefined {
  if (!TABLE_READERS.has(reader._tool)) return undefined;
  const sheet = literal(reader.sheet);
  const named = sheet === undefined ? undefined : file.tables.find(({ place }) => place === sheet);
  if (named) return named;
  if (file.kind !== 'xlsx') return file.tables.find(({ place }) => place === '') ?? file.tables[0];
  const shared = ({ columns }: TableProfile) =>
    wanted.filter(({ name }) => columnNamed(columns, name)).length;
  const [best] = file.tables.toSorted((a, b) => shared(b) - shared(a));
  return best;
}

interface Before {
  readonly name: string;
  readonly was?: ColumnProfile;
}

function columnsBefore(
  place: FilePlace,
  reader: Call,
  old: FileProfile | undefined,
  named: readonly string[],
): readonly Before[] {
  const table = tableOf(reader, old);
  const naming = namingCall(place, reader);
  if (naming)
    return selected(naming).map(({ column, as }) => {
      const was = columnNamed(table?.columns ?? [], column);
      return { name: as, ...(was && { was }) };
    });
  if (table) return table.columns.map((was) => ({ name: was.name, was }));
  return named.map((name) => ({ name }));
}

/** The call that names the columns: alone behind the read, whoever put it there. */
function namingCall({ plan, contracts, builtIns }: FilePlace, reader: Call): Call | undefined {
  const path = onlyPath(plan, reader);
  if (path === undefined || !isBuiltIn(NAMING_TOOL, contracts, builtIns)) return undefined;
  const readers = plan.calls.filter((call) => call !== reader && names(call as unknown as Json, path));
  const [naming, ...others] = readers;
  if (naming?._tool !== NAMING_TOOL || naming.rows !== path || others.length > 0) return undefined;
  const { _off, _forEach, _delegate, _activity, columns } = naming;
  if (_off === true || _forEach !== undefined || _delegate !== undefined || _activity !== undefined)
    return undefined;
  const isKnown = Array.isArray(columns) && columns.every((one) => literal(one) !== undefined);
  return isKnown && !names(plan.output ?? null, path) ? naming : undefined;
}

function selected({ columns, rename }: Call): readonly { readonly column: string; readonly as: string }[] {
  const renamed = isObject(rename) ? rename : {};
  return (columns as readonly string[]).map((column) => ({ column, as: literal(renamed[column]) ?? column }));
}

/** The one place that it writes, whole. */
function onlyPath(plan: Plan, { _outputPath, _outputMethod, _forEach }: Call): string | undefined {
  if (_outputPath === undefined || _forEach !== undefined) return undefined;
  if (_outputMethod !== undefined && _outputMethod !== 'set') return undefined;
  const parsed = parseOutputPath(_outputPath, kindsOf(plan));
  const targets = parsed.ok ? parsed.value.alternatives.flat() : [];
  return targets.length === 1 ? _outputPath : undefined;
}

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(textsOf)
      : isObject(value)
        ? Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)])
        : [];

const LETTER = /[\p{L}\p{N}_]/u;

/** Whether the text stands in it, and not as a part of a longer word. */
function holds(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text.slice(0, at).at(-1) ?? '', text.charAt(at + wanted.length)];
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}

const names = (value: unknown, path: string): boolean => textsOf(value).some((text) => holds(text, path));

/** Whether a call or the result says the name: as a parameter, in a formula, in a template. Words about a call say nothing. */
function isMentioned(place: FilePlace, name: string): boolean {
  const { plan } = place;
  const readers = readersOf(place);
  const own = new Set([...readers, ...readers.map((reader) => namingCall(place, reader))]);
  const wanted = name.toLowerCase();
  const says = (value: unknown): boolean => textsOf(value).some((text) => holds(text.toLowerCase(), wanted));
  return (
    says(plan.output) ||
    says(plan.plans) ||
    plan.calls.some(
      (call) =>
        !own.has(call) && Object.entries(call).some(([key, value]) => !key.startsWith('_') && says(value)),
    )
  );
}

function swapOne(
  place: FilePlace,
  reader: Call,
  { old, file, as, wanted, mapping }: Swap,
): Result<readonly Edit[], string> {
  const table = tableFor(reader, file, wanted);
  const read = readingOther(place, reader, file, as, table);
  if (!read.ok) return read;
  const naming = namingCall(place, reader);
  const replaced = (call: Call): Edit => ({ kind: 'replace-call', id: reader._id, call });
  const path = onlyPath(place.plan, reader);
  const named = namedColumns(place, reader, old, wanted, mapping, table);
  if (path === undefined || named === undefined) return ok([replaced(read.value)]);
  if (naming) {
    const { rename: _, ...rest } = naming;
    const call = { ...rest, ...named } as Call;
    return ok([replaced(read.value), { kind: 'replace-call', id: naming._id, call }]);
  }
  if (named.rename === undefined || !isBuiltIn(NAMING_TOOL, place.contracts, place.builtIns))
    return ok([replaced(read.value)]);
  const { plan } = place;
  const texts = JSON.stringify(plan);
  const between = `†state.${freeId(`${reader._id}_as_read`.replaceAll('-', '_'), (id) => holds(texts, `†state.${id}`))}`;
  const call: Call = {
    _id: freeId(`${reader._id}_columns`, (id) => plan.calls.some(({ _id }) => _id === id)),
    _tool: NAMING_TOOL,
    _description: 'Name the columns as the plan does',
    rows: between,
    ...named,
    _outputPath: path,
    ...(reader._instance === undefined ? {} : { _instance: reader._instance }),
  };
  return ok([
    replaced({ ...read.value, _outputPath: between }),
    { kind: 'add-call', call, at: plan.calls.indexOf(reader) + 1 },
  ]);
}

/** The call as it reads the new file, by the reader of its kind; what it says of the old name goes along. */
function readingOther(
  { contracts, builtIns, name }: FilePlace,
  reader: Call,
  file: FileProfile,
  as: string,
  table: TableProfile | undefined,
): Result<Call, string> {
  let { _tool } = reader;
  if (isOtherReader(_tool, file.kind)) {
    const better = readerOf(file.kind);
    const isTable = TABLE_READERS.has(_tool);
    if (
      better === undefined ||
      TABLE_READERS.has(better) !== isTable ||
      !isBuiltIn(better, contracts, builtIns)
    )
      return err(
        `“${file.name}” can’t stand in the place of “${name}”: ${isTable ? 'a table is read there, and it is none' : 'a text is read there, and it is none'}.`,
      );
    _tool = better;
  }
  const known: unknown = builtIns.get(_tool)?.parameters;
  const properties = isObject(known) && isObject(known.properties) ? known.properties : {};
  const kept = Object.entries(reader).filter(
    ([key]) => key.startsWith('_') || _tool === reader._tool || Object.hasOwn(properties, key),
  );
  const call: Record<string, unknown> = { ...Object.fromEntries(kept), _tool, file: as };
  // What parts the cells is found by itself.
  if (literal(reader.delimiter) !== undefined && reader.delimiter !== file.delimiter) delete call.delimiter;
  if (_tool === 'readXlsx') {
    if (table !== undefined && table !== file.tables[0]) call.sheet = table.place;
    else if (table?.place !== reader.sheet) delete call.sheet;
  }
  if (reader._description !== undefined) call._description = reader._description.replaceAll(name, () => as);
  return ok(call as Call);
}

/** The columns of the new table that the plan gets, and those that it calls otherwise; undefined where it gets none. */
function namedColumns(
  place: FilePlace,
  reader: Call,
  old: FileProfile | undefined,
  wanted: readonly WantedColumn[],
  mapping: ColumnMapping,
  table: TableProfile | undefined,
): { readonly columns: readonly string[]; readonly rename?: Readonly<Record<string, string>> } | undefined {
  const there = new Set(table?.columns.map(({ name }) => name));
  const before = columnsBefore(
    place,
    reader,
    old,
    wanted.map(({ name }) => name),
  );
  const isWhole = tableOf(reader, old) !== undefined || namingCall(place, reader) !== undefined;
  const taken = new Map<string, string>();
  for (const { name } of before) {
    const column = mapping.get(name);
    if (column !== undefined && there.has(column) && !taken.has(column)) taken.set(column, name);
  }
  if (taken.size === 0) return undefined;
  // Nobody knows what else the file of before had: nothing is left out that the plan may give on.
  const inUse = new Set(taken.values());
  const others = isWhole ? [] : [...there].filter((name) => !taken.has(name) && !inUse.has(name));
  const renamed = [...taken].filter(([column, name]) => column !== name);
  return {
    columns: [...taken.keys(), ...others],
    ...(renamed.length === 0 ? {} : { rename: Object.fromEntries(renamed) }),
  };
}

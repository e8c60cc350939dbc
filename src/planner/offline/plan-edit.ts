/** The calls of a plan while they are changed: parameters set, calls put in or taken out, references kept whole, and what columns each gives. Knows no words. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { segment } from './call-parameters.ts';
import { wordsAfter } from './call-words.ts';
import { figureName } from './figure-names.ts';
import type { KnownColumn, KnownFile } from './known-tables.ts';
import { figuresIn, keysIn, type Loose } from './loose-call.ts';
import { statePath } from './reference.ts';

/** Tools that give what is looked at in the end, and no rows to go on with. */
const SINKS: ReadonlySet<string> = new Set([
  'makeChart',
  'makeReport',
  'makeTable',
  'saveFile',
  'note',
  'template',
  'decide',
  'statistics',
  'convertData',
]);
const TABLES: ReadonlySet<string> = new Set([
  'readCsv',
  'readXlsx',
  'readSheet',
  'readJson',
  'parseCsv',
  'joinRows',
  'appendRows',
  'filterRows',
  'sortRows',
  'groupRows',
  'selectColumns',
  'addColumn',
  'addDatePart',
  'addFigure',
  'removeDuplicates',
  'compareTables',
  'pivotRows',
]);
/** Where a call takes what it works on, the first that it has. */
const TAKES = ['rows', 'content', 'left', 'first', 'text', 'data'] as const;

/** Whether the rows of a call are those of what it reads, all of them. */
export const isKept = ({ _tool, limit }: Loose): boolean =>
  KEEPS_ROWS.has(String(_tool)) && limit === undefined;

const KEEPS_ROWS: ReadonlySet<string> = new Set(['sortRows', 'selectColumns', 'addColumn', 'addFigure']);

const isTable = ({ _tool }: Loose): boolean => TABLES.has(String(_tool));
/** The plan's output, where it is one more reader. */
const OUTPUT = Symbol('output');

const computedColumn = (name: string, kind: KnownColumn['kind']): KnownColumn => ({
  name,
  kind,
  cells: [],
  unique: false,
  blanks: false,
  words: name.toLowerCase().split(/[\s_]+/u),
});

export class PlanEdit {
  calls: Loose[];
  output: Json;
  /** How often something was asked of the plan that it can do. */
  count = 0;
  /** The calls of which that was. */
  readonly touched = new Set<Loose>();
  readonly title: string | undefined;
  readonly goal: string | undefined;
  readonly #selected: Set<string>;

  /** @param selected ids of the calls that the sentence is about; none: of all */
  constructor(
    plan: Plan,
    readonly files: readonly KnownFile[],
    selected: readonly string[],
  ) {
    this.calls = plan.calls.map((call) => ({ ...call }) as unknown as Loose);
    this.output = plan.output ?? null;
    this.title = plan.title;
    this.goal = plan.goal;
    this.#selected = new Set(selected);
  }

  /** Whether a call may be changed. */
  readonly isMeant = ({ _id }: Loose): boolean =>
    this.#selected.size === 0 || this.#selected.has(String(_id));

  /** The calls that may be changed; what is put behind one of them is one, too. */
  get meant(): readonly Loose[] {
    return this.calls.filter(this.isMeant);
  }

  /** Those, and the calls they read: something may be put behind each. */
  get near(): readonly Loose[] {
    return this.calls.filter((call) => this.isMeant(call) || isRead(pathOf(call), this.meant));
  }

  last = (...tools: string[]): Loose | undefined =>
    this.meant.findLast(({ _tool }) => tools.includes(String(_tool)));

  /** The last group there is, which may be looked at where it may not be changed. */
  group = (): Loose | undefined => this.calls.findLast(({ _tool }) => _tool === 'groupRows');

  /** The groups that may be changed and that no other group is made of: what is returned, and what is only compared beside it. */
  groups(): readonly Loose[] {
    const all = this.meant.filter(({ _tool }) => _tool === 'groupRows');
    return all.filter((one) => {
      const behind = this.#behind(one);
      return !all.some((other) => other !== one && behind.has(other));
    });
  }

  /** Those among them that stand in what the plan returns; all where none does. */
  returned(): readonly Loose[] {
    const all = this.groups();
    const own = all.filter((one) =>
      [...this.#behind(one)].some((call) => isRead(pathOf(call), [{ output: this.output }])),
    );
    return own.length > 0 ? own : all;
  }

  /** A call and all that comes of it, as far as no decision: what hangs on one is said of it, and not shown. */
  #behind(call: Loose): ReadonlySet<Loose> {
    const found = new Set([call]);
    for (const one of found)
      for (const later of this.calls)
        if (later._tool !== 'decide' && !found.has(later) && isRead(pathOf(one), [later])) found.add(later);
    return found;
  }

  /** The last call that gives rows: what is looked at, before it is drawn, reported or saved. */
  end = (): Loose | undefined => this.meant.findLast(isTable) ?? this.near.findLast(isTable);

  isSink = ({ _tool }: Loose): boolean => SINKS.has(String(_tool));

  /** What is asked of a call it does already. */
  so(call: Loose): void {
    this.touched.add(call);
    this.count += 1;
  }

  /** Sets parameters of a call, and what those behind it say of the columns it names. A call that became another loses the words for what it did. */
  set(call: Loose, change: Loose): void {
    const before = computedIn(call);
    const was = { ...call };
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) delete call[key];
      else call[key] = value;
    }
    describe(call, was);
    const after = computedIn(call);
    const names = new Map(
      before.flatMap((old, at) =>
        after[at] === undefined || after.includes(old)
          ? []
          : [
              [old, after[at]] as const,
              [`${pathOf(call)}.0${segment(old)}`, `${pathOf(call)}.0${segment(after[at])}`] as const,
            ],
      ),
    );
    const renamed = (value: Json): Json =>
      typeof value === 'string'
        ? (names.get(value) ?? value)
        : Array.isArray(value)
          ? value.map(renamed)
          : isObject(value)
            ? Object.fromEntries(Object.entries(value as JsonObject).map(([key, one]) => [key, renamed(one)]))
            : value;
    const behind = [call];
    this.calls.slice(this.calls.indexOf(call) + 1).forEach((later) => {
      if (!behind.some((one) => isRead(pathOf(one), [later]))) return;
      behind.push(later);
      const was = { ...later };
      for (const [key, value] of Object.entries(later))
        if (!key.startsWith('_') && value !== undefined) later[key] = renamed(value);
      describe(later, was);
    });
    this.so(call);
    this.output = renamed(this.output);
  }

  /** A call between one and all that read it; behind one that may not be changed, all that may. @param made the new one; it reads what `call` gives */
  after(call: Loose, made: Call): void {
    const all = this.isMeant(call);
    this.#reread(pathOf(call), pathOf(made as unknown as Loose), (reader) =>
      reader === OUTPUT ? all : reader !== call && (all || this.isMeant(reader)),
    );
    if (this.#selected.size > 0) this.#selected.add(made._id);
    this.calls.splice(this.calls.indexOf(call) + 1, 0, made as unknown as Loose);
    this.count += 1;
  }

  /** Takes a call out; who read it reads what it worked on. @returns whether that could be done */
  remove(call: Loose): boolean {
    const [section] = Array.isArray(call.sections) ? (call.sections as JsonObject[]) : [];
    const input = TAKES.map((one) => call[one]).find((one) => typeof one === 'string') ?? section?.content;
    if (typeof input !== 'string' || !input.startsWith('†')) return false;
    this.calls = this.calls.filter((one) => one !== call);
    this.#reread(pathOf(call), input);
    this.count += 1;
    return true;
  }

  /** The readings of one path become readings of another. */
  #reread(from: string, to: string, by: (reader: Loose | typeof OUTPUT) => boolean = () => true): void {
    const swap = (value: Json): Json =>
      JSON.parse(JSON.stringify(value), (_, one: Json) =>
        one === from
          ? to
          : typeof one === 'string' && one.startsWith(`${from}.`)
            ? to + one.slice(from.length)
            : one,
      ) as Json;
    this.calls = this.calls.map((one) =>
      !by(one)
        ? one
        : Object.fromEntries(
            Object.entries(one).map(([key, value]) => [
              key,
              key === '_outputPath' || key === '_id' || value === undefined ? value : swap(value),
            ]),
          ),
    );
    if (by(OUTPUT)) this.output = swap(this.output);
  }

  /** Columns of the rows that a call gives, as far as they are known. */
  columnsAfter(call: Loose | undefined): readonly KnownColumn[] {
    if (call === undefined) return [];
    if (typeof call.file === 'string') {
      const file = this.files.find(({ name }) => name === call.file);
      return unlike(file?.tables.flatMap(({ columns }) => columns) ?? []);
    }
    const inputs = ['rows', 'left', 'right', 'first', 'second', 'data'].flatMap((key) => call[key] ?? []);
    const tables = Array.isArray(call.tables) ? call.tables : [];
    const before = unlike(
      [...inputs, ...tables].flatMap((path) => this.columnsAfter(this.giving(String(path)))),
    );
    if (call._tool === 'groupRows')
      return computedIn(call).map(
        (name, at, all) =>
          before.find((one) => one.name === name) ??
          computedColumn(name, at < all.length - figuresIn(call).length ? 'text' : 'number'),
      );
    if (call._tool === 'selectColumns' && Array.isArray(call.columns))
      return (call.columns as Json[]).flatMap((one) => {
        const { column, as }: JsonObject | { column: Json; as?: Json } = isObject(one)
          ? one
          : { column: one };
        const known = before.find(({ name }) => name === column);
        return known === undefined ? [] : typeof as === 'string' ? { ...known, name: as } : known;
      });
    if (call._tool === 'expandRows') return unlike([...before, ...this.takenOut(call)]);
    if (call._tool === 'addColumn') return [...before, computedColumn(String(call.name), 'number')];
    if (call._tool === 'addFigure')
      return [...before, computedColumn(String(call.as ?? call.figure), 'number')];
    return before;
  }

  /** The columns that a call takes out of the cells of another: before it no row has them, though the file does. */
  takenOut({ _tool, column }: Loose): readonly KnownColumn[] {
    if (_tool !== 'expandRows' || typeof column !== 'string') return [];
    const lists = this.files.flatMap(({ tables }) =>
      tables.filter(({ place }) => place.split('.').at(-1) === column),
    );
    const [list] = lists;
    return list?.columns.filter(({ isLookedUp }) => isLookedUp !== true) ?? [computedColumn(column, 'text')];
  }

  /** Whether a call works on the rows of another, all of them: in another order, or with columns more or less. */
  keepsRows(call: Loose, of: Loose): boolean {
    const path = call.rows ?? call.data;
    const before = typeof path === 'string' ? this.giving(path) : undefined;
    return before === of || (before !== undefined && isKept(before) && this.keepsRows(before, of));
  }

  /** The call that writes what stands at a path, the nearest where several do. */
  giving(path: string): Loose | undefined {
    return this.calls
      .filter((call) => path === pathOf(call) || path.startsWith(`${pathOf(call)}.`))
      .toSorted((a, b) => pathOf(b).length - pathOf(a).length)[0];
  }
}

/** A call that became another: its words are made anew where they were made of its parameters, and are gone where not. */
function describe(call: Loose, was: Loose): void {
  if (JSON.stringify(call) === JSON.stringify(was)) return;
  const words = wordsAfter(was, call) ?? undefined;
  if (words === undefined) delete call._description;
  else call._description = words;
}

/** Whether one of the calls reads at a path, or below it. */
function isRead(path: string, calls: readonly Loose[]): boolean {
  const text = JSON.stringify(calls.map(({ _outputPath, ...reads }) => reads));
  return text.includes(`"${path}"`) || text.includes(`"${path}.`);
}

export const pathOf = (call: Loose): string => String(call._outputPath ?? statePath(String(call._id)));

const unlike = (columns: readonly KnownColumn[]): KnownColumn[] => {
  const seen = new Set<string>();
  return columns.filter(({ name }) => !seen.has(name) && seen.add(name));
};

/** A group's figures as its parameters; one keeps the short form. */
export const figureParameters = (figures: readonly { aggregate: string; column?: string; as?: string }[]) => {
  const [only] = figures;
  const one = figures.length === 1 ? only : undefined;
  return {
    aggregate: one?.aggregate,
    column: one?.column,
    as: one?.as,
    figures: one === undefined ? figures.map((figure) => ({ as: figureName(figure), ...figure })) : undefined,
  };
};

/** Names of the columns a group gives: its keys, then what is computed. */
function computedIn(call: Loose): string[] {
  if (call._tool !== 'groupRows') return [];
  const keys = keysIn(call).map((key) =>
    typeof key === 'string' ? key : String((key as JsonObject).as ?? (key as JsonObject).part ?? ''),
  );
  return [...keys, ...figuresIn(call).map(({ as }) => as)];
}

/** A sentence about a plan there is – "only 2026", "as a chart", "instead by product" – made into the whole plan as it should be. What was not spoken of keeps its calls and ids. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Call, Plan } from '../../plan/document.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { filterParameters } from './call-parameters.ts';
import { Compiler, type Made } from './compile.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention, Said } from './mention.ts';
import { conditionsIn } from './read-conditions.ts';
import { aggregateAt } from './read-figures.ts';
import { sinksIn } from './read-sinks.ts';
import { literalText, statePath } from './reference.ts';
import type { Condition } from './request.ts';
import { View } from './view.ts';
import { wordsFor } from './wording.ts';

/** The plan as it should be. */
export interface Changed {
  readonly calls: readonly Call[];
  readonly output: Json;
  readonly used: ReadonlySet<Mention>;
  /** Whether anything of the plan became another. */
  readonly changed: boolean;
}

type Loose = Record<string, Json | undefined>;

/** @param plan the plan there is; its files have to be among what was said */
export function changePlan(said: Said, plan: Plan, catalogue: Catalogue, title: string): Changed {
  return new Change(said, plan, catalogue, title).made();
}

class Change {
  readonly #used = new Set<Mention>();
  readonly #view: View;
  readonly #compiler: Compiler;
  #calls: Loose[];
  #output: Json;
  #count = 0;

  constructor(
    readonly said: Said,
    plan: Plan,
    catalogue: Catalogue,
    readonly title: string,
  ) {
    this.#calls = plan.calls.map((call) => ({ ...call }) as unknown as Loose);
    this.#output = plan.output ?? null;
    this.#view = new View(said.mentions, this.#sourceColumns(), this.#used, new Map());
    this.#compiler = new Compiler(
      catalogue,
      said.language?.code === 'de' ? 'de' : 'en',
      plan.calls.map(({ _id }) => _id),
    );
  }

  made(): Changed {
    const steps = [
      () => this.#chartGone(),
      () => this.#limit(),
      () => this.#figure(),
      () => this.#keys(),
      () => this.#measure(),
      () => this.#draw(),
      () => this.#columns(),
      () => this.#order(),
      () => this.#filter(),
    ];
    for (const step of steps) step();
    const at = this.#view.find('instead', 'also', 'only', 'make');
    if (this.#count > 0 && at >= 0) this.#view.use(at);
    for (const [i, mention] of this.said.mentions.entries())
      if (
        this.#count > 0 &&
        (mention.meanings.has('instead') || mention.meanings.has('also') || mention.files.length > 0)
      )
        this.#view.use(i);
    return {
      calls: this.#calls as unknown as Call[],
      output: this.#output,
      used: this.#used,
      changed: this.#count > 0,
    };
  }

  #sourceColumns(): readonly KnownColumn[] {
    const read = new Set(this.#calls.map(({ file }) => file));
    const seen = new Set<string>();
    return this.said.files
      .filter(({ name }) => read.has(name))
      .flatMap(({ tables }) => tables.flatMap(({ columns }) => columns))
      .filter(({ name }) => !seen.has(name) && seen.add(name));
  }

  #last = (...tools: string[]): Loose | undefined =>
    this.#calls.findLast(({ _tool }) => tools.includes(String(_tool)));

  /** Sets parameters of a call, and what later calls say of them. */
  #set(call: Loose, change: Loose): void {
    const before = namesAfter(call);
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) delete call[key];
      else call[key] = value;
    }
    delete call._description;
    const after = namesAfter(call);
    const from = this.#calls.indexOf(call);
    this.#calls.slice(from + 1).forEach((later) => {
      for (const [key, value] of Object.entries(later)) {
        const at = typeof value === 'string' && !key.startsWith('_') ? before.indexOf(value) : -1;
        if (at >= 0 && after[at] !== undefined) later[key] = after[at];
      }
    });
    this.#count += 1;
  }

  /** A call between one and all that read it. */
  #after(
    call: Loose,
    tool: string,
    parameters: (reference: string) => JsonObject,
    description: string,
  ): void {
    const path = String(call._outputPath ?? statePath(String(call._id)));
    const reference = this.#compiler.call(tool, parameters(path), description);
    const made = this.#compiler.calls.at(-1) as unknown as Loose;
    const swap = (value: Json | undefined): Json | undefined =>
      value === undefined
        ? undefined
        : (JSON.parse(JSON.stringify(value), (_, one: Json) =>
            one === path
              ? reference
              : typeof one === 'string' && one.startsWith(`${path}.`)
                ? reference + one.slice(path.length)
                : one,
          ) as Json);
    this.#calls = this.#calls.map((one) =>
      one === call
        ? one
        : Object.fromEntries(
            Object.entries(one).map(([key, value]) => [
              key,
              key === '_outputPath' || key === '_id' ? value : swap(value),
            ]),
          ),
    );
    this.#output = swap(this.#output) ?? null;
    this.#calls.splice(this.#calls.indexOf(call) + 1, 0, made);
    this.#count += 1;
  }

  #insteadAt = (): number => this.#view.find('instead');

  /** Whether what stands there is what is to go: behind "instead of". */
  #isOld(at: number): boolean {
    const instead = this.said.mentions.findIndex(({ meanings }) => meanings.has('instead'));
    return (
      instead >= 0 &&
      at > instead &&
      /\bof|statt|than|lieu|vez|invece/iu.test(this.said.mentions[instead]?.text ?? '')
    );
  }

  #chartGone(): void {
    const chart = this.#last('makeChart');
    const at = this.#view.find('chart');
    const gone = this.#view.mentions.findIndex(
      ({ meanings }) => meanings.has('unwanted') || meanings.has('not'),
    );
    if (chart === undefined || at < 0 || gone < 0 || gone > at) return;
    const path = String(chart._outputPath ?? statePath(String(chart._id)));
    this.#calls = this.#calls.filter((call) => call !== chart);
    if (JSON.stringify(this.#output).includes(path)) this.#output = (chart.rows ?? null) as Json;
    for (const i of [at, gone, this.#view.find('table')]) if (i >= 0) this.#view.use(i);
    this.#count += 1;
  }

  #limit(): void {
    const sort = this.#last('sortRows');
    const at = this.#view.find('top', 'most', 'least', 'first');
    const numbers = this.#view.mentions.flatMap(({ number, period }, i) =>
      number === undefined || period !== undefined || this.#view.isUsed(i) ? [] : [{ number, i }],
    );
    const [wanted] = numbers.filter(({ i }) => !this.#isOld(i));
    if (sort === undefined || wanted === undefined || (at < 0 && numbers.length < 2)) return;
    for (const { i } of numbers) this.#view.use(i);
    if (at >= 0) this.#view.use(at);
    this.#set(sort, { limit: Math.round(wanted.number) });
  }

  #figure(): void {
    const group = this.#last('groupRows');
    const found = this.#view.mentions.flatMap((_, at) => {
      const aggregate = aggregateAt(this.#view, at);
      return aggregate === undefined ? [] : [{ aggregate, at }];
    });
    const wanted = found.find(({ at }) => !this.#isOld(at));
    if (group === undefined || wanted === undefined || group.figures !== undefined) return;
    for (const { at } of found) this.#view.use(at);
    if (wanted.aggregate === 'count')
      this.#set(group, { aggregate: 'count', column: undefined, as: undefined });
    else this.#set(group, { aggregate: wanted.aggregate, as: undefined });
  }

  #keys(): void {
    const group = this.#last('groupRows');
    const view = this.#view;
    const PARTS = ['day', 'week', 'month', 'quarter', 'year', 'weekday'];
    const found = view.mentions.flatMap((mention, at) => {
      if (view.isUsed(at)) return [];
      const near = [at - 1, at - 2].some((i) => view.has(i, 'per', 'each') && !view.has(i, 'sort'));
      const part = PARTS.find((one) => mention.meanings.has(`unit:${one}`));
      const date = part === undefined ? undefined : view.columns.find(({ kind }) => kind === 'date');
      const column = date ?? (near ? view.column(at, 'label') : undefined);
      return column === undefined || !(near || part !== undefined)
        ? []
        : [{ at, column: column.name, ...(date === undefined || part === undefined ? {} : { part }) }];
    });
    const wanted = found.filter(({ at }) => !this.#isOld(at));
    if (group === undefined || wanted.length === 0) return;
    for (const { at } of found)
      for (const i of [at, at - 1, at - 2]) if (i === at || view.has(i, 'per', 'each')) view.use(i);
    const keys = wanted.map(({ column, part }): Json => (part === undefined ? column : { column, part }));
    const also = view.find('also') >= 0;
    const before = (
      Array.isArray(group.by)
        ? group.by
        : group.part === undefined
          ? [group.by]
          : [{ column: group.by, part: group.part }]
    ) as Json[];
    const by = also ? [...before, ...keys] : keys;
    const [only] = by;
    const fresh: Loose =
      by.length === 1 && typeof only === 'string' ? { by: only, part: undefined } : { by, part: undefined };
    this.#set(group, fresh);
  }

  /** "units instead of amount". */
  #measure(): void {
    const group = this.#last('groupRows');
    if (group === undefined || this.#insteadAt() < 0 || group.aggregate === 'count') return;
    const found = this.#view.mentions.flatMap((_, at) => {
      const column = this.#view.isUsed(at) ? undefined : this.#view.column(at, 'number');
      return column === undefined ? [] : [{ at, column: column.name }];
    });
    const wanted = found.find(({ at }) => !this.#isOld(at));
    if (wanted === undefined) return;
    for (const { at } of found) this.#view.use(at);
    this.#set(group, { column: wanted.column, as: undefined });
  }

  /** What the last table has: computed columns, or those of the files. */
  #end(): { call: Loose; made: Made } | undefined {
    const call = this.#last(
      'sortRows',
      'groupRows',
      'filterRows',
      'selectColumns',
      'addColumn',
      'addFigure',
      'joinRows',
      'appendRows',
      'removeDuplicates',
      'readCsv',
      'readJson',
    );
    if (call === undefined) return undefined;
    const group = this.#last('groupRows');
    const names = group === undefined ? [] : namesAfter(group);
    const source = this.#sourceColumns();
    const columns =
      names.length === 0
        ? source
        : names.map(
            (name, at): KnownColumn =>
              source.find((one) => one.name === name) ?? {
                name,
                kind: at === names.length - 1 ? 'number' : 'text',
                cells: [],
                unique: false,
                blanks: false,
                words: [name],
              },
          );
    return {
      call,
      made: {
        reference: String(call._outputPath ?? statePath(String(call._id))),
        what: 'rows',
        columns,
        name: 'result',
      },
    };
  }

  #draw(): void {
    const sinks = sinksIn(this.#view, this.said);
    for (const sink of sinks) {
      const chart = this.#last('makeChart');
      if (sink.kind === 'chart' && chart !== undefined) {
        this.#set(chart, { mark: sink.mark === 'pie' ? 'bar' : sink.mark });
        continue;
      }
      const end = this.#end();
      if (end === undefined) continue;
      const before = this.#compiler.calls.length;
      const made = this.#compiler.sink([end.made], sink, literalText(this.title));
      if (made === undefined) continue;
      this.#calls.push(...(this.#compiler.calls.slice(before) as unknown as Loose[]));
      this.#output = made.reference;
      this.#count += 1;
    }
  }

  #columns(): void {
    const at = this.#view.find('columns');
    const end = this.#end();
    if (at < 0 || end === undefined) return;
    const names = this.#view.mentions.flatMap((_, i) => {
      const column = i > at ? this.#view.column(i) : undefined;
      if (column !== undefined) this.#view.use(i);
      return column === undefined ? [] : [column.name];
    });
    if (names.length === 0) return;
    this.#view.use(at);
    this.#after(
      end.call,
      'selectColumns',
      (rows) => ({ rows, columns: names }),
      wordsFor({ do: 'select', columns: names }, this.#compiler.tongue),
    );
  }

  #order(): void {
    const view = this.#view;
    const at = view.find('sort', 'asc', 'desc', 'newestfirst', 'oldestfirst');
    const way = view.mentions.findIndex(
      (_, i) => !view.isUsed(i) && view.has(i, 'asc', 'desc', 'most', 'least', 'newestfirst'),
    );
    if (at < 0) return;
    const down = way >= 0 && view.has(way, 'desc', 'most', 'newestfirst');
    const end = this.#end();
    const columns = end?.made.columns ?? [];
    const named = view.mentions
      .map((_, i) => view.column(i)?.name)
      .find((name) => columns.some((one) => one.name === name));
    const column = named ?? columns.findLast(({ kind }) => kind === 'number')?.name;
    if (end === undefined || column === undefined) return;
    for (const i of [at, way]) if (i >= 0) view.use(i);
    const sort = this.#last('sortRows');
    if (sort !== undefined) this.#set(sort, { column, direction: down ? 'descending' : 'ascending' });
    else
      this.#after(
        end.call,
        'sortRows',
        (rows) => ({ rows, column, ...(down ? { direction: 'descending' } : {}) }),
        wordsFor({ do: 'sort', column, down }, this.#compiler.tongue),
      );
  }

  /** "only the online ones" narrows what goes in; "also the refunded ones" widens a filter that there is. */
  #filter(): void {
    const also = this.#view.find('also');
    const conditions = conditionsIn(this.#view);
    const [first] = conditions;
    if (first === undefined) return;
    const same = this.#calls.findLast(
      ({ _tool, column }) => _tool === 'filterRows' && column === first.column,
    );
    if (
      also >= 0 &&
      same !== undefined &&
      (same.operator === 'equals' || same.operator === undefined || same.operator === 'oneOf') &&
      first.value !== undefined
    ) {
      const before = Array.isArray(same.value) ? same.value : [same.value ?? null];
      this.#set(same, {
        operator: 'oneOf',
        value: [...before, ...(Array.isArray(first.value) ? first.value : [first.value])],
      });
      return;
    }
    const source =
      this.#last('joinRows', 'appendRows') ?? this.#last('filterRows') ?? this.#last('readCsv', 'readJson');
    if (source === undefined) return;
    this.#after(
      source,
      'filterRows',
      (rows) => ({ rows, ...filterParameters(conditions as Condition[], 'all') }),
      wordsFor({ do: 'filter', conditions, match: 'all' }, this.#compiler.tongue),
    );
  }
}

/** Names of the columns a group gives: its keys, then what is computed. */
function namesAfter(call: Loose): string[] {
  if (call._tool !== 'groupRows') return [];
  const by = Array.isArray(call.by) ? call.by : [call.part ?? call.by ?? ''];
  const keys = by.map((key) =>
    typeof key === 'string' ? key : String((key as JsonObject).as ?? (key as JsonObject).part ?? ''),
  );
  return [...keys, String(call.as ?? call.aggregate ?? (call.column === undefined ? 'count' : 'sum'))];
}

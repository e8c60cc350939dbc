/** From what is asked for to calls of the tools there are. Knows contracts by their name and looks before it uses one; knows no words. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Call, OwnPlan } from '../../plan/document.ts';
import { freeId } from '../../plan/free-id.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { stepOf } from './action-steps.ts';
import { literals, segment, tableName, takes } from './call-parameters.ts';
import { figureName } from './figure-names.ts';
import { isIdentifier, type KnownColumn } from './known-tables.ts';
import { isInRows, placed, queryFor } from './nested-tables.ts';
import { inFormula } from './new-column.ts';
import { columnsOfSource } from './read-source.ts';
import { inputPath, statePath } from './reference.ts';
import type { Action, CompareJob, Source, TableJob, TableRef, TextJob } from './request.ts';
import { piecesOf } from './saved-content.ts';
import { LINES, type Tongue, wordsFor } from './wording.ts';

/** A wish that no tool at hand can meet. */
export class Lacking extends Error {
  constructor(readonly tool: string) {
    super(tool);
  }
}

/** Rows, a number or a text that a call gives. */
export interface Made {
  readonly reference: string;
  readonly what: string;
  readonly columns?: readonly KnownColumn[];
  readonly name: string;
  /** All rows of the source, before any were left out. */
  readonly all?: string;
  /** The rows that a chart, or a table to read, was made of. */
  readonly rows?: string;
}

/** Calls in the making. The same call is never made twice. */
export class Compiler {
  readonly calls: Call[] = [];
  /** What the person is asked for before the run. */
  readonly inputs: Record<string, JsonObject> = {};
  /** Sub-plans that calls of it delegate to, by name (L-52). */
  readonly plans: Record<string, OwnPlan> = {};
  readonly #same = new Map<string, string>();
  readonly #ids: Set<string>;

  constructor(
    readonly catalogue: Catalogue,
    readonly tongue: Tongue,
    /** Ids that are taken. */
    taken: Iterable<string> = [],
    /** Put on every call that is made while it is set: the way of a decision. */
    public after: string | undefined = undefined,
    /** A table that is there already: what its file would be read for. */
    readonly given?: { readonly file: string; readonly reference: string },
  ) {
    this.#ids = new Set(taken);
  }

  /** Adds a call and gives the reference to its result. @throws Lacking where there is no such tool */
  call(tool: string, parameters: JsonObject, description: string, path?: string): string {
    const contract = this.catalogue.get(tool);
    if (contract === undefined || !takes(contract, parameters)) throw new Lacking(tool);
    const signature = JSON.stringify([tool, parameters, this.after, path]);
    const known =
      this.#same.get(signature) ?? this.#same.get(JSON.stringify([tool, parameters, undefined, path]));
    if (known !== undefined) return known;
    const id = freeId(tool, (one) => this.#ids.has(one));
    this.#ids.add(id);
    const reference = path ?? statePath(id);
    this.calls.push({
      _id: id,
      _tool: tool,
      _description: description,
      ...parameters,
      ...(this.after === undefined || JSON.stringify(parameters).includes(this.after)
        ? {}
        : { _after: this.after }),
      _outputPath: reference,
    } as Call);
    this.#same.set(signature, reference);
    return reference;
  }

  /** Inputs in the places of columns that nobody named, each with the columns there are to choose from. */
  #askFor(action: Action, columns: readonly KnownColumn[]): void {
    for (const [, name = ''] of JSON.stringify(action).matchAll(/†input\.(\w+)/gu)) {
      const { kind, title } = ASKED[name] ?? {};
      if (title === undefined) continue;
      this.inputs[name] = {
        type: 'string',
        title: title[this.tongue],
        enum: columns
          .filter((one) => one.reckoned === undefined)
          .filter((one) => kind === undefined || (one.kind === kind && !isIdentifier(one)))
          .map((one) => one.name),
      };
    }
  }

  /** The rows of a source. @param needs what will be done with them, as text */
  source(source: Source, needs = ''): Made {
    if (source.kind === 'table') return this.table(source.of, needs);
    if (source.kind === 'append') {
      const parts = source.of.map((of) => this.table(of, needs));
      const names = source.of.map(({ file }) => file.name);
      const reference = this.call(
        'appendRows',
        { tables: parts.map((part) => part.reference) },
        LINES.append(names, this.tongue),
      );
      return { reference, what: 'rows', columns: columnsOfSource(source), name: names.join(' + ') };
    }
    const left = this.source(source.left, `${needs}${JSON.stringify(source.on)}`);
    const { partners } = source;
    const actions =
      partners === undefined ? [] : [{ do: 'filter' as const, conditions: partners, match: 'all' as const }];
    const adds =
      source.adds === undefined ? [] : [{ do: 'select' as const, columns: [source.rightOn, ...source.adds] }];
    const right = this.job({
      kind: 'rows',
      source: { kind: 'table', of: source.right },
      actions: [...actions, ...adds],
      end: { kind: 'rows' },
    });
    const line = source.how === 'onlyLeft' ? LINES.alone : LINES.join;
    const reference = this.call(
      'joinRows',
      {
        left: left.reference,
        right: right.reference,
        on: source.on,
        ...(source.rightOn === source.on ? {} : { rightOn: source.rightOn }),
        ...(source.how === 'inner' ? {} : { how: source.how }),
      },
      line(left.name, right.name, source.on, this.tongue),
    );
    const name = `${left.name} + ${right.name}`;
    return { reference, what: 'rows', columns: columnsOfSource(source), name };
  }

  table({ file, table }: TableRef, needs = ''): Made {
    const known = file.tables[table];
    const place = known?.place ?? '';
    const made = (reference: string): Made => ({
      reference,
      what: 'rows',
      columns: known?.columns ?? [],
      name: tableName(file, place),
    });
    if (file.name === this.given?.file) return made(this.given.reference);
    if (file.ending === 'json') {
      const whole = this.call('readJson', { file: file.name }, LINES.read(file.name, this.tongue));
      const isNeeded = ({ name }: KnownColumn) =>
        needs.includes(JSON.stringify(name)) || new RegExp(`\\b${inFormula(name)}\\b`, 'u').test(needs);
      const query = known === undefined ? undefined : queryFor(known, file.tables, isNeeded);
      if (query === undefined && place === '') return made(whole);
      // A list within a list is gathered by the query; one key below the file is only a reference.
      const isKey = /^[A-Za-z_$][\w$-]*$/u.test(place);
      if (query === undefined && isKey && known !== undefined && !isInRows(known, file.tables))
        return made(`${whole}.${place}`);
      const expression = query ?? placed(place);
      const line = LINES.place(place === '' ? file.name : place, file.name, this.tongue);
      return made(this.call('queryJson', { data: whole, expression }, line));
    }
    if (file.ending === 'xlsx' || file.ending === 'xls') {
      const tool = this.catalogue.get('readXlsx') === undefined ? 'readSheet' : 'readXlsx';
      return made(
        this.call(
          tool,
          { file: file.name, ...(file.tables.length > 1 ? { sheet: place } : {}) },
          LINES.read(tableName(file, place), this.tongue),
        ),
      );
    }
    return made(this.call('readCsv', { file: file.name }, LINES.read(file.name, this.tongue)));
  }

  /**
   * The same done with every element of a list (L-53): its results, in their order.
   * @param make  makes the calls of one element, which is `†input.item`, and gives the reference to what it comes to
   */
  each(items: string, name: string, description: string, make: (inner: Compiler) => Json): string {
    const inner = new Compiler(this.catalogue, this.tongue);
    const output = make(inner);
    // What the person is asked for is asked once, and handed on.
    Object.assign(this.inputs, inner.inputs);
    const asked = Object.keys(inner.inputs).map((input) => [input, inputPath(input)]);
    const plan = freeId(name, (one) => Object.hasOwn(this.plans, one));
    this.plans[plan] = {
      title: description,
      mode: 'lazy',
      input: {
        schema: { type: 'object', properties: { ...inner.inputs, item: {}, index: { type: 'integer' } } },
      },
      calls: inner.calls,
      output,
    };
    const id = freeId('forEach', (one) => this.#ids.has(one));
    this.#ids.add(id);
    this.calls.push({
      _id: id,
      _tool: 'forEach',
      _description: description,
      _delegate: `#${plan}`,
      _forEach: items,
      ...Object.fromEntries(asked),
      ...(this.after === undefined ? {} : { _after: this.after }),
      _outputPath: statePath(id),
    } as Call);
    return statePath(id);
  }

  /** Everything a job asks for; the last call's result. @param from the rows of its source, where they are made already */
  job(job: TableJob, from?: Made): Made {
    const begun = from ?? this.source(job.source, JSON.stringify([job.actions, job.end]));
    let made: Made = { ...begun, all: begun.reference };
    for (const action of job.actions) made = this.#action(made, action);
    return this.end(made, job);
  }

  end(made: Made, { end, actions }: TableJob): Made {
    if (end.kind === 'list') {
      const reference = this.call(
        'listColumn',
        { rows: made.reference, column: end.column, unique: true },
        LINES.list(end.column, this.tongue),
      );
      return { ...made, reference, what: 'list' };
    }
    // What is rounded stands in the same row under the same name.
    const last = actions.findLast((action) => action.do !== 'derive' || end.kind !== 'number');
    if (end.kind === 'number' && last?.do === 'group' && last.by.length === 0)
      return { ...made, reference: `${made.reference}.0${segment(end.column)}`, what: 'number' };
    if (end.kind === 'figures') return { ...made, reference: `${made.reference}.0`, what: 'figures' };
    return made;
  }

  /** With the columns that the action reads and no file holds reckoned first. */
  #reckoned(made: Made, action: Action): Made {
    const text = JSON.stringify(action);
    const found = (made.columns ?? []).find(
      (one) =>
        one.reckoned !== undefined &&
        (text.includes(JSON.stringify(one.name)) ||
          new RegExp(`\\b${one.name}\\b`, 'u').test(formulaOf(action))),
    );
    if (found?.reckoned === undefined) return made;
    const { reckoned, ...plain } = found;
    const columns = (made.columns ?? []).map((one) => (one === found ? plain : one));
    const { formula } = reckoned;
    const derive: Action = { do: 'derive', name: found.name, formula, numeric: found.kind === 'number' };
    return this.#reckoned({ ...this.#action({ ...made, columns }, derive), columns }, action);
  }

  /** With what "the average" is: a figure of all the rows, reckoned before them. */
  #held(action: Action, { all, columns = [] }: Made): Action {
    if (action.do !== 'filter' || all === undefined) return action;
    const conditions = action.conditions.map((one) => {
      if (one.than === undefined || one.column === undefined) return one;
      const { than, ...rest } = one;
      const figure = { aggregate: than, column: one.column };
      const group: Action = { do: 'group', by: [], figures: [figure] };
      const { tool, parameters } = stepOf(group, columns);
      const of = this.call(tool, { rows: all, ...parameters }, wordsFor(group, this.tongue, columns));
      return { ...rest, heldTo: `${of}.0${segment(figureName(figure))}` };
    });
    return { ...action, conditions };
  }

  #action(before: Made, action: Action): Made {
    const made = this.#reckoned(before, action);
    const columns = made.columns ?? [];
    this.#askFor(action, columns);
    const step = stepOf(this.#held(action, made), columns);
    return {
      ...made,
      reference: this.call(
        step.tool,
        { rows: made.reference, ...step.parameters },
        wordsFor(action, this.tongue, columns),
      ),
      columns: step.columns,
    };
  }

  /** Count, sum, mean and so on of one column. */
  statistics(made: Made, column: string): Made {
    const line = LINES.statistics(column, this.tongue);
    return {
      reference: this.call('statistics', { values: made.reference, column }, line),
      what: 'figures',
      name: line,
    };
  }

  compare({ first, second, on, names }: CompareJob): Made {
    const [one, two] = [this.job(first), this.job(second)];
    const line =
      this.tongue === 'de'
        ? `${names[0]} und ${names[1]} vergleichen`
        : `Compare ${names[0]} and ${names[1]}`;
    const reference = this.call(
      'compareTables',
      {
        first: one.reference,
        second: two.reference,
        on: on.length === 1 ? (on[0] ?? '') : [...on],
        names: [...names],
      },
      line,
    );
    return { reference, what: 'rows', name: `${names[0]}, ${names[1]}` };
  }

  /** A text's file read and worked on. @param from the text, where it is no file's */
  text(job: TextJob, from?: string): Made {
    const read = (name: string, ending: string) =>
      this.call(
        ending === 'html' || ending === 'htm' ? 'readHtml' : ending === 'pdf' ? 'readPdf' : 'readText',
        { file: name },
        LINES.read(name, this.tongue),
      );
    const text = from ?? read(job.file.name, job.file.ending);
    if (job.does === '') return { reference: text, what: 'text', name: job.file.name };
    const title = this.catalogue.get(job.does)?.title ?? job.does;
    const parameters: JsonObject =
      job.other === undefined
        ? { text, ...literals(job.settings) }
        : { before: text, after: read(job.other.name, job.other.ending), ...job.settings };
    const reference = this.call(
      job.does,
      parameters,
      from !== undefined
        ? title
        : `${title}: ${job.file.name}${job.other === undefined ? '' : `, ${job.other.name}`}`,
    );
    if (job.isCounted === true) {
      const counted = this.call(
        'queryJson',
        { data: reference, expression: '$count($)' },
        LINES.matches(this.tongue),
      );
      return { reference: counted, what: 'value', name: job.file.name };
    }
    return {
      reference: job.part === undefined ? reference : `${reference}.${job.part}`,
      what: piecesOf(job),
      name: job.file.name,
    };
  }
}

/** What the person is asked for, by the name of the input. */
const ASKED: Readonly<Record<string, { kind?: KnownColumn['kind']; title: Record<Tongue, string> }>> = {
  column: { title: { en: 'By which column?', de: 'Nach welcher Spalte?' } },
  figure: { kind: 'number', title: { en: 'Which figure?', de: 'Welche Zahl?' } },
};

const formulaOf = (action: Action): string => (action.do === 'derive' ? action.formula : '');

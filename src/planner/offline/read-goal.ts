/** From a goal's mentions to a whole plan's parts: what becomes of results, ways of a decision, one part for each. Knows no contract. */

import type { Json } from '../../lib/json.ts';
import type { Compiler, Made } from './compile.ts';
import { figureName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention, Said } from './mention.ts';
import { readAddresses } from './read-addresses.ts';
import { readRows } from './read-rows.ts';
import { sinksIn } from './read-sinks.ts';
import { alikeTables, columnsOfSource, keysOf, sourcesFor } from './read-source.ts';
import { readText } from './read-text.ts';
import { literalText, statePath } from './reference.ts';
import type { Action, Condition, Sink, Source, TableJob, TableRef } from './request.ts';
import { sentences } from './sentences.ts';
import { type Doubt, View } from './view.ts';
import { LINES, wordsFor } from './wording.ts';

interface PlanRead {
  readonly output: Json;
  readonly used: ReadonlySet<Mention>;
  readonly doubts: readonly Doubt[];
  readonly notes: readonly string[];
  /** Parts of the goal that no tool at hand can do. */
  readonly open: readonly string[];
}

/** Reads the goal and makes its calls. @param picks which of several near readings to take */
export function readGoalWith(
  said: Said,
  compiler: Compiler,
  title: string,
  picks: ReadonlyMap<string, number>,
): PlanRead {
  return new GoalReader(said, compiler, title, picks).read();
}

class GoalReader {
  readonly #used = new Set<Mention>();
  readonly #doubts: Doubt[] = [];
  readonly #notes: string[] = [];
  readonly #open: string[] = [];
  /** What the person will have been asked. */
  #answer: { column: string; reference: string } | undefined;
  /** The figure that the last condition was about. */
  #figure: { value: string; said: string } | undefined;

  constructor(
    readonly said: Said,
    readonly compiler: Compiler,
    readonly title: string,
    readonly picks: ReadonlyMap<string, number>,
  ) {}

  read(): PlanRead {
    const { mentions } = this.said;
    const fetched = readAddresses(mentions, this.compiler, this.#used);
    const asked = this.#decision(mentions) ?? this.#loop(mentions) ?? this.#wishes(mentions);
    const results = [...fetched, ...asked];
    const output = results.length === 1 && results[0] !== undefined ? results[0].reference : named(results);
    return { output, used: this.#used, doubts: this.#doubts, notes: this.#notes, open: this.#open };
  }

  #view(mentions: readonly Mention[], columns: readonly KnownColumn[]): View {
    return new View(mentions, columns, this.#used, this.picks);
  }

  /** Sentences one after the other, with what is saved, drawn or reported of them. */
  #wishes(mentions: readonly Mention[], given?: Made, from?: Source): Made[] {
    const whole = this.#view(mentions, []);
    const sinks = sinksIn(whole, this.said);
    const parts = sentences(mentions);
    let results: Made[] = given === undefined ? [] : [given];
    let job: TableJob | undefined;
    const two = from === undefined ? this.#compared(mentions) : undefined;
    if (two !== undefined) return this.#sunk([two], sinks);
    const source = from ?? sourcesFor(mentions, this.said.files, this.#used);
    for (const part of parts) {
      const texts = readText(this.#view(part, []), this.said.files);
      if (texts.length > 0) {
        const several = new Set(texts.map(({ file }) => file)).size > 1;
        results.push(
          ...texts.map((text) => ({
            ...this.compiler.text(text),
            name: several ? text.file.name : text.does,
          })),
        );
        continue;
      }
      const own = parts.length > 1 ? (sourcesFor(part, this.said.files, this.#used) ?? source) : source;
      if (own === undefined || this.#ask(part, own)) continue;
      results.push(...this.#statistics(part, own));
      const made = this.#part(part, own, job, sinks[0]?.kind === 'chart');
      if (made === undefined) continue;
      // What goes on with the same rows takes the place of what they were.
      if (made.continues) results.pop();
      results.push(made.made);
      job = made.job;
    }
    if (results.length === 0 && sinks.length > 0) {
      const plain = source === undefined ? this.#wholeTexts() : [this.compiler.source(source)];
      results = plain;
    }
    return this.#sunk(results, sinks);
  }

  /** "describe the temperature with statistics": all usual figures of one column. */
  #statistics(mentions: readonly Mention[], source: Source): Made[] {
    const view = this.#view(mentions, columnsOfSource(source));
    const at = view.find('statistics');
    if (at < 0) return [];
    const near = [view.previousSaid(at - 1), view.nextSaid(at + 1)];
    const place = near.find((i) => i !== undefined && view.column(i, 'number') !== undefined);
    const column = place === undefined ? view.defaultNumber() : view.column(place, 'number');
    if (column === undefined) return [];
    view.use(at);
    if (place !== undefined) view.use(place);
    return [this.compiler.statistics(this.compiler.source(source), column.name)];
  }

  /** "change of revenue per store from q1 to q2": two tables of the same columns. */
  #compared(mentions: readonly Mention[]): Made | undefined {
    const pair = alikeTables(mentions, this.said.files);
    const at = mentions.findIndex(
      ({ meanings }) => meanings.has('compare') || meanings.has('difference') || meanings.has('change'),
    );
    if (pair === undefined || at < 0) return undefined;
    const [first, second] = pair;
    const view = this.#view(mentions, columnsOfSource({ kind: 'table', of: first }));
    for (const [i, mention] of mentions.entries())
      if (mention.files.length > 0 || i === at || mention.meanings.has('share')) view.use(i);
    for (const meaning of ['percent', 'cmp:since', 'between', 'and'])
      if (view.find(meaning) >= 0) view.use(view.find(meaning));
    const read = readRows(view);
    const group = read.actions.find((action) => action.do === 'group');
    const keys = group?.do === 'group' ? group.by.map(({ column, part }) => part ?? column) : [];
    const own = keysOf(
      columnsOfSource({ kind: 'table', of: first }),
      columnsOfSource({ kind: 'table', of: second }),
    );
    const on = keys.length > 0 ? keys : own === undefined ? [] : [own.on];
    if (on.length === 0) return undefined;
    const job = (of: TableRef): TableJob => ({
      kind: 'rows',
      source: { kind: 'table', of },
      actions: read.actions.filter(({ do: what }) => what !== 'select'),
      end: { kind: 'rows' },
    });
    return this.compiler.compare({
      first: job(first),
      second: job(second),
      on,
      names: [first.file.name.replace(/\.[^.]*$/u, ''), second.file.name.replace(/\.[^.]*$/u, '')],
    });
  }

  /** "Ask me for a region": a question with the cells there are to choose from. */
  #ask(mentions: readonly Mention[], source: Source | undefined): boolean {
    const at = mentions.findIndex(({ meanings }) => meanings.has('ask'));
    if (at < 0 || source === undefined) return false;
    const view = this.#view(mentions, columnsOfSource(source));
    const next = view.nextSaid(at + 1);
    const column = next === undefined ? undefined : view.column(next);
    if (next === undefined || column === undefined) return false;
    view.use(at);
    view.use(next);
    const choices = column.kind === 'text' && column.cells.length <= 12 ? { choices: [...column.cells] } : {};
    const question =
      this.compiler.tongue === 'de' ? `Welcher Wert von ${column.name}?` : `Which ${column.name}?`;
    this.#answer = {
      column: column.name,
      reference: this.compiler.call('askPerson', { question, ...choices }, question),
    };
    return true;
  }

  /** "filter by that region", after it was asked for. */
  #answered(view: View): Action[] {
    const answer = this.#answer;
    const at =
      answer === undefined ? -1 : view.mentions.findIndex((_, i) => view.column(i)?.name === answer.column);
    if (answer === undefined || at < 0) return [];
    view.use(at);
    for (const i of [view.find('only'), at - 1, at - 2])
      if (i >= 0 && view.has(i, 'only', 'per')) view.use(i);
    return [
      {
        do: 'filter',
        conditions: [{ column: answer.column, operator: 'equals', value: answer.reference }],
        match: 'all',
      },
    ];
  }

  #wholeTexts(): Made[] {
    const [file] = this.said.files.filter(({ kind }) => kind === 'text');
    return file === undefined ? [] : [this.compiler.text({ kind: 'text', file, does: '', settings: {} })];
  }

  #part(
    mentions: readonly Mention[],
    source: Source,
    before: TableJob | undefined,
    drawn: boolean,
  ): { made: Made; job: TableJob; continues: boolean } | undefined {
    const columns = columnsOfSource(source);
    const view = this.#view(mentions, columns);
    for (const [at, mention] of mentions.entries())
      if (mention.files.length > 0 && namesAFile(mention, this.said)) view.use(at);
    const answered = this.#answered(view);
    const rows = readRows(view);
    const read = { ...rows, actions: [...answered, ...rows.actions] };
    this.#doubts.push(...view.doubts);
    const plain = read.actions.length === 0 && read.end.kind === 'rows' && source.kind === 'table';
    if (plain && before !== undefined) return undefined;
    if (plain && !asksForRows(view, mentions)) return undefined;
    const same =
      before !== undefined && JSON.stringify(namesOf(before.source)) === JSON.stringify(namesOf(source));
    const groups = read.actions.some((action) => action.do === 'group');
    const groupedBefore = before?.actions.some((action) => action.do === 'group') === true;
    const earlier =
      same && before !== undefined
        ? groups && groupedBefore
          ? before.actions.filter(({ do: what }) => what === 'filter' || what === 'derive')
          : before.actions
        : [];
    const actions =
      same && groupedBefore && !groups
        ? [...earlier, ...renamed(read.actions, earlier)]
        : [...earlier, ...read.actions];
    const job: TableJob = { kind: 'rows', source, actions, end: read.end };
    const made = this.#made(job, drawn);
    return {
      made: { ...made, name: this.#headingOf(job, made) },
      job,
      continues: same && !(groups && groupedBefore),
    };
  }

  /** A chart is told which columns it draws: nobody has to take the others away first. */
  #made(job: TableJob, drawn: boolean): Made {
    const last = job.actions.at(-1);
    if (!drawn || last?.do !== 'select') return this.compiler.job(job);
    const made = this.compiler.job({ ...job, actions: job.actions.slice(0, -1) });
    return { ...made, columns: (made.columns ?? []).filter(({ name }) => last.columns.includes(name)) };
  }

  /** What a part is called in a report or among several results. */
  #headingOf(job: TableJob, made: Made): string {
    const group = job.actions.findLast((action) => action.do === 'group');
    return group === undefined ? made.name : wordsFor(group, this.compiler.tongue);
  }

  #sunk(results: Made[], sinks: readonly Sink[]): Made[] {
    let now = results;
    for (const sink of sinks) {
      const taken = sink.kind === 'report' ? now : now.slice(-1);
      const made = this.compiler.sink(taken, sink, this.title);
      if (made === undefined)
        this.#notes.push(
          'A chart needs a column of numbers and one to set them against, and this result has not both.',
        );
      else now = sink.kind === 'report' ? [made] : [...now.slice(0, -1), made];
    }
    return now;
  }

  /** "if … , …, otherwise …": the two ways out of a decision, and where they join. */
  #decision(mentions: readonly Mention[]): Made[] | undefined {
    const at = mentions.findIndex(({ meanings }) => meanings.has('unless') || meanings.has('if'));
    if (at < 0) return undefined;
    const negated = mentions[at]?.meanings.has('unless') === true;
    const other = mentions.findIndex(({ meanings }, i) => i > at + 1 && meanings.has('otherwise'));
    const comma = mentions.findIndex(
      ({ mark, meanings }, i) =>
        i > at + 1 && (mark === ',' || mark === ':' || meanings.has('next')) && i !== other,
    );
    const act = mentions.findIndex(
      ({ meanings, quoted, cells, files }, i) =>
        i > at + 2 &&
        cells.length + files.length === 0 &&
        (['note', 'save', 'show', 'chart', 'sort', 'report'].some((meaning) => meanings.has(meaning)) ||
          (quoted !== undefined && mentions[i - 1]?.meanings.has('cmp:contains') !== true)) &&
        ![...meanings].some((one) => one.startsWith('cmp')),
    );
    if (other < 0 && at > 1) return this.#trailing(mentions, at, negated);
    const again = mentions.findIndex(
      ({ meanings }, i) => i > at + 2 && i !== other && (meanings.has('if') || meanings.has('unless')),
    );
    const next = again > at && (other < 0 || again < other) ? again : other;
    const end = comma >= 0 && (act < 0 || comma < act) ? comma : act;
    if (end < 0 || (next >= 0 && end > next)) return undefined;
    this.#use(mentions, at);
    if (mentions[end]?.meanings.has('next')) this.#use(mentions, end);
    const then = mentions.slice(end === comma ? end + 1 : end, next < 0 ? mentions.length : next);
    if (next === other && other >= 0) this.#use(mentions, other);
    return this.#ways(
      mentions.slice(at + 1, end),
      then,
      next < 0 ? [] : mentions.slice(next === other ? next + 1 : next),
      negated,
    );
  }

  /** "write "late" if any order is late". */
  #trailing(mentions: readonly Mention[], at: number, negated: boolean): Made[] | undefined {
    this.#use(mentions, at);
    return this.#ways(mentions.slice(at + 1), mentions.slice(0, at), [], negated);
  }

  #use(mentions: readonly Mention[], at: number): void {
    const mention = mentions[at];
    if (mention !== undefined) this.#used.add(mention);
  }

  #ways(
    condition: readonly Mention[],
    then: readonly Mention[],
    otherwise: readonly Mention[],
    negated: boolean,
  ): Made[] | undefined {
    const asked = this.#question([...condition]);
    if (asked === undefined) return undefined;
    const id = statePath(`decide${this.compiler.calls.filter(({ _tool }) => _tool === 'decide').length + 1}`);
    const [yes, no] = [`${id}.yes`, `${id}.no`];
    const description =
      this.compiler.tongue === 'de' ? `Entscheiden, ob ${asked.said}` : `Decide whether ${asked.said}`;
    this.compiler.call(
      'decide',
      {
        value: asked.value,
        operator: asked.operator,
        ...(asked.compareTo === undefined ? {} : { compareTo: asked.compareTo }),
        ...(asked.rows === undefined ? {} : { pass: asked.rows.made.reference }),
      },
      description,
      `${yes} || ${no}`,
    );
    const outer = this.compiler.after;
    const way = (path: string, part: readonly Mention[]): string => {
      this.compiler.after = path;
      const rows =
        asked.rows === undefined
          ? undefined
          : { ...asked.rows, made: { ...asked.rows.made, reference: path } };
      const made = part.length === 0 ? undefined : (this.#decisionIn(part) ?? this.#act(part, rows));
      return made?.at(-1)?.reference ?? path;
    };
    const [first, second] = negated ? [no, yes] : [yes, no];
    const one = way(first, then);
    const two = way(second, otherwise);
    this.compiler.after = outer;
    return [{ reference: `${one} || ${two}`, what: 'joined', name: 'result' }];
  }

  #decisionIn(part: readonly Mention[]): Made[] | undefined {
    return part.some(({ meanings }) => meanings.has('if') || meanings.has('unless'))
      ? this.#decision(part)
      : undefined;
  }

  /** What one way does: says something, or any wish, over the rows that the condition found where it says "them". */
  #act(part: readonly Mention[], rows: { made: Made; source: Source } | undefined): Made[] {
    const quoted = part.findIndex((mention) => mention.quoted !== undefined && !this.#used.has(mention));
    const says = part.findIndex(({ meanings }) => meanings.has('note'));
    if (
      quoted >= 0 &&
      part.every(
        ({ target, meanings }) => target === undefined && ![...meanings].some((one) => one.startsWith('as:')),
      )
    ) {
      this.#use(part, quoted);
      if (says >= 0) this.#use(part, says);
      return [
        {
          reference: this.compiler.call(
            'note',
            { text: literalText(part[quoted]?.quoted ?? '') },
            this.compiler.tongue === 'de' ? 'Notieren' : 'Write a note',
          ),
          what: 'text',
          name: 'note',
        },
      ];
    }
    const them =
      part.some(({ text }) => /^(?:them|those|these|it|sie|diese|diesen|les|ellos|they)$/iu.test(text)) ||
      part.every(
        ({ columns, cells, meanings, files, small }) =>
          small ||
          (columns.length + cells.length === 0 && ![...meanings].some((one) => one.startsWith('agg'))) ||
          files.length > 0,
      );
    const made = this.#wishes(part, them && rows !== undefined ? rows.made : undefined, rows?.source);
    if (says >= 0 && made.length > 0) this.#use(part, says);
    if (them) for (const mention of part) if (mention.meanings.has('show')) this.#used.add(mention);
    return made;
  }

  /** What a condition compares: a figure with a number, how many rows there are, two figures, a text with words. */
  #question(condition: Mention[]):
    | {
        value: string;
        operator: string;
        compareTo?: Json;
        said: string;
        rows?: { made: Made; source: Source };
      }
    | undefined {
    const text = this.#textQuestion(condition);
    if (text !== undefined) return text;
    const source =
      sourcesFor(condition, this.said.files, this.#used) ??
      sourcesFor(this.said.mentions, this.said.files, this.#used);
    if (source === undefined) return undefined;
    const view = this.#view(condition, columnsOfSource(source));
    for (const [at, mention] of condition.entries())
      if (mention.files.length > 0 && namesAFile(mention, this.said)) view.use(at);
    const two = this.#twoFigures(view, source);
    if (two !== undefined) return two;
    const compared = comparedNumber(view);
    // "if it is over 4": the figure that was asked about before.
    if (
      compared !== undefined &&
      this.#figure !== undefined &&
      condition.every(({ columns, cells, small }) => small || columns.length + cells.length === 0)
    ) {
      view.use(compared.from, compared.to);
      return { ...this.#figure, operator: compared.operator, compareTo: compared.number };
    }
    const every = condition.findIndex(({ text: word }) =>
      /^(?:every|all|each|alle|jede|jeder|jedes|tous|todos|tutti)$/iu.test(word),
    );
    if (compared !== undefined && (compared.counts || compared.figure)) view.use(compared.from, compared.to);
    const read = readRows(view);
    this.#doubts.push(...view.doubts);
    const base: TableJob = { kind: 'rows', source, actions: read.actions, end: read.end };
    if (compared?.figure && read.end.kind === 'number') {
      const made = this.compiler.job(base);
      this.#figure = { value: made.reference, said: read.end.column };
      return {
        value: made.reference,
        operator: compared.operator,
        compareTo: compared.number,
        said: `${read.end.column} ${compared.operator} ${compared.number}`,
      };
    }
    const filters = read.actions.filter(({ do: what }) => what === 'filter');
    const actions = every >= 0 && filters.length === 1 ? negated(filters) : filters;
    if (actions.length === 0 && compared === undefined) return undefined;
    const made = this.compiler.job({ kind: 'rows', source, actions, end: { kind: 'rows' } });
    const count = this.#count(made);
    const none = condition.some(({ meanings }) => meanings.has('none'));
    const [operator, compareTo] = compared?.counts
      ? [compared.operator, compared.number]
      : every >= 0 || none
        ? ['equals', 0]
        : ['greaterThan', 0];
    return {
      value: count,
      operator,
      compareTo,
      said: `${count.replace(/^†state\./u, '')} ${operator} ${compareTo}`,
      rows: { made, source },
    };
  }

  #count(made: Made): string {
    return this.compiler.call(
      'queryJson',
      { data: made.reference, expression: '$count($)' },
      LINES.count(this.compiler.tongue),
    );
  }

  #textQuestion(
    condition: readonly Mention[],
  ): { value: string; operator: string; compareTo: Json; said: string } | undefined {
    const [file] = this.said.files.filter(({ kind }) => kind === 'text');
    const at = condition.findIndex(({ meanings }) => meanings.has('cmp:contains'));
    const view = this.#view(condition, []);
    const words = at < 0 ? undefined : view.wordsOr(at + 1);
    if (file === undefined || words === undefined) return undefined;
    view.use(at, words.to);
    for (const mention of condition) if (mention.files.includes(file)) this.#used.add(mention);
    const { reference } = this.compiler.text({ kind: 'text', file, does: '', settings: {} });
    return {
      value: reference,
      operator: 'contains',
      compareTo: words.value,
      said: `${file.name} contains ${words.value}`,
    };
  }

  /** "the North sold more than the South": the same figure for two cells of one column. */
  #twoFigures(
    view: View,
    source: Source,
  ): { value: string; operator: string; compareTo: string; said: string } | undefined {
    const cells = view.mentions.flatMap((_, at) =>
      view.isWish(at)
        ? []
        : view
            .cells(at)
            .slice(0, 1)
            .map((cell) => ({ ...cell, at })),
    );
    const [a, b] = cells;
    if (a === undefined || b === undefined || a.column !== b.column || a.value === b.value) return undefined;
    const more = view.mentions.findIndex(
      ({ meanings, text }) =>
        meanings.has('cmp:gt') || meanings.has('cmp:lt') || /^(?:more|less|fewer|mehr|weniger)$/iu.test(text),
    );
    if (more < 0 || view.mentions.some(({ number }) => number !== undefined)) return undefined;
    const less = view.has(more, 'cmp:lt') || /less|fewer|weniger/iu.test(view.mentions[more]?.text ?? '');
    const total = view.mentions.findIndex((_, at) => view.has(at, 'agg:sum', 'agg:mean'));
    const measure =
      view.mentions.map((_, at) => view.column(at, 'number')).find((column) => column !== undefined) ??
      (total >= 0 || !view.mentions.some(({ files }) => files.length > 0) ? view.defaultNumber() : undefined);
    const counts = total < 0 && (more < a.at || measure === undefined);
    view.use(0, view.mentions.length);
    const figure = (value: string): string => {
      const actions: Action[] = [
        { do: 'filter', conditions: [{ column: a.column, operator: 'equals', value }], match: 'all' },
        {
          do: 'group',
          by: [],
          figures: [
            counts || measure === undefined
              ? { aggregate: 'count' }
              : {
                  aggregate: total >= 0 && view.mentions[total]?.meanings.has('agg:mean') ? 'mean' : 'sum',
                  column: measure.name,
                },
          ],
        },
      ];
      const column =
        counts || measure === undefined
          ? 'count'
          : figureName({
              aggregate: total >= 0 && view.mentions[total]?.meanings.has('agg:mean') ? 'mean' : 'sum',
              column: measure.name,
            });
      return this.compiler.job({ kind: 'rows', source, actions, end: { kind: 'number', column } }).reference;
    };
    return {
      value: figure(a.value),
      operator: less ? 'lessThan' : 'greaterThan',
      compareTo: figure(b.value),
      said: `${a.value} ${less ? '<' : '>'} ${b.value}`,
    };
  }

  /** "for each region, save …": one part for every value that the files' columns are known to have. */
  #loop(mentions: readonly Mention[]): Made[] | undefined {
    const at = mentions.findIndex(({ meanings }) => meanings.has('each'));
    const does = mentions.some(
      ({ meanings }) =>
        meanings.has('save') || meanings.has('chart') || [...meanings].some((one) => one.startsWith('mark:')),
    );
    if (at < 0 || !does) return undefined;
    const source = sourcesFor(mentions, this.said.files, this.#used);
    if (source === undefined) return undefined;
    const view = this.#view(mentions, columnsOfSource(source));
    const next = view.nextSaid(at + 1);
    const column = next === undefined ? undefined : view.column(next, 'label');
    const values = column === undefined || column.kind !== 'text' ? [] : column.cells;
    if (next === undefined || column === undefined || values.length === 0 || values.length > 12)
      return undefined;
    view.use(at);
    view.use(next);
    const de = this.compiler.tongue === 'de';
    this.#notes.push(
      de
        ? `Für jeden der ${values.length} Werte von „${column.name}“, die jetzt in der Datei stehen, gibt es einen eigenen Teil; kommt einer dazu, plane neu.`
        : `There is a part for each of the ${values.length} values of "${column.name}" that the file has now; where one more comes, plan again.`,
    );
    const rest = mentions.filter((mention) => !this.#used.has(mention));
    return values.flatMap((value) => {
      const filter: Action = {
        do: 'filter',
        conditions: [{ column: column.name, operator: 'equals', value }],
        match: 'all',
      };
      const before = new Set(this.#used);
      const inner = this.#eachPart(rest, source, filter, value);
      if (value !== values.at(-1)) {
        this.#used.clear();
        for (const mention of before) this.#used.add(mention);
      }
      return inner;
    });
  }

  #eachPart(mentions: readonly Mention[], source: Source, filter: Action, value: string): Made[] {
    const view = this.#view(mentions, columnsOfSource(source));
    const sinks = sinksIn(view, this.said).map((sink) =>
      sink.kind === 'save'
        ? {
            ...sink,
            name: `${value.replace(/[\\/:*?"<>|]/gu, '_')}.${/\.(\w+)$/u.exec(sink.name)?.[1] ?? 'csv'}`,
          }
        : sink,
    );
    for (const [at, mention] of mentions.entries())
      if (mention.files.length > 0 && namesAFile(mention, this.said)) view.use(at);
    const read = readRows(view);
    const made = this.compiler.job({
      kind: 'rows',
      source,
      actions: [filter, ...read.actions],
      end: read.end,
    });
    return this.#sunk([{ ...made, name: value }], sinks);
  }
}

/** After groups a condition or an order on the measured column means what was computed of it. */
function renamed(actions: readonly Action[], earlier: readonly Action[]): Action[] {
  const group = earlier.findLast((action) => action.do === 'group');
  if (group?.do !== 'group') return [...actions];
  const names = new Map(group.figures.map((figure) => [figure.column, figure]));
  return actions.map((action) => {
    if (action.do !== 'sort') return action;
    const figure =
      names.get(action.column) ??
      (group.by.some(({ column, part }) => (part ?? column) === action.column)
        ? undefined
        : group.figures[0]);
    const label = figure === undefined ? action.column : figureName(figure);
    return { ...action, column: label };
  });
}

const negated = (filters: readonly Action[]): Action[] =>
  filters.map((action) =>
    action.do === 'filter'
      ? {
          do: 'filter',
          conditions: [{ conditions: action.conditions as Condition[], match: action.match, not: true }],
          match: 'all',
        }
      : action,
  );

const namesOf = (source: Source): Json =>
  source.kind === 'table'
    ? [source.of.file.name, source.of.table]
    : source.kind === 'append'
      ? source.of.map(({ file }) => file.name)
      : [namesOf(source.left), source.right.file.name];

/** "over 30000" beside a figure, "more than 20 orders". */
function comparedNumber(
  view: View,
):
  | { operator: string; number: number; from: number; to: number; counts: boolean; figure: boolean }
  | undefined {
  const OPERATORS: readonly (readonly [string, string])[] = [
    ['cmp:gte', 'atLeast'],
    ['cmp:lte', 'atMost'],
    ['cmp:gt', 'greaterThan'],
    ['cmp:lt', 'lessThan'],
    ['cmp:eq', 'equals'],
  ];
  for (let at = view.mentions.length - 1; at >= 0; at--) {
    const operator = OPERATORS.find(([meaning]) => view.has(at, meaning))?.[1];
    const value = operator === undefined ? undefined : view.nextValue(at + 1, 2);
    const number = view.mentions[value ?? -1]?.number;
    if (operator === undefined || value === undefined || number === undefined) continue;
    const figure = view.mentions.some(
      (_, i) => i < at && view.has(i, 'agg:sum', 'agg:mean', 'agg:median', 'agg:count', 'agg:max', 'agg:min'),
    );
    const before = view.previousSaid(at - 1);
    const own = before !== undefined && view.column(before, 'number') !== undefined;
    const counts = !figure && !own;
    const to = counts && (view.mentions[value + 1]?.files.length ?? 0) > 0 ? value + 2 : value + 1;
    return { operator, number, from: at, to, counts, figure };
  }
  return undefined;
}

/** A file's name, and not by chance the word for one of its columns or cells. */
const namesAFile = (mention: Mention, { files }: Said): boolean => {
  if (files.some(({ name }) => name.toLowerCase() === mention.text.toLowerCase())) return true;
  return (
    mention.cells.length === 0 &&
    (mention.columns[0]?.fit ?? 0) < 0.8 &&
    ![...mention.meanings].some((meaning) => meaning.startsWith('agg:'))
  );
};

/** "show all orders", "list the customers". */
const asksForRows = (view: View, mentions: readonly Mention[]): boolean => {
  const at = view.find('show', 'which');
  if (at < 0) return false;
  view.use(at);
  return mentions.some(({ files }) => files.length > 0);
};

function named(results: readonly Made[]): Json {
  const output: Record<string, Json> = {};
  for (const { name, reference } of results) {
    let key = name;
    for (let n = 2; Object.hasOwn(output, key); n++) key = `${name} ${n}`;
    output[key] = reference;
  }
  return output;
}

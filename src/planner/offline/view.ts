/** Mentions as one table's reader sees them: which column, cell or period each means there, and what is used up. Knows no grammar. */

import {
  datesByLikeliness,
  isIdentifier,
  isTimed,
  type KnownColumn,
  onlyAveraged,
  onlyDate,
  onlyMeasure,
  wordsIn,
  wordsOfCell,
} from './known-tables.ts';
import { type Measured, measuring } from './measuring.ts';
import type { Mention } from './mention.ts';
import { nameFit } from './name-fit.ts';
import { monthOf } from './periods.ts';
import type { Tongue } from './wording.ts';

/** What a part of a goal was taken for although it could be something else. */
export interface Doubt {
  readonly words: string;
  readonly took: string;
  readonly or: readonly string[];
  /** Of the column by which rows of two tables belong together. */
  readonly ofKeys?: true;
  /** Of which rows it says something: no column stands for it. */
  readonly ofRows?: true;
}

const WISHES =
  /^(?:agg:|cmp:|unit:|sort$|save$|chart$|mark:|report$|show$|per$|each$|top$|most$|least$|distinct$|share$|join$|append$|newest$|oldest$|duplicates$|dedupe$|if$|otherwise$)/u;

const HIGHEST = /^(?:max|maximum|high|highest|hoch|hochst\w*)$/u;
const LOWEST = /^(?:min|minimum|low|lowest|tief|tiefst\w*)$/u;

/** Words that join others: a cell of that name is said behind its column. */
const JOINS =
  /^(?:with|from|into|than|that|this|which|have|been|were|mit|ohne|avec|dans|pour|sans|desde|para|hasta|della|nella|senza)$/iu;

interface Rated {
  readonly column: KnownColumn;
  readonly fit: number;
}

const ratings = new WeakMap<readonly KnownColumn[], WeakMap<Mention, readonly Rated[]>>();

export class View {
  readonly doubts: Doubt[] = [];
  readonly #used: Set<Mention>;

  constructor(
    readonly mentions: readonly Mention[],
    /** Columns there are at this point of the flow. */
    public columns: readonly KnownColumn[],
    used: Set<Mention>,
    /** Which of several near readings to take, by the words in doubt; the first where nothing is said. */
    readonly picks: ReadonlyMap<string, number>,
    readonly tongue: Tongue = 'en',
  ) {
    this.#used = used;
  }

  isUsed = (at: number): boolean => {
    const mention = this.mentions[at];
    return mention === undefined || this.#used.has(mention);
  };

  use(from: number, to = from + 1): void {
    for (let at = from; at < to; at++) {
      const mention = this.mentions[at];
      if (mention !== undefined) this.#used.add(mention);
    }
  }

  has = (at: number, ...meanings: readonly string[]): boolean =>
    meanings.some((meaning) => this.mentions[at]?.meanings.has(meaning) === true);

  /** Whether what stands there is first of all a wish, and only by chance a cell. */
  isWish(at: number): boolean {
    const mention = this.mentions[at];
    if (mention === undefined || mention.cells.length === 0) return true;
    if (mention.small && (mention.text.length < 4 || JOINS.test(mention.text))) return true;
    // "Open orders.csv" asks to open it.
    const before = this.mentions[at - 1];
    if (
      (before === undefined || before.mark !== undefined) &&
      this.mentions[at + 1]?.files.some(({ name }) => name === this.mentions[at + 1]?.text) === true
    )
      return true;
    const said = wordsOfCell(mention.taken ?? mention.text).join(' ');
    const exact = mention.cells.some(({ value }) => wordsOfCell(value).join(' ') === said);
    return !exact && [...mention.meanings].some((meaning) => WISHES.test(meaning));
  }

  /** The free place of the first mention with this meaning. */
  find(...meanings: readonly string[]): number {
    return this.mentions.findIndex((_, at) => !this.isUsed(at) && this.has(at, ...meanings));
  }

  /** The column of the flow that a mention names, the likeliest where several do. */
  column(at: number, kind?: 'number' | 'date' | 'label'): KnownColumn | undefined {
    const mention = this.mentions[at];
    if (
      mention === undefined ||
      mention.mark !== undefined ||
      mention.quoted !== undefined ||
      this.isUsed(at)
    )
      return undefined;
    const suits = (column: KnownColumn) =>
      kind === undefined ||
      (kind === 'label' ? column.kind !== 'number' || isIdentifier(column) : column.kind === kind);
    const all = this.#rated(mention);
    const rated = all.filter(({ column }) => suits(column));
    const best = rated[0];
    // What names another kind of column far better names none of this kind: a runner is no finish.
    // Nor does what is the very name of a column that another file has.
    const others = mention.columns.filter((one) =>
      this.columns.every(({ name }) => name !== one.column.name),
    );
    const named = Math.max(all[0]?.fit ?? 0, others[0]?.fit ?? 0);
    if (best === undefined || best.fit < named - 0.14) return undefined;
    const near = rated.filter(({ fit }) => fit > best.fit - 0.06);
    if (near.length > 1) {
      const told = this.#toldBeside(at, near);
      if (told !== undefined) return told;
      const pick = this.picks.get(mention.text) ?? 0;
      const taken = near[pick % near.length] ?? best;
      if (!this.doubts.some(({ words }) => words === mention.text))
        this.doubts.push({
          words: mention.text,
          took: taken.column.name,
          or: near.filter((one) => one !== taken).map(({ column }) => column.name),
        });
      return taken.column;
    }
    return best.column;
  }

  /** "the amounts (gross)" of a net and a gross amount: the nearest word that names one of several, and no other of them. */
  #toldBeside(at: number, near: readonly Rated[]): KnownColumn | undefined {
    for (const place of [1, -1, 2, -2, 3, -3, 4, 5].map((away) => at + away)) {
      const mention = this.mentions[place];
      const between = this.mentions.slice(Math.min(at, place) + 1, Math.max(at, place));
      if (
        mention === undefined ||
        mention.mark !== undefined ||
        between.some(({ mark }) => /[.,;:]/u.test(mark ?? ''))
      )
        continue;
      const [best, other] = this.#rated(mention).filter(({ column }) =>
        near.some((one) => one.column === column),
      );
      if (best !== undefined && best.fit >= 0.8 && (other === undefined || other.fit < best.fit - 0.14))
        return best.column;
    }
    return undefined;
  }

  /** Every rule asks it again at every place, and so does every reading: an essay would take a minute. */
  #rated(mention: Mention): readonly Rated[] {
    const known = ratings.get(this.columns) ?? new WeakMap<Mention, readonly Rated[]>();
    ratings.set(this.columns, known);
    const rated = known.get(mention) ?? this.#rate(mention);
    known.set(mention, rated);
    return rated;
  }

  #rate(mention: Mention): readonly Rated[] {
    const said = wordsIn(mention.taken ?? mention.text);
    const known = new Map(mention.columns.map(({ column, fit }) => [column.name, fit]));
    return this.columns
      .map((column) => ({
        column,
        fit: Math.max(
          known.get(column.name) ?? 0,
          mention.columns.length > 0 || mention.meanings.size > 0 || !mention.small
            ? nameFit(said, column.words)
            : 0,
        ),
      }))
      .filter(({ fit }) => fit >= 0.55)
      .toSorted((a, b) => b.fit - a.fit);
  }

  /** Cells of the flow's columns that a mention is. */
  cells(at: number): { column: string; value: string }[] {
    const mention = this.mentions[at];
    if (mention === undefined || this.isUsed(at)) return [];
    return mention.cells
      .filter(({ of }) => this.columns.some(({ name }) => name === of.column.name))
      .map(({ of, value }) => ({ column: of.column.name, value }));
  }

  /** Next free mention that is no small word and no mark. */
  nextSaid(from: number): number | undefined {
    for (let at = from; at < this.mentions.length; at++) {
      const mention = this.mentions[at];
      if (mention?.mark !== undefined && /[.;!?:]/u.test(mention.mark)) return undefined;
      if (mention !== undefined && (!mention.small || mention.columns.length > 0) && !this.isUsed(at))
        return at;
    }
    return undefined;
  }

  previousSaid(from: number): number | undefined {
    for (let at = from; at >= 0; at--) {
      const mention = this.mentions[at];
      if (mention?.mark !== undefined && /[.;!?:,]/u.test(mention.mark)) return undefined;
      if (mention !== undefined && !mention.small && !this.isUsed(at)) return at;
    }
    return undefined;
  }

  /** The mention before that is no small word, marks of a list left aside. */
  previousNamed(from: number): number | undefined {
    for (let at = from; at >= 0; at--) {
      const mention = this.mentions[at];
      if (mention === undefined || (mention.mark !== undefined && mention.mark !== ',')) return undefined;
      if (!mention.small) return this.isUsed(at) ? undefined : at;
    }
    return undefined;
  }

  /** Whether it joins the parts of a list: a comma, "and", "or", and "noch" after "weder". */
  joins(at: number): boolean {
    const mention = this.mentions[at];
    if (mention === undefined) return false;
    if (mention.mark === ',' || mention.mark === '/' || this.has(at, 'and', 'or')) return true;
    return this.has(at, 'nor') && this.mentions.slice(0, at).some(({ meanings }) => meanings.has('neither'));
  }

  /** What an adjective of measure is about here: "fastest" of a column of times, where the least is most. */
  dimension(at: number): Measured | undefined {
    const mention = this.mentions[at];
    const name = [...(mention?.meanings ?? [])].find((one) => one.startsWith('of:'))?.slice(3);
    if (mention === undefined || name === undefined) return undefined;
    const near = this.#endOf(at, measuring(name, this.columns));
    const [best] = near;
    if (best === undefined || near.length < 2) return best;
    const taken = near[(this.picks.get(mention.text) ?? 0) % near.length] ?? best;
    if (!this.doubts.some(({ words }) => words === mention.text))
      this.doubts.push({
        words: mention.text,
        took: taken.column.name,
        or: near.filter((one) => one !== taken).map(({ column }) => column.name),
      });
    return taken;
  }

  /** "hottest" is first of all of the highest that was measured, "coldest" of the lowest. */
  #endOf(at: number, near: readonly Measured[]): readonly Measured[] {
    const end = this.has(at, 'least') ? LOWEST : HIGHEST;
    const isEnd = ({ column }: Measured) => (column.words.some((word) => end.test(word)) ? 0 : 1);
    return near.toSorted((a, b) => isEnd(a) - isEnd(b));
  }

  /** Next number or period within so many mentions. */
  nextValue(from: number, within: number): number | undefined {
    for (let at = from; at < Math.min(from + within + 1, this.mentions.length); at++) {
      const mention = this.mentions[at];
      if (mention === undefined || this.isUsed(at)) return undefined;
      if (mention.number !== undefined || mention.period !== undefined) return at;
      if (!mention.small && mention.columns.length === 0) return undefined;
    }
    return undefined;
  }

  nextBit(from: number, meanings: readonly string[], words: RegExp): number | undefined {
    for (let at = from; at < Math.min(from + 3, this.mentions.length); at++) {
      const mention = this.mentions[at];
      if (mention === undefined) return undefined;
      if (
        meanings.some((meaning) => mention.meanings.has(meaning)) ||
        words.test(mention.text) ||
        mention.mark === '-' ||
        mention.mark === '–'
      )
        return at;
    }
    return undefined;
  }

  /** Quoted text, or the next word that means nothing else. */
  wordsOr(from: number): { value: string; to: number } | undefined {
    for (let at = from; at < Math.min(from + 3, this.mentions.length); at++) {
      const mention = this.mentions[at];
      if (mention === undefined || this.isUsed(at)) return undefined;
      if (mention.quoted !== undefined) return { value: mention.quoted, to: at + 1 };
      if (!mention.small) return { value: mention.text, to: at + 1 };
    }
    return undefined;
  }

  /** What is measured where nobody says it: the one that can be meant, the only one that the goal names, else what the person will be asked for. */
  defaultNumber = (aggregate = 'sum'): KnownColumn | undefined => {
    const usual =
      aggregate === 'mean' || aggregate === 'median' ? onlyAveraged(this.columns) : onlyMeasure(this.columns);
    return usual?.name.startsWith('†') === true ? (this.onlyNamed() ?? usual) : usual;
  };

  /** "average temperature … without values under 0": the one column of numbers that is spoken of, whoever took it. */
  onlyNamed(): KnownColumn | undefined {
    const named = this.mentions.flatMap(({ columns, mark }) => {
      const best = columns.find(({ column }) => this.columns.some(({ name }) => name === column.name));
      return mark === undefined && best !== undefined && best.fit >= 0.8 ? [best.column] : [];
    });
    const numbers = new Map(
      named.flatMap((one) => (one.kind === 'number' && !isIdentifier(one) ? [[one.name, one] as const] : [])),
    );
    return numbers.size === 1 ? [...numbers.values()][0] : undefined;
  }

  /** The column of dates that a period is about: one named near, else the only one, else one that the person is asked for. */
  dateColumn(at: number): KnownColumn | undefined {
    const timed = this.has(at, 'unit:hour') ? this.columns.filter(isTimed) : [];
    // Of a day without a time no hour is told, and of a time beside it one is.
    if (timed.length === 1) return timed[0];
    for (const near of [at - 1, at - 2, at - 3, at + 1, at + 2]) {
      const column = this.column(near, 'date');
      if (column !== undefined && (this.mentions[near]?.columns.length ?? 0) > 0) {
        this.use(near);
        return column;
      }
    }
    return onlyDate(this.columns) ?? this.#likeliestDate(at);
  }

  /** Of several dates the one that every row has, and that says when it was and not by when or until when it is; the others are a doubt. */
  #likeliestDate(at: number): KnownColumn | undefined {
    const dates = datesByLikeliness(this.columns);
    const words = this.mentions[at]?.text ?? '';
    const taken = dates[(this.picks.get(words) ?? 0) % Math.max(1, dates.length)];
    if (taken !== undefined && !this.doubts.some((doubt) => doubt.words === words))
      this.doubts.push({
        words,
        took: taken.name,
        or: dates.filter((one) => one !== taken).map(({ name }) => name),
      });
    return taken;
  }

  /** First and last day a mention names; a month without a year is the last one that the column has. */
  dated({ period }: Mention, column: KnownColumn | undefined): { from: string; to: string } {
    const { from = '', to = '', yearless = false } = period ?? {};
    if (!yearless || column?.from === undefined || column.to === undefined) return { from, to };
    for (let year = Number(column.to.slice(0, 4)); year >= Number(column.from.slice(0, 4)); year--) {
      const first = `${year}${from.slice(4)}`;
      // The last day of February is another in another year.
      const isEnd = to === monthOf(Number(to.slice(0, 4)), Number(to.slice(5, 7))).to;
      const last = isEnd ? monthOf(year, Number(to.slice(5, 7))).to : `${year}${to.slice(4)}`;
      if (first <= column.to) return { from: first, to: last };
    }
    return { from, to };
  }

  /** Where free text stands: the column of the longest cells. */
  textColumn(at: number): KnownColumn | undefined {
    const before = this.previousSaid(at - 1);
    const named = before === undefined ? undefined : this.column(before);
    if (named !== undefined && before !== undefined) {
      this.use(before);
      return named;
    }
    const length = ({ cells }: KnownColumn) =>
      cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length);
    return this.columns.filter(({ kind }) => kind === 'text').toSorted((a, b) => length(b) - length(a))[0];
  }
}

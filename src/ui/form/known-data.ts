/** What a form is told of the data at hand, and how that reads as offers. Knows no store. */

import { type InnerColumn, innerColumns, type OpenedColumn } from '../../check/take-apart.ts';
import type { Json } from '../../lib/json.ts';
import type { Cell, CellCounts, CellType } from '../../run/look-into.ts';

/** One thing to choose. */
export interface Offer {
  readonly value: Json;
  /** As it stands in the field. */
  readonly text: string;
  /** What is said of it beside: its type, how often it occurs. */
  readonly about?: string;
  /** Where more is done than that it stands in the field. */
  readonly take?: () => void;
}

export interface Offers {
  readonly offers: readonly Offer[];
  /** That there are more, or of what they are. */
  readonly note?: string;
}

export const NO_OFFERS: Offers = { offers: [] };

/** A date is a text that reads as one. */
export type ColumnKind = CellType | 'date';

/**
 * What a column holds. @param told by the file, which tells more of texts: that they are dates, or numbers written otherwise.
 * But yes and no that are written as texts stay texts: taken as truths they would equal no cell.
 */
export const columnKind = (
  told: ColumnKind | undefined,
  looked: CellType | undefined,
): ColumnKind | undefined => (told === 'yes or no' && looked === 'text' ? looked : (told ?? looked));

/** What is known of the tables and files that a call may read. */
export interface KnownData {
  /** Columns that the parameter may name; none where they are not known, or it names a new one. */
  columns(parameter: string): readonly OpenedColumn<ColumnKind>[];
  /** What takes the cells apart that a column stands in, by calls in front of this one; undefined where nothing can. */
  takingApart?(parameter: string): ((inner: InnerColumn, name: (column: string) => void) => void) | undefined;
  /** Values of a column that hold `typed`, the most frequent first. */
  cells(column: string, typed: string): Offers | Promise<Offers>;
  /** Names of files that were given and the parameter may read; undefined where it names none that is read. */
  files?: ((parameter: string) => readonly Offer[] | undefined) | undefined;
  /** Takes another file for the call. @param name sets what the call reads */
  giveFile?: ((file: File, name: (file: string) => void) => void) | undefined;
}

/** What is known of what stands at paths. */
export interface KnownPaths {
  /** In a word; undefined where it is not known. */
  typeOf(path: string): string | undefined;
  /** The fields below a path, each as the whole path to it; of a list its first item. */
  fieldsBelow(path: string): Promise<readonly Offer[]>;
}

const LISTED = 50;
const grouped = (count: number): string => count.toLocaleString('en');

/** Those whose text holds what is typed, those that begin with it first. Of what is whole already, all: it may be meant otherwise. */
export function offersFor(all: readonly Offer[], typed: string): Offers {
  const wanted = typed.trim().toLowerCase();
  const isWhole = all.some(({ text }) => text === typed);
  if (wanted === '' || isWhole) return listed(all, all.length);
  const begins = all.filter(({ text }) => text.toLowerCase().startsWith(wanted));
  const holds = all.filter((one) => !begins.includes(one) && one.text.toLowerCase().includes(wanted));
  return listed([...begins, ...holds], begins.length + holds.length);
}

const listed = (offers: readonly Offer[], fitting: number): Offers =>
  offers.length <= LISTED
    ? { offers }
    : { offers: offers.slice(0, LISTED), note: `${LISTED} of ${grouped(fitting)}. Type to find others.` };

/** @param name sets the field; without it a column inside another can't be taken */
export function columnOffers(
  known: KnownData,
  parameter: string,
  name?: (column: string) => void,
): readonly Offer[] {
  const columns = known.columns(parameter);
  const takeApart = known.takingApart?.(parameter);
  const own = columns.map(
    ({ name: text, type }): Offer => ({
      ...{ value: text, text },
      ...(type === undefined || type === 'nothing' ? {} : { about: type }),
    }),
  );
  if (takeApart === undefined || name === undefined) return own;
  const inner = innerColumns(columns).map((one): Offer => {
    const way = one.through.map(({ column }) => column);
    const text = one.field === undefined ? `each of ${way.join(' › ')}` : [...way, one.field].join(' › ');
    const type = one.type === undefined || one.type === 'nothing' ? '' : `${one.type}, `;
    return {
      ...{ value: [...way, one.field ?? null], text },
      about: `${type}expands ${way.at(-1)}`,
      take: () => takeApart(one, name),
    };
  });
  return [...own, ...inner];
}

export const cellText = (value: Cell): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** @param ofHead they were counted in the first rows of a file */
export function cellOffers({ cells, fitting, distinct, isCut }: CellCounts, ofHead: boolean): Offers {
  const offers = cells.map(({ value, count }) => ({
    ...{ value, text: cellText(value) },
    about: grouped(count),
  }));
  const facts = [
    cells.length < fitting
      ? `${grouped(cells.length)} of ${grouped(fitting)}${fitting < distinct ? ' that fit' : ' values'}. Type to find others.`
      : '',
    ofHead || isCut ? 'Counted in the first rows.' : '',
  ].filter(Boolean);
  return facts.length === 0 ? { offers } : { offers, note: facts.join(' ') };
}

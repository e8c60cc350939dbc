/** What a form is told of the data at hand, and how that reads as offers. Knows no store. */

import type { Json } from '../../lib/json.ts';
import type { Cell, CellCounts, CellType } from '../../run/look-into.ts';

/** One thing to choose. */
export interface Offer {
  readonly value: Json;
  /** As it stands in the field. */
  readonly text: string;
  /** What is said of it beside: its type, how often it occurs. */
  readonly about?: string;
}

export interface Offers {
  readonly offers: readonly Offer[];
  /** That there are more, or of what they are. */
  readonly note?: string;
}

export const NO_OFFERS: Offers = { offers: [] };

/** A date is a text that reads as one. */
export type ColumnKind = CellType | 'date';

/** What is known of the tables and files that a call may read. */
export interface KnownData {
  /** Columns that the parameter may name; none where they are not known, or it names a new one. */
  columns(parameter: string): readonly { readonly name: string; readonly type?: ColumnKind | undefined }[];
  /** Values of a column that hold `typed`, the most frequent first. */
  cells(column: string, typed: string): Offers | Promise<Offers>;
  /** Names of files that were given and the parameter may read; undefined where it names none that is read. */
  files?: ((parameter: string) => readonly Offer[] | undefined) | undefined;
  /** Lets the person give another file; hears its name. */
  giveFile?: ((file: File) => void) | undefined;
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

export function columnOffers(columns: ReturnType<KnownData['columns']>): readonly Offer[] {
  return columns.map(({ name, type }) => ({
    value: name,
    text: name,
    ...(type === undefined || type === 'nothing' ? {} : { about: type }),
  }));
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

/** How the words of a language are written down: a meaning and the phrases for it. Data only; knows no grammar. */

/**
 * Phrases by meaning, parted by commas. A word that ends in `*` stands for every word that begins so. Upper and
 * lower case, accents and umlauts don't count; plurals need not be listed.
 */
export type Phrases = Readonly<Record<string, string>>;

export interface Language {
  /** In its own words. */
  readonly name: string;
  readonly code: 'en' | 'de' | 'fr' | 'es' | 'it';
  readonly phrases: Phrases;
  /** Words that carry no wish of their own, parted by spaces: they also tell the language. */
  readonly small: string;
  /** What the first part of a compound says by itself: "Gesamtumsatz" is a total. Folded, without spaces. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly months: string;
  readonly numbers: string;
}

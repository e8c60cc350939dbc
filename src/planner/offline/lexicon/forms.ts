/** A word's forms: folded, without its endings, and how far two words are apart by slips of the pen. Knows no language apart. */

/** Lower case without accents and umlauts: "Größte" is "grosste". */
export const fold = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/gu, 'ss').replace(/’/gu, "'");

/** Umlauts typed as two letters: "groesste". Only tried where the word as it stands says nothing. */
export const unspelt = (folded: string): string => folded.replace(/([aou])e(?!u)/gu, '$1');

/** A word and what it is without the endings of plurals and cases, so that two forms of it share one. */
export function formsOf(word: string): readonly string[] {
  const forms = [word];
  const cut = (ending: string, least: number, put = '') => {
    if (word.endsWith(ending) && word.length - ending.length >= least)
      forms.push(word.slice(0, -ending.length) + put);
  };
  cut('ies', 2, 'y');
  cut('sses', 2, 'ss');
  cut('es', 3);
  if (!word.endsWith('ss')) cut('s', 3);
  cut('nen', 4);
  cut('en', 4);
  cut('ern', 4);
  cut('er', 5);
  cut('e', 4);
  cut('n', 4);
  cut('i', 4, 'o');
  return forms;
}

/** Letters too many, too few, wrong or swapped; more than `most` is `most + 1`. */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** How many slips a word of this length forgives: a short word with one slip is often another word. */
export const slipsForgiven = (word: string): number => (word.length < 5 ? 0 : word.length < 8 ? 1 : 2);

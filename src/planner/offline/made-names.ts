/** What a goal calls a column that it makes: said again, that is the column, and no file that is called alike. */

import type { Mention } from './mention.ts';
import { ARTICLE, GIVES } from './name-of-cases.ts';

/** "add a column grade …, then count per grade" over marks.csv. */
export function withMadeNames(mentions: readonly Mention[]): Mention[] {
  const names = new Set(
    mentions.flatMap(({ meanings, text }, at) => {
      // "give each pupil a grade"
      const given = GIVES.test(text)
        ? mentions.slice(at + 2, at + 6).findIndex((one) => ARTICLE.test(one.text))
        : -1;
      if (given >= 0) return [mentions[at + 3 + given]?.text.toLowerCase() ?? ''];
      const behind = mentions[at + 1];
      const name = behind?.meanings.has('called') ? mentions[at + 2] : behind;
      return meanings.has('newcolumn') && name !== undefined && name.mark === undefined
        ? [name.text.toLowerCase()]
        : [];
    }),
  );
  return mentions.map((one) =>
    one.files.length > 0 && names.has(one.text.toLowerCase()) ? { ...one, files: [] } : one,
  );
}

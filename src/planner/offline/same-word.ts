/** Whether two words are forms of one. Knows no column. */

import { formsOf, unspelt } from './lexicon/forms.ts';

export const sameWord = (a: string, b: string): boolean => {
  if (a === b) return true;
  // "fällig" for a column faellig.
  if (a.length > 4 && unspelt(a) === unspelt(b)) return true;
  const forms = formsOf(b);
  return formsOf(a).some((form) => form.length > 2 && forms.includes(form));
};

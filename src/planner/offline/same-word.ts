/** Whether two words are forms of one. Knows no column. */

import { formsOf } from './lexicon/forms.ts';

export const sameWord = (a: string, b: string): boolean => {
  if (a === b) return true;
  const forms = formsOf(b);
  return formsOf(a).some((form) => form.length > 2 && forms.includes(form));
};

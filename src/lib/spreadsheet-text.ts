/** What a spreadsheet does with a text that is put into it, and the same text so that it does nothing with it. */

/** What is not seen before a sign, or is taken away: blanks of any width, controls, marks. The apostrophe stands before them. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;

/**
 * It runs what begins with = or @, or with + or - and has a name or a call in it. A phone number such as +44 20 it does not.
 * Signs of full width and small ones are taken for those of ASCII where a program brings a text to its plain form.
 */
const BEGINS = String.raw`(?:[=＝﹦⁼₌@＠﹫\t\r]|[+＋﹢⁺₊\-－﹣−⁻₋].*[\p{L}(（|｜])`;

/**
 * The same where a program that divides at another sign would begin a cell: a file of commas is opened with semicolons, and
 * the other way round. Behind them + and - have to stand right before a name and its call: "; - see below" is prose.
 */
const WITHIN = String.raw`(?:[=＝﹦⁼₌@＠﹫]|[+＋﹢\-－﹣−][\w.+\-*/]*[(（|｜!])`;

/** What may stand between two cells. Each is looked behind once: a text of a million line ends is gone through once, too. */
const SEPARATOR = String.raw`[;,|\t\n\r]`;

const FORMULA = new RegExp(`^${UNSEEN}*${BEGINS}`, 'su');
const LATER = new RegExp(`(${SEPARATOR})((?:(?!${SEPARATOR})${UNSEEN})*${WITHIN})`, 'gu');

/** The text with an apostrophe before whatever would be run; the same text where nothing would. */
export function defused(text: string): string {
  const later = text.replace(LATER, "$1'$2");
  return FORMULA.test(text) ? `'${later}` : later;
}

/** Half a character: one of the two code units by which UTF-16 writes what lies beyond the first 65,536, without the other. */

const ANY_HALF = /[\ud800-\udfff]/;
const LONE_HALVES = /\p{Cs}/gu;

/** Whether a text has half a pair anywhere, be the other half beside it: of ten thousand texts hardly one has any. */
export const mayHoldHalf = (text: string): boolean => ANY_HALF.test(text);

/** Whether half of a surrogate pair stands alone in a text: no UTF-8 holds that. */
export const holdsHalf = (text: string): boolean => ANY_HALF.test(text) && text.search(LONE_HALVES) !== -1;

/** The text with � in place of each. */
export const withoutHalves = (text: string): string => text.replace(LONE_HALVES, '\ufffd');

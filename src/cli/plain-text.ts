/** Text as a terminal may be shown it: what a stranger wrote must not move its cursor, forge a line or turn one around. */

/** C0 but tab and line feed, DEL, C1, marks of direction, line and paragraph separators. */
const RAW =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** What a stranger calls something, where it stands in a line of ours: it can't begin another. */
export const oneLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' '));

/** Each such character as `\\u001b`. */
export const plainText = (text: string): string =>
  text.replace(RAW, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A stranger's text as it may be shown: nothing in it can move a cursor, begin a line, turn one around or hide (L-75).
 * Knows no screen.
 */

/**
 * C0 but tab and line feed, DEL, C1; what has no shape, or changes that of others: marks of direction, joiners, fillers,
 * tags, line and paragraph separators, signs that are drawn as nothing. A joiner in a script that is written with it, and what belongs to an emoji, is spelling.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u2800\u{1d159}]|(?!(?<=\p{Emoji})\ufe0f|(?<=[\u0590-\u1cff])[\u200c\u200d]|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic}))[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** With each such character as its number, `⟨U+202E⟩`. Lines stay lines; what holds none is the same text. */
export const visibleLines = (text: string): string =>
  text.replace(
    HIDDEN,
    (found) => `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );

/** UTF-16 units that a line has of a text: more takes no eye in, and megabytes of it would hold up the screen. */
const MOST_OF_A_LINE = 100_000;

/** The same for what stands in a line of ours: it can't begin another, nor push what follows out of sight. A very long one is cut. */
export const visible = (text: string): string =>
  visibleLines(
    (text.length > MOST_OF_A_LINE ? `${text.slice(0, MOST_OF_A_LINE)}…` : text).replace(/\s+/gu, ' '),
  );

/** What a list shows under a title that may be a stranger's: that title as it may be shown. The same where it was. */
export function visiblyTitled<T extends { readonly title: string }>(one: T): T {
  const title = visible(one.title);
  return title === one.title ? one : { ...one, title };
}

/** The same for JSON, which says what it said: its own escapes stand for them. */
export const visibleJson = (json: string): string =>
  json.replace(HIDDEN, (found) =>
    [...Array(found.length).keys()]
      .map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Whether a name holds anything that is not seen: in a name joiners and selectors are of no use either. */
export const holdsUnseen = (name: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800\u{1d159}\p{Default_Ignorable_Code_Point}]/u.test(name);

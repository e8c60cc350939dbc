/** A stranger's text as it may be shown: nothing in it can move a cursor, begin a line, turn one around or hide (L-75). */

/**
 * C0 but tab and line feed, DEL, C1; everything that has no shape or changes that of others: marks of direction, joiners,
 * fillers, tags, line and paragraph separators. The shape of an emoji and the joiner inside one are its spelling.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]|(?!(?<=\p{Emoji})\ufe0f|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic}))[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Each such character as `\u001b`, one of two units as both: in JSON it still says the same. Lines stay lines. */
export const visibleLines = (text: string): string =>
  text.replace(HIDDEN, (found) =>
    [...Array(found.length).keys()]
      .map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** The same for what stands in a line of ours: it can't begin another, nor push what follows out of sight. */
export const visible = (text: string): string => visibleLines(text.replace(/\s+/gu, ' '));

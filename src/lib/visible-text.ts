/** Characters that a reader does not see, or that turn round what stands beside them: found, and made visible. */

/** Controls, marks of direction, and what takes no room. Joiners and variation selectors belong to words and signs. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** The text with each such character as its number, `⟨U+202E⟩`. What holds none is the same text. */
export const visible = (text: string): string =>
  text.replace(
    UNSEEN,
    (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );

/** Whether a name holds anything that is not seen: in a name joiners and selectors are of no use either. */
export const holdsUnseen = (name: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name);

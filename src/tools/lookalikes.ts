/**
 * What a name looks like (UTS 39): two names with one skeleton can't be told apart on a screen. A table of lookalikes, written
 * by hand, beside what compatibility decomposition folds by itself; and a rule for what it lacks: docs/decisions/0019. Knows
 * no tool.
 */

/** By what it looks like: characters that NFKD leaves as they are. `l` stands for all upright strokes, `O` for rings. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'ɑαа⍺',
  b: 'ƄЬᏏᖯ',
  c: 'ϲсᴄⲥꮯ',
  d: 'ԁᏧᑯꓒ',
  e: 'еҽ℮ꬲ',
  f: 'ſẝքϝꞙꬵ',
  g: 'ɡƍցᶃ',
  h: 'һհᏂ',
  i: 'ıɩɪιіӏ⍳ꙇꭵᎥι',
  j: 'ϳј',
  l: 'I1|ƖǀΙІӀוןا١۱ߊᛁ∣ⵏꓲ⏽׀',
  n: 'ոռ',
  o: 'οσоօסه०০੦૦௦౦೦൦๐໐ဝ၀ჿᴏᴑⲟꬽ٥۵ഠ',
  p: 'ρϱр⍴ⲣ',
  q: 'ԛգզ',
  r: 'гᴦⲅꭇꭈꮁ',
  s: 'ƽѕꜱꮪ',
  u: 'ʋυսᴜꞟꭎꭒ',
  v: 'νѵטᴠ∨⋁ꮩ',
  w: 'ɯѡաԝᴡꮃ',
  x: '×хᕁᕽ᙮⨯',
  y: 'ɣʏγуүყᶌỿꭚ',
  z: 'ᴢꮓ',
  A: 'ΑАᎪᗅꓮ',
  B: 'ΒВᏴᗷꓐꞴ',
  C: 'ϹСᏟⲤꓚ',
  D: 'Ꭰᗞᗪꓓ',
  E: 'ΕЕᎬ⋿ⴹꓰ',
  F: 'ϜᖴꓝꞘ',
  G: 'ԌᏀᏳꓖ',
  H: 'ΗНᎻᕼⲎꓧ',
  J: 'ͿЈᎫᒍꓙꞲ',
  K: 'ΚКᏦᛕⲔꓗ',
  L: 'ᏞᒪⳐꓡ',
  M: 'ΜϺМᎷᗰᛖⲘꓟ',
  N: 'ΝⲚꓠ',
  O: '0ΟОՕ߀ⵔⲞ〇ꓳ',
  P: 'ΡРᏢᑭⲢꓑ',
  Q: 'ⵕ',
  R: 'ƦᎡᏒᖇꓣ',
  S: 'ЅՏᏕᏚꓢ',
  T: 'ΤТᎢ⊤⟙Ⲧꓔ',
  U: 'Սሀᑌ∪⋃ꓴ',
  V: 'ѴᏙᐯⴸꓦ٧۷',
  W: 'ԜᎳᏔꓪ',
  X: 'ΧХᚷ╳ⵝⲬꓫꞳ',
  Y: 'ϒΥУҮᎩᎽⲨꓬ',
  Z: 'ΖᏃꓜ',
  // Two letters for one.
  rn: 'm',
};

const PROTOTYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([looks, characters]) =>
    [...characters].map((character) => [character, looks] as const),
  ),
);

/** What the name looks like, as a text that is only ever compared with another one's. */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKD')]
    .map((character) => PROTOTYPES.get(character) ?? character)
    .join('')
    .normalize('NFKD');

/**
 * Whether a name passes for another: they look the same, or it is the other's letters with some out of another alphabet in
 * their places, whatever these look like.
 * @param skeleton of the name
 * @param other the skeleton of one of ASCII letters
 */
export function passesFor(skeleton: string, other: string): boolean {
  if (skeleton === other) return true;
  const [own, theirs] = [[...skeleton], [...other]];
  if (own.length !== theirs.length) return false;
  const isAscii = (character: string): boolean => character < '\u0080';
  const same = own.filter(isAscii).length;
  // Of a name that is mostly another's alphabet the table knows the letters, or it reads as a word of its own.
  if (same * 2 < own.length || same === own.length) return false;
  return own.every((character, at) => !isAscii(character) || character === theirs[at]);
}

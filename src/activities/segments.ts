/** Words and sentences by the platform's own rules (Intl.Segmenter), in any script. Knows no tool. */

const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Characters that go to the segmenter at a time: V8's takes a time for each piece that grows with the text it is in,
 * 25 times as much at 100,000 characters as at 1,000. A sentence needs to be seen whole.
 */
const WORD_WINDOW = 400;
const SENTENCE_WINDOW = 4000;
/** A window without an end of a piece in it is widened up to this. */
const WIDEST = 100_000;
/** Pieces at the end of a window that what follows may still change: a letter, an apostrophe, a letter are one word. */
const UNSETTLED = 3;

/** The segmenter's pieces, as if it had the whole text, in a time linear in it. */
function* piecesOf(segmenter: Intl.Segmenter, text: string, window: number): Iterable<Intl.SegmentData> {
  let size = window;
  for (let start = 0; start < text.length; ) {
    const end = Math.min(text.length, start + size);
    const pieces = [...segmenter.segment(text.slice(start, end))];
    if (end < text.length && size < WIDEST) {
      if (pieces.length <= UNSETTLED) {
        size = Math.min(WIDEST, size * 4);
        continue;
      }
      pieces.length -= UNSETTLED;
    }
    yield* pieces;
    start = pieces.reduce((at, piece) => at + piece.segment.length, start);
    size = window;
  }
}

const ASCII_ONLY = /^[\0-\x7f]*$/;
/** Words of ASCII as Unicode cuts them (UAX 29): what stands alone between two letters, or two digits, joins them. */
const ASCII_WORD = /(?:\w|(?<=[A-Za-z])['.:](?=[A-Za-z])|(?<=\d)[,.;'](?=\d))+/g;

/** Texts cut after white space, which ends a word in every script. */
function* stretches(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + SENTENCE_WINDOW);
    while (end < text.length && end - start < WIDEST && !/\s/.test(text.charAt(end - 1))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

export function* wordsOf(text: string): Iterable<string> {
  for (const stretch of stretches(text)) {
    if (ASCII_ONLY.test(stretch)) {
      for (const [word] of stretch.matchAll(ASCII_WORD)) if (/[A-Za-z0-9]|__/.test(word)) yield word;
    } else {
      for (const piece of piecesOf(words, stretch, WORD_WINDOW)) if (piece.isWordLike) yield piece.segment;
    }
  }
}

/** Trimmed sentences; a blank line always ends one, as a heading has no full stop, and so does a short line. */
export function* sentencesOf(text: string): Iterable<string> {
  for (const paragraph of paragraphsOf(text)) {
    let begun = '';
    for (const piece of piecesOf(sentences, unwrapped(paragraph), SENTENCE_WINDOW)) {
      begun += piece.segment;
      // Cut after "L." the next one would say of "Brandt" alone what is said of another.
      if (SHORTENED.test(begun) && !piece.segment.includes('\n')) continue;
      const sentence = begun.replace(/\s+/g, ' ').trim();
      begun = '';
      if (sentence !== '') yield sentence;
    }
    const rest = begun.replace(/\s+/g, ' ').trim();
    if (rest !== '') yield rest;
  }
}

/** The segmenter takes the full stop of an initial or a title for the end. */
const SHORTENED =
  /(?:^|[\s(.,–-])(?:\p{Lu}|Dr|Prof|Mr|Mrs|Ms|Hr|Fr|St|No|Nr|vs|ca|approx|bzw|Abb|Fig|Mme|Sr|Sra|Sig)\.\s+$/u;

/** A line shorter than this ends on purpose: an address, a verse, an item. */
const WRAPPED_FROM = 60;
const NEW_BLOCK = /^\s*(?:#{1,6}\s|[-*+>|]\s|\d+[.)]\s)/;

/** Lines that an editor broke to a width, put together again: the segmenter takes each line's end for a full stop. */
function unwrapped(paragraph: string): string {
  let text = '';
  let last = '';
  for (const line of paragraph.split('\n')) {
    const goesOn = last.length >= WRAPPED_FROM && !NEW_BLOCK.test(line) && !/^\s*#/.test(last);
    text += text === '' ? line : `${goesOn ? ' ' : '\n'}${line}`;
    last = line;
  }
  return text;
}

export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

export function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let current: string[] = [];
  for (const line of [...linesOf(text), '']) {
    if (line.trim() !== '') current.push(line);
    else if (current.length > 0) {
      paragraphs.push(current.join('\n').trim());
      current = [];
    }
  }
  return paragraphs;
}

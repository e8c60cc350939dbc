/** Words and sentences by the platform's own rules (Intl.Segmenter), in any script. Knows no tool. */

const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Pieces of at most this many characters go to the segmenter: it slows down on very long texts. */
const STRETCH = 100_000;

function* stretches(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + STRETCH);
    if (end < text.length) {
      const gap = text.lastIndexOf('\n', end);
      const space = gap > start ? gap : text.lastIndexOf(' ', end);
      if (space > start) end = space + 1;
    }
    yield text.slice(start, end);
    start = end;
  }
}

export function* wordsOf(text: string): Iterable<string> {
  for (const stretch of stretches(text)) {
    for (const piece of words.segment(stretch)) if (piece.isWordLike) yield piece.segment;
  }
}

/** Trimmed sentences; a blank line always ends one, as a heading has no full stop, and so does a short line. */
export function* sentencesOf(text: string): Iterable<string> {
  for (const paragraph of paragraphsOf(text)) {
    for (const stretch of stretches(unwrapped(paragraph))) {
      for (const piece of sentences.segment(stretch)) {
        const sentence = piece.segment.replace(/\s+/g, ' ').trim();
        if (sentence !== '') yield sentence;
      }
    }
  }
}

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

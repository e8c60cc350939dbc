/** Words and sentences, cut in windows, are those that the segmenter finds in the whole text. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentencesOf, wordsOf } from '../../src/activities/segments.ts';

const segmenter = (granularity: 'word' | 'sentence') => new Intl.Segmenter('en', { granularity });
const inWhole = (text: string): string[] =>
  [...segmenter('word').segment(text)].filter((piece) => piece.isWordLike).map((piece) => piece.segment);

/** Pieces of text that meet in every way: what joins words, what ends them, scripts with and without spaces. */
const piece = fc.constantFrom(
  ...["don't", 'o', '3', '.', ',', ':', ';', "'", '_', '-', ' ', '\n', '\r\n', '\t', '"', '1,000.5', 'e.g.'],
  ...['été', '…', '’', 'ß', '東京', 'สวัสดี', '👩‍👩‍👧', '\u0301', 'Привет'],
);
const texts = (pieces: fc.Arbitrary<string>) =>
  fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''));

describe('wordsOf', () => {
  test('finds what the segmenter finds in any text', () => {
    fc.assert(
      fc.property(texts(piece), (text) => {
        expect([...wordsOf(text)]).toEqual(inWhole(text));
      }),
      { numRuns: 500 },
    );
  });

  test('finds what the segmenter finds in any ASCII text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (text) => {
        expect([...wordsOf(text)]).toEqual(inWhole(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('a window ends in the middle of no word', () => {
    const text = 'Ein süßer Äpfel, l’été n’est-ce pas; 3,14 Grad. '.repeat(60);
    expect([...wordsOf(text)]).toEqual(inWhole(text));
    const dense = 'süß.'.repeat(600);
    expect([...wordsOf(dense)]).toEqual(inWhole(dense));
  });

  test('a text takes as long as its parts do', () => {
    const part = 'Überall süße Äpfel und 3,14 Birnen. '.repeat(300);
    const time = (run: () => void) => {
      const start = performance.now();
      run();
      return performance.now() - start;
    };
    const count = (text: string) => [...wordsOf(text)].length;
    const words = count(part);
    const apart = time(() => {
      for (let i = 0; i < 20; i += 1) count(part);
    });
    const together = time(() => expect(count(part.repeat(20))).toBe(words * 20));
    expect(together).toBeLessThan(apart * 3);
  });
});

test('a sentence that is longer than a window is one', () => {
  const long = `${'And so on, '.repeat(900)}it ended.`;
  expect([...sentencesOf(`First. ${long} Last.`)]).toEqual(['First.', long, 'Last.']);
  const many = 'One is here, e.g. now. Two (who?) came! '.repeat(400).trim();
  expect([...sentencesOf(many)]).toEqual(
    [...segmenter('sentence').segment(many)].map((sentence) => sentence.segment.trim()),
  );
});

test('an initial, a title or a number sign ends no sentence; the end of a line does', () => {
  expect([
    ...sentencesOf('Treasurer: L. Brandt reports 12 EUR. Dr. A. Okafor agrees. It was Plan B.'),
  ]).toEqual(['Treasurer: L. Brandt reports 12 EUR.', 'Dr. A. Okafor agrees.', 'It was Plan B.']);
  expect([...sentencesOf('Present: A. Berger, Nr. 7, and Z.\nTreasurer: L. Brandt.')]).toEqual([
    'Present: A. Berger, Nr. 7, and Z.',
    'Treasurer: L. Brandt.',
  ]);
});

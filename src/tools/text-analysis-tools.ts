/** Contracts of the tools that say what a text holds: fields, words, a summary, differences, a hash. Knows no code behind them. */

import { type CompleteContract, computes, parameters, part } from './contract-parts.ts';

const input = part.text('Text', 'The text to work on.');

export const textAnalysisTools: readonly CompleteContract[] = [
  computes({
    name: 'extractFields',
    title: 'Extract fields from text',
    description:
      'Extract emails, e-mail addresses, urls, web links, phone numbers, dates, amounts of money, ' +
      'percentages and numbers from a text.',
    parameters: parameters(['text'], {
      text: input,
      kinds: part.list('texts', 'Kinds', 'Which kinds to look for; all where left out.', {
        items: { enum: ['emails', 'urls', 'phones', 'dates', 'amounts', 'percentages', 'numbers'] },
      }),
    }),
    _output: part.record(
      'json',
      {
        emails: part.texts('E-mail addresses'),
        urls: { ...part.list('texts', 'Web addresses'), items: { type: 'string', 'x-kind': 'url' } },
        phones: part.texts('Phone numbers'),
        dates: { ...part.list('texts', 'Dates'), items: { type: 'string', 'x-kind': 'date' } },
        amounts: part.rows('Amounts', 'Rows of amount, currency and text.'),
        percentages: { ...part.list('numbers', 'Percentages'), items: { type: 'number' } },
        numbers: { ...part.list('numbers', 'Numbers'), items: { type: 'number' } },
      },
      ['emails', 'urls', 'phones', 'dates', 'amounts', 'percentages', 'numbers'],
    ),
    examples: [
      {
        parameters: { text: 'Pay €12.50 to ada@example.org', kinds: ['emails', 'amounts'] },
        result: { emails: ['ada@example.org'], amounts: [{ amount: 12.5, currency: 'EUR', text: '€12.50' }] },
      },
    ],
  }),
  computes({
    name: 'countWords',
    title: 'Count words',
    description:
      'Count the words, characters, sentences, lines and paragraphs of a text, and estimate its reading time.',
    parameters: parameters(['text'], { text: input }),
    _output: part.record('json', {
      words: part.wholeNumber('Words'),
      characters: part.wholeNumber('Characters'),
      sentences: part.wholeNumber('Sentences'),
      lines: part.wholeNumber('Lines'),
      paragraphs: part.wholeNumber('Paragraphs'),
      readingMinutes: part.number('Minutes to read', 'At 230 words a minute.'),
    }),
    examples: [
      {
        parameters: { text: 'One two. Three!' },
        result: { words: 3, characters: 15, sentences: 2, lines: 1, paragraphs: 1, readingMinutes: 0.1 },
      },
    ],
  }),
  computes({
    name: 'summarizeText',
    title: 'Summarize text',
    description:
      'Summarize a text: shorten a document, article or report to its most important sentences ' +
      '(a summary, the gist, key points) without a model.',
    parameters: parameters(['text'], {
      text: input,
      sentences: part.wholeNumber('Sentences', 'How many sentences the summary has.', {
        minimum: 1,
        maximum: 50,
        default: 3,
      }),
    }),
    _output: part.text('Summary', 'The chosen sentences, in their own order.'),
    examples: [
      {
        parameters: {
          text: 'Bees make honey. The weather was mild. Honey from bees keeps for years. We had lunch.',
          sentences: 2,
        },
        result: 'Bees make honey. Honey from bees keeps for years.',
      },
    ],
  }),
  computes({
    name: 'keywords',
    title: 'Find keywords',
    description:
      'Find the keywords of a text: its most frequent and important words, terms, topics or tags, counted.',
    parameters: parameters(['text'], {
      text: input,
      limit: part.wholeNumber('How many', 'How many keywords to give.', {
        minimum: 1,
        maximum: 200,
        default: 10,
      }),
    }),
    _output: part.rows('Keywords', 'Rows of word and count, the most frequent first.'),
    examples: [
      {
        parameters: { text: 'The bees and the honey: bees make honey, bees hum.', limit: 2 },
        result: [
          { word: 'bees', count: 3 },
          { word: 'honey', count: 2 },
        ],
      },
    ],
  }),
  computes({
    name: 'compareTexts',
    title: 'Compare two texts',
    description:
      'Compare two texts or versions of a document and show the differences (diff): which lines or words ' +
      'were added, removed or changed.',
    parameters: parameters(['before', 'after'], {
      before: part.text('Before', 'The first or older text.'),
      after: part.text('After', 'The second or newer text.'),
      by: part.choice(['lines', 'words'], 'Compare by', 'What is compared.', { default: 'lines' }),
    }),
    _output: part.record('json', {
      same: part.yesNo('Same', 'Whether the texts are equal.'),
      added: part.wholeNumber('Added', 'How many lines or words were added.'),
      removed: part.wholeNumber('Removed', 'How many lines or words were removed.'),
      changes: part.rows('Changes', 'Rows of change (same, added, removed) and text.'),
      diff: part.text('Diff', 'The differences as a unified diff.'),
    }),
    examples: [
      {
        parameters: { before: 'a b', after: 'a c', by: 'words' },
        result: {
          same: false,
          added: 1,
          removed: 1,
          changes: [
            { change: 'same', text: 'a ' },
            { change: 'removed', text: 'b' },
            { change: 'added', text: 'c' },
          ],
          diff: '--- before\n+++ after\n@@ -1,1 +1,1 @@\n-a b\n\\ No newline at end of file\n+a c\n\\ No newline at end of file\n',
        },
      },
    ],
  }),
  computes({
    name: 'hashText',
    title: 'Hash a text',
    description:
      'Compute the hash (checksum, fingerprint, digest) of a text with SHA-256, SHA-384 or SHA-512.',
    parameters: parameters(['text'], {
      text: input,
      algorithm: part.choice(['sha256', 'sha384', 'sha512'], 'Algorithm', 'Which hash.', {
        default: 'sha256',
      }),
    }),
    _output: part.string('hash', 'Hash', 'In hexadecimal, lower case.', { pattern: '^[0-9a-f]+$' }),
    examples: [
      {
        parameters: { text: 'abc' },
        result: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ],
  }),
];

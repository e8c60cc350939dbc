/** Contracts of the tools that say what a text holds: fields, words, a summary, differences, a hash. Knows no code behind them. */

import {
  type CompleteContract,
  choice,
  computes,
  list,
  number,
  parameters,
  record,
  rows,
  string,
  text,
  texts,
  wholeNumber,
  yesNo,
} from './contract-parts.ts';

const input = text({ title: 'Text', description: 'The text to work on.' });

export const textAnalysisTools: readonly CompleteContract[] = [
  computes({
    name: 'extractFields',
    title: 'Extract fields from text',
    description:
      'Extract emails, e-mail addresses, urls, web links, phone numbers, dates, amounts of money, ' +
      'percentages and numbers from a text.',
    parameters: parameters(
      {
        text: input,
        kinds: list('texts', {
          title: 'Kinds',
          description: 'Which kinds to look for; all where left out.',
          items: { enum: ['emails', 'urls', 'phones', 'dates', 'amounts', 'percentages', 'numbers'] },
        }),
      },
      ['text'],
    ),
    _output: record(
      'json',
      {
        emails: texts({ title: 'E-mail addresses' }),
        urls: list('texts', { title: 'Web addresses', items: { type: 'string', 'x-kind': 'url' } }),
        phones: texts({ title: 'Phone numbers' }),
        dates: list('texts', { title: 'Dates', items: { type: 'string', 'x-kind': 'date' } }),
        amounts: rows({ title: 'Amounts', description: 'Rows of amount, currency and text.' }),
        percentages: list('numbers', { title: 'Percentages', items: { type: 'number' } }),
        numbers: list('numbers', { title: 'Numbers', items: { type: 'number' } }),
      },
      ['emails', 'urls', 'phones', 'dates', 'amounts', 'percentages', 'numbers'],
    ),
    examples: [
      {
        parameters: { text: 'Pay €12.50 to ada@example.org', kinds: ['emails', 'amounts'] },
        result: {
          emails: ['ada@example.org'],
          amounts: [{ amount: 12.5, currency: 'EUR', text: '€12.50' }],
        },
      },
    ],
  }),
  computes({
    name: 'countWords',
    title: 'Count words',
    description:
      'Count the words, characters, sentences, lines and paragraphs of a text, and estimate its reading time.',
    parameters: parameters({ text: input }, ['text']),
    _output: record('json', {
      words: wholeNumber({ title: 'Words' }),
      characters: wholeNumber({ title: 'Characters' }),
      sentences: wholeNumber({ title: 'Sentences' }),
      lines: wholeNumber({ title: 'Lines' }),
      paragraphs: wholeNumber({ title: 'Paragraphs' }),
      readingMinutes: number({ title: 'Minutes to read', description: 'At 230 words a minute.' }),
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
    parameters: parameters(
      {
        text: input,
        sentences: wholeNumber({
          title: 'Sentences',
          description: 'How many sentences the summary has.',
          minimum: 1,
          maximum: 50,
          default: 3,
        }),
      },
      ['text'],
    ),
    _output: text({ title: 'Summary', description: 'The chosen sentences, in their own order.' }),
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
    parameters: parameters(
      {
        text: input,
        limit: wholeNumber({
          title: 'How many',
          description: 'How many keywords to give.',
          minimum: 1,
          maximum: 200,
          default: 10,
        }),
      },
      ['text'],
    ),
    _output: rows({ title: 'Keywords', description: 'Rows of word and count, the most frequent first.' }),
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
    parameters: parameters(
      {
        before: text({ title: 'Before', description: 'The first or older text.' }),
        after: text({ title: 'After', description: 'The second or newer text.' }),
        by: choice(['lines', 'words'], {
          title: 'Compare by',
          description: 'What is compared.',
          default: 'lines',
        }),
      },
      ['before', 'after'],
    ),
    _output: record('json', {
      same: yesNo({ title: 'Same', description: 'Whether the texts are equal.' }),
      added: wholeNumber({ title: 'Added', description: 'How many lines or words were added.' }),
      removed: wholeNumber({ title: 'Removed', description: 'How many lines or words were removed.' }),
      changes: rows({ title: 'Changes', description: 'Rows of change (same, added, removed) and text.' }),
      diff: text({ title: 'Diff', description: 'The differences as a unified diff.' }),
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
    parameters: parameters(
      {
        text: input,
        algorithm: choice(['sha256', 'sha384', 'sha512'], {
          title: 'Algorithm',
          description: 'Which hash.',
          default: 'sha256',
        }),
      },
      ['text'],
    ),
    _output: string('hash', {
      title: 'Hash',
      description: 'In hexadecimal, lower case.',
      pattern: '^[0-9a-f]+$',
    }),
    examples: [
      {
        parameters: { text: 'abc' },
        result: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ],
  }),
];

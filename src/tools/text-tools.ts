/** Contracts of the tools that make text of text: cut, join, find, replace, fill in. Knows no code behind them. */

import { type CompleteContract, computes, ignoreCase, parameters, part } from './contract-parts.ts';

const input = part.text('Text', 'The text to work on.');

export const textTools: readonly CompleteContract[] = [
  computes({
    name: 'splitText',
    title: 'Split text',
    description:
      'Split a text into a list of pieces: lines, paragraphs, sentences, words, or wherever a separator ' +
      'such as a comma stands.',
    parameters: parameters(['text'], {
      text: input,
      by: part.choice(
        ['lines', 'paragraphs', 'sentences', 'words', 'separator'],
        'Split by',
        'What a piece is.',
        { default: 'lines' },
      ),
      separator: part.text('Separator', 'The text between pieces, where "Split by" is "separator".', {
        minLength: 1,
      }),
    }),
    _output: part.texts('Pieces', 'The pieces in order; empty ones are left out.'),
    examples: [
      { parameters: { text: 'a, b, c', by: 'separator', separator: ', ' }, result: ['a', 'b', 'c'] },
    ],
  }),
  computes({
    name: 'joinText',
    title: 'Join texts',
    description:
      'Join a list of texts into one text, with a separator such as a comma or a new line between them.',
    parameters: parameters(['texts'], {
      texts: part.texts('Texts', 'The texts in order.'),
      separator: part.text('Separator', 'What stands between two texts.', { default: '\n' }),
    }),
    _output: part.text('Text', 'The joined text.'),
    examples: [{ parameters: { texts: ['a', 'b'], separator: ' and ' }, result: 'a and b' }],
  }),
  computes({
    name: 'matchText',
    title: 'Match a pattern',
    description:
      'Find every place in a text that matches a regular expression (pattern) and give them as a table: ' +
      'the match, where it is, and a column for each group. Good for parsing log lines.',
    parameters: parameters(['text', 'pattern'], {
      text: input,
      pattern: part.string(
        'pattern',
        'Pattern',
        'A regular expression in RE2 syntax (no look-around, no back-references).',
        { minLength: 1, maxLength: 1000 },
      ),
      ignoreCase,
      limit: part.wholeNumber('At most', 'How many matches to give.', {
        minimum: 1,
        maximum: 100_000,
        default: 10_000,
      }),
    }),
    _output: part.rows(
      'Matches',
      'One row a match: match, index (from 0) and a column for each group, by name or group1, group2….',
    ),
    examples: [
      {
        parameters: { text: 'WARN disk\nINFO ok', pattern: '(?<level>[A-Z]+) (?<what>\\w+)' },
        result: [
          { match: 'WARN disk', index: 0, level: 'WARN', what: 'disk' },
          { match: 'INFO ok', index: 10, level: 'INFO', what: 'ok' },
        ],
      },
    ],
  }),
  computes({
    name: 'replaceText',
    title: 'Replace text',
    description:
      'Replace every occurrence of a word, phrase or regular expression in a text by something else; ' +
      'also removes or redacts text when the replacement is empty.',
    parameters: parameters(['text', 'find', 'replacement'], {
      text: input,
      find: part.string(
        'pattern',
        'Find',
        'The text to look for, or a regular expression where "Pattern" is on.',
        { minLength: 1, maxLength: 1000 },
      ),
      replacement: part.text(
        'Replace by',
        'What to put there. With a pattern, $1 and $<name> stand for its groups.',
      ),
      isPattern: part.yesNo('Pattern', 'Whether "Find" is a regular expression.', { default: false }),
      ignoreCase,
    }),
    _output: part.text('Text', 'The text with the replacements made.'),
    examples: [
      { parameters: { text: 'cat and cat', find: 'cat', replacement: 'dog' }, result: 'dog and dog' },
    ],
  }),
  computes({
    name: 'template',
    title: 'Fill in a template',
    description:
      'Fill in a template: write a sentence, message, letter or e-mail with placeholders such as {name} or ' +
      '{customer.name} replaced by values.',
    parameters: parameters(['template', 'values'], {
      template: part.text(
        'Template',
        'Text with {name} placeholders; {{ and }} stand for the braces themselves.',
      ),
      values: { type: 'object', title: 'Values', description: 'The value for each placeholder, by name.' },
    }),
    _output: part.text('Text', 'The template with its placeholders filled in.'),
    examples: [
      {
        parameters: {
          template: 'Dear {person.name}, you owe {sum}.',
          values: { person: { name: 'Ada' }, sum: 12 },
        },
        result: 'Dear Ada, you owe 12.',
      },
    ],
  }),
];

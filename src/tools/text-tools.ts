/** Contracts of the tools that make text of text: cut, join, find, replace, fill in. Knows no code behind them. */

import {
  type CompleteContract,
  choice,
  computes,
  parameters,
  rows,
  string,
  text,
  texts,
  wholeNumber,
  yesNo,
} from './contract-parts.ts';

const input = text({ title: 'Text', description: 'The text to work on.' });
const ignoreCase = yesNo({
  title: 'Ignore case',
  description: 'Whether A and a count as the same.',
  default: false,
});

export const textTools: readonly CompleteContract[] = [
  computes({
    name: 'splitText',
    title: 'Split text',
    description:
      'Split a text into a list of pieces: lines, paragraphs, sentences, words, or wherever a separator ' +
      'such as a comma stands.',
    parameters: parameters(
      {
        text: input,
        by: choice(['lines', 'paragraphs', 'sentences', 'words', 'separator'], {
          title: 'Split by',
          description: 'What a piece is.',
          default: 'lines',
        }),
        separator: text({
          title: 'Separator',
          description: 'The text between pieces, where "Split by" is "separator".',
          minLength: 1,
        }),
      },
      ['text'],
    ),
    _output: texts({ title: 'Pieces', description: 'The pieces in order; empty ones are left out.' }),
    examples: [
      { parameters: { text: 'a, b, c', by: 'separator', separator: ', ' }, result: ['a', 'b', 'c'] },
    ],
  }),
  computes({
    name: 'joinText',
    title: 'Join texts',
    description:
      'Join a list of texts into one text, with a separator such as a comma or a new line between them.',
    parameters: parameters(
      {
        texts: texts({ title: 'Texts', description: 'The texts in order.' }),
        separator: text({ title: 'Separator', description: 'What stands between two texts.', default: '\n' }),
      },
      ['texts'],
    ),
    _output: text({ title: 'Text', description: 'The joined text.' }),
    examples: [{ parameters: { texts: ['a', 'b'], separator: ' and ' }, result: 'a and b' }],
  }),
  computes({
    name: 'matchText',
    title: 'Match a pattern',
    description:
      'Find every place in a text that matches a regular expression (pattern) and give them as a table: ' +
      'the match, where it is, and a column for each group. Good for parsing log lines.',
    parameters: parameters(
      {
        text: input,
        pattern: string('pattern', {
          title: 'Pattern',
          description: 'A regular expression in RE2 syntax (no look-around, no back-references).',
          minLength: 1,
          maxLength: 1000,
        }),
        ignoreCase,
        limit: wholeNumber({
          title: 'At most',
          description: 'How many matches to give.',
          minimum: 1,
          maximum: 100_000,
          default: 10_000,
        }),
      },
      ['text', 'pattern'],
    ),
    _output: rows({
      title: 'Matches',
      description:
        'One row a match: match, index (from 0) and a column for each group, by name or group1, group2….',
    }),
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
    parameters: parameters(
      {
        text: input,
        find: string('pattern', {
          title: 'Find',
          description: 'The text to look for, or a regular expression where "Pattern" is on.',
          minLength: 1,
          maxLength: 1000,
        }),
        replacement: text({
          title: 'Replace by',
          description: 'What to put there. With a pattern, $1 and $<name> stand for its groups.',
        }),
        isPattern: yesNo({
          title: 'Pattern',
          description: 'Whether "Find" is a regular expression.',
          default: false,
        }),
        ignoreCase,
      },
      ['text', 'find', 'replacement'],
    ),
    _output: text({ title: 'Text', description: 'The text with the replacements made.' }),
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
    parameters: parameters(
      {
        template: text({
          title: 'Template',
          description: 'Text with {name} placeholders; {{ and }} stand for the braces themselves.',
        }),
        values: {
          type: 'object',
          title: 'Values',
          description: 'The value for each placeholder, by name.',
        },
      },
      ['template', 'values'],
    ),
    _output: text({ title: 'Text', description: 'The template with its placeholders filled in.' }),
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

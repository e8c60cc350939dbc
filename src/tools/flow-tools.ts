/** Contracts of the tools that steer a run: wait, ask, decide. Knows no code behind them. */

import { OPERATORS } from './choices.ts';
import { type CompleteContract, computes, parameters, part } from './contract-parts.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;

export const flowTools: readonly CompleteContract[] = [
  {
    ...computes({
      name: 'wait',
      title: 'Wait',
      description: 'Wait, pause, sleep or delay for some time before what comes after.',
      parameters: parameters(['ms'], {
        ms: part.wholeNumber('Milliseconds', 'How long; 1,000 is a second. An hour at most.', {
          minimum: 0,
          maximum: HOUR_MS,
        }),
      }),
      _output: part.wholeNumber('Waited', 'The milliseconds asked for.', { 'x-kind': 'duration' }),
      examples: [{ parameters: { ms: 1 }, result: 1 }],
    }),
    timeoutMs: HOUR_MS + 60_000,
    preview: false,
  },
  {
    ...computes({
      name: 'askPerson',
      title: 'Ask the person',
      description:
        'Ask the person, user or human a question and wait for the answer: a choice, a decision, a ' +
        'confirmation, a missing value, a number or a yes or no.',
      parameters: parameters(['question'], {
        question: part.string('question', 'Question', 'What to ask.', { minLength: 1, maxLength: 1000 }),
        details: part.text('Details', 'What to show below the question.', { maxLength: 20_000 }),
        choices: part.list('texts', 'Choices', 'The answers to choose from; a free answer where left out.', {
          items: { type: 'string' },
          minItems: 1,
          maxItems: 100,
        }),
        kind: part.choice(['text', 'number', 'yesNo'], 'Kind', 'What kind of answer a free one is.', {
          default: 'text',
        }),
      }),
      _output: {
        type: ['string', 'number', 'boolean'],
        'x-kind': 'answer',
        title: 'Answer',
        description: 'What the person said.',
      },
      examples: [
        {
          parameters: { question: 'Which region?', choices: ['North', 'South'] },
          answer: { answer: 'South' },
          result: 'South',
        },
      ],
    }),
    timeoutMs: WEEK_MS,
    preview: false,
  },
  {
    ...computes({
      name: 'decide',
      title: 'Decide between two ways',
      description:
        'Decide by a condition which of two ways the plan takes: if, when, whether a value is equal to, ' +
        'greater than, less than, contains or is empty; otherwise, else. Needs two output paths: ' +
        '†state.yes || †state.no.',
      parameters: parameters(['value'], {
        value: part.anyJson('Value', 'The value that is looked at.'),
        operator: part.choice(OPERATORS, 'Condition', 'How it is compared.', { default: 'equals' }),
        compareTo: part.anyJson(
          'Compare to',
          'What it is compared with; a list for "oneOf", two values for "between".',
        ),
        pass: part.anyJson('Pass on', 'What goes the chosen way; the value itself where left out.'),
      }),
      _output: part.anyJson(
        'Passed on',
        'Goes to the first path if the condition holds, else to the second.',
      ),
      examples: [{ parameters: { value: 12, operator: 'greaterThan', compareTo: 10 }, result: 12 }],
    }),
    'x-branches': ['yes', 'no'],
  },
];

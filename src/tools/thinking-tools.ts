/** Contracts of the steps that think (L-51): no code is behind them, a connected model answers. Offered only where one is. */

import { agentTool } from './agent.ts';
import type { ToolContract } from './catalogue.ts';
import { type CompleteContract, parameters, part } from './contract-parts.ts';

/** What of a result stands in the call itself: read by `tools/result-shape.ts`, whatever the tool is called. */
type Answered = Omit<CompleteContract, 'effect' | 'idempotent' | 'timeoutMs' | 'preview'> & {
  readonly 'x-result'?: { readonly schema: string } | { readonly fields: string; readonly several: string };
  readonly 'x-outcomes'?: number;
};

/** No name of code, which asks for the model. A local model may take minutes. */
const answered = (contract: Answered) =>
  ({ ...contract, activity: '', effect: 'none', idempotent: false, timeoutMs: 600_000 }) as const;

const about = part.anyJson('About', 'What it is about: a text, a row, a table. It is sent to the model.');
const words = { minLength: 1, maxLength: 20_000 };

export const thinkingTools: readonly CompleteContract[] = [
  answered({
    name: 'askModel',
    title: 'Ask a model',
    description:
      'Asks a language model to do what an instruction says with what it is given, where no other tool can; the answer ' +
      'has the shape that is asked for.',
    parameters: parameters(['instruction'], {
      instruction: part.text('Instruction', 'What the model is to do, in full sentences.', words),
      about,
      shape: {
        type: 'object',
        title: 'Shape of the answer',
        description: 'A JSON Schema that the answer has to fit; any answer does where left out.',
      },
    }),
    _output: part.anyJson('Answer', 'What the model answers, in the shape that was asked for.'),
    'x-result': { schema: 'shape' },
    examples: [
      {
        parameters: {
          instruction: 'Which language is this written in?',
          about: 'Guten Morgen',
          shape: { type: 'string' },
        },
        result: 'German',
      },
    ],
  }),
  answered({
    name: 'chooseByModel',
    title: 'Let a model choose',
    description:
      'A language model chooses which way the plan goes on, by a question about what it is given. Its ways are the last ' +
      'names of its output paths: †state.urgent || †state.normal.',
    parameters: parameters(['question'], {
      question: part.string('question', 'Question', 'What decides between the ways.', words),
      about,
    }),
    _output: part.text('Why', 'Goes the chosen way: why it was chosen, in a sentence.'),
    'x-outcomes': 2,
    examples: [
      {
        parameters: {
          question: 'Does this letter have to be answered today?',
          about: 'The cellar is flooded.',
        },
        result: 'Water does damage by the hour.',
      },
    ],
  }),
  answered({
    name: 'extractByModel',
    title: 'Extract with a model',
    description:
      'A language model reads a text and takes out the fields that are named, such as a sender, a total or a due date; one ' +
      'record, or a table of all there are. What the text does not say is null.',
    parameters: parameters(['text', 'fields'], {
      text: part.text('Text', 'The text to read.'),
      fields: part.list('texts', 'Fields', 'What to take out, each by its name.', {
        items: { type: 'string', minLength: 1, maxLength: 100 },
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
      }),
      several: part.yesNo('Several', 'Whether the text may hold many such records: a table of them.', {
        default: false,
      }),
      hints: part.text(
        'Hints',
        'What else to know of the fields, such as how a date is to be written.',
        words,
      ),
    }),
    _output: {
      type: ['object', 'array'],
      'x-kind': 'json',
      title: 'Fields',
      description: 'The record, or the table of records, with the fields as they were named.',
    },
    'x-result': { fields: 'fields', several: 'several' },
    examples: [
      {
        parameters: { text: 'Invoice 17, 12 EUR, from Ada.', fields: ['number', 'total', 'due'] },
        result: { number: 17, total: 12, due: null },
      },
    ],
  }),
  answered({
    name: 'writeByModel',
    title: 'Write with a model',
    description:
      'A language model writes a text, such as a letter, an answer, a summary or a translation, from what it is given.',
    parameters: parameters(['task'], {
      task: part.text('What to write', 'For whom, about what, in which tone and language.', words),
      about,
      mostWords: part.wholeNumber('Words at most', 'As a wish: a model counts badly.', {
        minimum: 1,
        maximum: 20_000,
      }),
    }),
    _output: part.text('Text', 'What the model wrote.', { minLength: 1 }),
    examples: [
      {
        parameters: {
          task: 'Thank her for the order in one sentence.',
          about: { name: 'Ada' },
          mostWords: 20,
        },
        result: 'Thank you for your order, Ada.',
      },
    ],
  }),
  answered({
    name: 'judgeByModel',
    title: 'Judge with a model',
    description:
      'A language model judges whether a value meets an expectation, and says why: whether a summary is faithful, or an ' +
      'answer friendly.',
    parameters: parameters(['value', 'expectation'], {
      value: part.anyJson('Value', 'What is judged.'),
      expectation: part.text('Expectation', 'What has to hold of it, so that it can be told.', words),
    }),
    _output: part.record('json', {
      holds: part.yesNo('Holds', 'Whether the value meets it.'),
      why: part.text('Why', 'In a sentence or two.'),
    }),
    examples: [
      {
        parameters: { value: 'Get lost.', expectation: 'The answer is friendly.' },
        result: { holds: false, why: 'It sends the reader away.' },
      },
    ],
  }),
];

/** What a person is offered while a model is connected; an agent is shown to no planner. */
export const byModel: readonly ToolContract[] = [...thinkingTools, agentTool];

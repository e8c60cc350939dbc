/** Contracts of the tools between a table and tables or lists inside it: take apart, take out. Knows no code behind them. */

import { DATE_PARTS } from './choices.ts';
import {
  type CompleteContract,
  computes,
  dateOrder,
  ignoreCase,
  inputRows,
  parameters,
  part,
} from './contract-parts.ts';

export const nestedTools: readonly CompleteContract[] = [
  computes({
    name: 'expandRows',
    title: 'Expand lists into rows',
    description:
      'Expand, unnest or explode the lists in a column: each element of a list, such as each tag, label, ingredient ' +
      'or line of an order, becomes a row of its own beside the other cells.',
    parameters: parameters(['rows', 'column'], {
      rows: inputRows,
      column: part.column('Column', 'The column whose cells hold lists.'),
      separator: part.text(
        'Separator',
        'What stands between the elements where the lists are written as text, such as ";".',
        { minLength: 1, maxLength: 100 },
      ),
      keepEmpty: part.yesNo(
        'Keep empty',
        'Whether a row with an empty list stays, as one row without an element.',
        { default: false },
      ),
    }),
    _output: part.rows('Rows', 'A row for each element; what an element holds itself becomes columns.'),
    examples: [
      {
        parameters: {
          rows: [
            { id: 1, tags: ['red', 'blue'] },
            { id: 2, tags: [] },
          ],
          column: 'tags',
        },
        result: [
          { id: 1, tags: 'red' },
          { id: 1, tags: 'blue' },
        ],
      },
    ],
  }),
  computes({
    name: 'splitRows',
    title: 'Split into parts',
    description:
      'Split the rows of a table into parts, one for each different value of a column, such as each region, customer ' +
      'or month: for work that is done with every part by itself.',
    parameters: parameters(['rows', 'by'], {
      rows: inputRows,
      by: part.oneOrMoreColumns('Split by', 'Rows of one value make a part.'),
      part: part.choice(
        DATE_PARTS,
        'Per',
        'Splits by this part of the date, where "by" is a column of dates.',
      ),
      ignoreCase,
      dateOrder,
    }),
    _output: part.list(
      'json',
      'Parts',
      'The parts in the order in which they first appear; by time where split by dates.',
      {
        items: {
          type: 'object',
          properties: {
            name: part.text('Name', 'The value.'),
            fileName: part.text('File name', 'The value as a file can be called.'),
            rows: part.rows('Rows', 'The rows that have it.'),
          },
          required: ['name', 'fileName', 'rows'],
        },
      },
    ),
    examples: [
      {
        parameters: {
          rows: [
            { region: 'North', amount: 1 },
            { region: 'N/A', amount: 2 },
            { region: 'North', amount: 3 },
          ],
          by: 'region',
        },
        result: [
          {
            name: 'North',
            fileName: 'North',
            rows: [
              { region: 'North', amount: 1 },
              { region: 'North', amount: 3 },
            ],
          },
          { name: 'N/A', fileName: 'N_A', rows: [{ region: 'N/A', amount: 2 }] },
        ],
      },
    ],
  }),
];

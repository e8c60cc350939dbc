/** Contracts of the tools that work on tables as they are: parse, filter, sort, join, convert. Knows no code behind them. */

import type { JsonObject } from '../lib/json.ts';
import { JOINS, OPERATORS } from './choices.ts';
import {
  type CompleteContract,
  closed,
  computes,
  csvReading,
  dateOrder,
  inputRows,
  parameters,
  part,
  SALES,
  table,
} from './contract-parts.ts';

const VALUE = 'What the cell is compared with; several for "oneOf", the least and the most for "between".';

/** One condition, or a bracket of them, `depth` brackets deep. */
const condition = (depth: number): JsonObject => ({
  type: 'object',
  properties: {
    column: part.column('Column', 'The column that is looked at.'),
    operator: { ...part.choice(OPERATORS, 'Condition'), default: 'equals' },
    value: part.plainValue('Value', VALUE),
    valueColumn: part.column('Other column', 'Compares with this column, instead of a value.'),
    not: part.yesNo('Not', 'Turns the condition or bracket round.'),
    ...(depth === 0
      ? {}
      : {
          conditions: part.list('conditions', 'Bracket', 'Conditions in a bracket, instead of a column.', {
            items: condition(depth - 1),
            minItems: 1,
          }),
          match: { ...part.choice(['all', 'any'], 'In the bracket'), default: 'all' },
        }),
  },
  additionalProperties: false,
  anyOf: [{ required: ['column'] }, ...(depth === 0 ? [] : [{ required: ['conditions'] }])],
});

export const tableTools: readonly CompleteContract[] = [
  computes({
    name: 'parseCsv',
    title: 'Parse CSV text',
    description:
      'Parse CSV or TSV text (comma separated values) into a table of rows, with numbers as numbers.',
    parameters: parameters(['text'], {
      text: part.text('CSV', 'Text whose first line names the columns.'),
      ...csvReading,
    }),
    _output: table('The table: one object a row, keyed by column name.'),
    examples: [{ parameters: { text: 'a,b\n1,x' }, result: [{ a: 1, b: 'x' }] }],
  }),
  computes({
    name: 'parseJson',
    title: 'Parse JSON text',
    description: 'Parse JSON text into data: an object, a list or a value.',
    parameters: parameters(['text'], { text: part.text('JSON', 'The JSON text.') }),
    _output: part.anyJson('Data', 'What the text says.'),
    examples: [{ parameters: { text: '{"a": [1, 2]}' }, result: { a: [1, 2] } }],
  }),
  computes({
    name: 'convertData',
    title: 'Convert data to text',
    description:
      'Convert a table or data to CSV, TSV or JSON text: export, serialize or format rows for a file.',
    parameters: parameters(['data'], {
      data: part.anyJson('Data', 'Rows for CSV and TSV; anything for JSON.'),
      to: part.choice(['csv', 'tsv', 'json'], 'To', 'The format of the text.', { default: 'csv' }),
    }),
    _output: part.text('Text', 'The data in that format.'),
    examples: [{ parameters: { data: [{ a: 1, b: 'x, y' }], to: 'csv' }, result: 'a,b\n1,"x, y"\n' }],
  }),
  computes({
    name: 'filterRows',
    title: 'Filter rows',
    description:
      'Filter the rows of a table: keep only those where a column is equal to, greater than, less than, before, ' +
      'after, between, contains, is one of or otherwise meets a condition, or several with and, or, not; also ' +
      'drops, removes or excludes rows, and rows with empty cells.',
    parameters: parameters(
      ['rows'],
      {
        rows: inputRows,
        column: part.column('Column', 'The column that is looked at.'),
        operator: part.choice(OPERATORS, 'Condition', 'How the cell is compared.', { default: 'equals' }),
        value: part.plainValue('Value', VALUE),
        valueColumn: part.column(
          'Other column',
          'Compares with the cell of this column in the same row, instead of a value.',
        ),
        conditions: part.list(
          'conditions',
          'Conditions',
          'Several conditions; one that holds conditions itself is a bracket.',
          { items: condition(2), minItems: 1, maxItems: 100 },
        ),
        match: part.choice(
          ['all', 'any'],
          'Keep where',
          'Whether all conditions must hold, or any of them is enough.',
          { default: 'all' },
        ),
        dateOrder,
      },
      ['column'],
      ['conditions'],
    ),
    _output: table('The rows that meet the conditions, in their order.'),
    examples: [
      {
        parameters: { rows: SALES, column: 'amount', operator: 'greaterThan', value: 100 },
        result: [{ region: 'North', amount: 120 }],
      },
      {
        parameters: {
          rows: SALES,
          conditions: [
            { column: 'region', value: 'South' },
            { column: 'amount', operator: 'between', value: [100, 200] },
          ],
          match: 'any',
        },
        result: [
          { region: 'North', amount: 120 },
          { region: 'South', amount: 80 },
        ],
      },
    ],
  }),
  computes({
    name: 'sortRows',
    title: 'Sort rows',
    description:
      'Sort the rows of a table by a column or several, ascending or descending, and keep the first so many, of ' +
      'all or of each group: order, top 10, top 3 per region, highest, lowest, largest, smallest, best, newest, oldest.',
    parameters: parameters(['rows', 'column'], {
      rows: inputRows,
      column: part.column('Sort by', 'The column to sort by.'),
      direction: part.choice(['ascending', 'descending'], 'Direction', 'Smallest first, or largest first.', {
        default: 'ascending',
      }),
      first: part.texts(
        'These first',
        'Values of the column whose rows come first, in this order; it puts the others in no order.',
      ),
      thenBy: part.list('json', 'Then by', 'Further columns for rows that are equal so far.', {
        items: closed(['column'], {
          column: part.column('Column', 'The column to sort by.'),
          direction: { ...part.choice(['ascending', 'descending'], 'Direction'), default: 'ascending' },
        }),
      }),
      limit: part.wholeNumber('Keep', 'How many rows to keep; all where left out.', { minimum: 0 }),
      per: part.oneOrMoreColumns(
        'Of each',
        'Sorts and keeps so many within each group of equal values in these columns.',
      ),
      dateOrder,
    }),
    _output: table(
      'The sorted rows. Rows with nothing in the column come last; groups as they first appear.',
    ),
    examples: [
      {
        parameters: { rows: SALES, column: 'amount', direction: 'descending', limit: 1 },
        result: [{ region: 'North', amount: 120 }],
      },
      {
        parameters: { rows: SALES, column: 'amount', direction: 'descending', limit: 1, per: 'region' },
        result: [
          { region: 'North', amount: 120 },
          { region: 'South', amount: 80 },
        ],
      },
    ],
  }),
  computes({
    name: 'joinRows',
    title: 'Join two tables',
    description:
      'Join, merge, combine, match or look up two tables by a key column or several that they share, such as an id: ' +
      'adds the columns of the second to the rows of the first; or finds rows without a partner, missing in the other.',
    parameters: parameters(['left', 'right', 'on'], {
      left: part.rows('First table', 'The rows that are kept.'),
      right: part.rows('Second table', 'The rows that are looked up.'),
      on: part.oneOrMoreColumns('Key', 'The column or columns that both tables share.'),
      rightOn: part.oneOrMoreColumns(
        'Key in the second',
        'Where its name differs in the second table; as many as keys.',
      ),
      how: part.choice(
        JOINS,
        'Keep',
        '"inner": rows with a partner; "left", "right", "full": every row of the first, the second or both; ' +
          '"onlyLeft", "onlyRight": rows of one that have no partner in the other.',
        { default: 'inner' },
      ),
      label: part.text(
        'Name of the second',
        'Set behind a column of the second that the first has too: "price (shop)".',
        { minLength: 1, maxLength: 100 },
      ),
    }),
    _output: table(
      'Joined rows; a column of the second that the first has too is called "name (2)", or "name (label)".',
    ),
    examples: [
      {
        parameters: { left: [{ id: 1, name: 'Ada' }], right: [{ id: 1, city: 'Paris' }], on: 'id' },
        result: [{ id: 1, name: 'Ada', city: 'Paris' }],
      },
      {
        parameters: { left: [{ id: 1 }, { id: 2 }], right: [{ id: 1 }], on: 'id', how: 'onlyLeft' },
        result: [{ id: 2 }],
      },
    ],
  }),
  computes({
    name: 'appendRows',
    title: 'Append tables',
    description:
      'Append the rows of two or more tables to one another: stack, concatenate, merge or combine several files or ' +
      'lists with the same columns into one.',
    parameters: parameters(
      [],
      {
        first: part.rows('First table', 'Its rows come first.'),
        second: part.rows('Second table', 'Its rows come after.'),
        tables: part.list(
          'json',
          'Tables',
          'Any number of tables, one after another, instead of a first and a second.',
          { items: part.rows() },
        ),
        names: part.texts(
          'Names',
          'A name for each table; the column "source" then says where a row is from.',
        ),
      },
      ['first', 'second'],
      ['tables'],
    ),
    _output: table('All rows; a column that only some tables have is null in the others.'),
    examples: [
      { parameters: { first: [{ a: 1 }], second: [{ a: 2 }] }, result: [{ a: 1 }, { a: 2 }] },
      {
        parameters: { tables: [[{ a: 1 }], [{ a: 2 }]], names: ['May', 'June'] },
        result: [
          { source: 'May', a: 1 },
          { source: 'June', a: 2 },
        ],
      },
    ],
  }),
  computes({
    name: 'selectColumns',
    title: 'Select columns',
    description: 'Select, pick, keep, reorder or rename columns of a table, leaving the others out.',
    parameters: parameters(['rows', 'columns'], {
      rows: inputRows,
      columns: part.columns('Columns', 'The columns to keep, in order.', { minItems: 1 }),
      rename: { type: 'object', title: 'Rename', description: 'New names, by the old name.' },
    }),
    _output: table('Rows with only these columns.'),
    examples: [{ parameters: { rows: SALES.slice(0, 1), columns: ['amount'] }, result: [{ amount: 120 }] }],
  }),
  computes({
    name: 'removeDuplicates',
    title: 'Remove duplicate rows',
    description:
      'Remove duplicate rows from a table: keep each distinct, unique row once, by all or by some columns.',
    parameters: parameters(['rows'], {
      rows: inputRows,
      columns: part.columns('Columns', 'The columns that have to be equal; all where left out.'),
    }),
    _output: table('The first row of each kind, in order.'),
    examples: [{ parameters: { rows: [{ a: 1 }, { a: 1 }] }, result: [{ a: 1 }] }],
  }),
  computes({
    name: 'listColumn',
    title: 'List a column',
    description:
      'List the values of one column of a table, such as all names or all amounts, as a plain list.',
    parameters: parameters(['rows', 'column'], {
      rows: inputRows,
      column: part.column('Column', 'The column to list.'),
      unique: part.yesNo('Each once', 'Whether equal values are listed once.', { default: false }),
    }),
    _output: part.list('json', 'Values', 'The values in order of the rows.'),
    examples: [{ parameters: { rows: SALES, column: 'region', unique: true }, result: ['North', 'South'] }],
  }),
  computes({
    name: 'queryJson',
    title: 'Query data',
    description:
      'Query, look up, pick, reshape or transform JSON data with a JSONata expression: a field, a path, ' +
      'a filter, a sum.',
    parameters: parameters(['data', 'expression'], {
      data: part.anyJson('Data', 'The data to look in.'),
      expression: part.string(
        'query',
        'Expression',
        'JSONata, such as orders[status = "open"].total or $sum(orders.total).',
        { minLength: 1, maxLength: 10_000 },
      ),
    }),
    _output: part.anyJson('Answer', 'What the expression gives; null where it finds nothing.'),
    examples: [
      {
        parameters: { data: { orders: [{ total: 2 }, { total: 3 }] }, expression: '$sum(orders.total)' },
        result: 5,
      },
    ],
  }),
];

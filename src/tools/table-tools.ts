/** Contracts of the tools that work on tables: parse, filter, sort, group, join, convert. Knows no code behind them. */

import { AGGREGATES, OPERATORS } from './choices.ts';
import {
  anyJson,
  type CompleteContract,
  choice,
  column,
  columns,
  computes,
  csvReading,
  list,
  parameters,
  rows,
  string,
  text,
  wholeNumber,
  yesNo,
} from './contract-parts.ts';

const input = rows({ title: 'Rows', description: 'The table: a list of rows with named columns.' });
const table = (description: string) => rows({ title: 'Rows', description });

const SALES = [
  { region: 'North', amount: 120 },
  { region: 'South', amount: 80 },
  { region: 'North', amount: 30 },
];

export const tableTools: readonly CompleteContract[] = [
  computes({
    name: 'parseCsv',
    title: 'Parse CSV text',
    description:
      'Parse CSV or TSV text (comma separated values) into a table of rows, with numbers as numbers.',
    parameters: parameters(
      {
        text: text({ title: 'CSV', description: 'Text whose first line names the columns.' }),
        ...csvReading,
      },
      ['text'],
    ),
    _output: table('The table: one object a row, keyed by column name.'),
    examples: [{ parameters: { text: 'a,b\n1,x' }, result: [{ a: 1, b: 'x' }] }],
  }),
  computes({
    name: 'parseJson',
    title: 'Parse JSON text',
    description: 'Parse JSON text into data: an object, a list or a value.',
    parameters: parameters({ text: text({ title: 'JSON', description: 'The JSON text.' }) }, ['text']),
    _output: anyJson({ title: 'Data', description: 'What the text says.' }),
    examples: [{ parameters: { text: '{"a": [1, 2]}' }, result: { a: [1, 2] } }],
  }),
  computes({
    name: 'convertData',
    title: 'Convert data to text',
    description:
      'Convert a table or data to CSV, TSV or JSON text: export, serialize or format rows for a file.',
    parameters: parameters(
      {
        data: anyJson({ title: 'Data', description: 'Rows for CSV and TSV; anything for JSON.' }),
        to: choice(['csv', 'tsv', 'json'], {
          title: 'To',
          description: 'The format of the text.',
          default: 'csv',
        }),
      },
      ['data'],
    ),
    _output: text({ title: 'Text', description: 'The data in that format.' }),
    examples: [{ parameters: { data: [{ a: 1, b: 'x, y' }], to: 'csv' }, result: 'a,b\n1,"x, y"\n' }],
  }),
  computes({
    name: 'filterRows',
    title: 'Filter rows',
    description:
      'Filter the rows of a table: keep only those where a column is equal to, greater than, less than, ' +
      'contains or otherwise meets a condition; also drops rows with empty cells.',
    parameters: parameters(
      {
        rows: input,
        column: column({ title: 'Column', description: 'The column that is looked at.' }),
        operator: choice(OPERATORS, {
          title: 'Condition',
          description: 'How the cell is compared.',
          default: 'equals',
        }),
        value: anyJson({
          title: 'Value',
          description: 'What the cell is compared with; a list for "oneOf", two values for "between".',
        }),
      },
      ['rows', 'column'],
    ),
    _output: table('The rows that meet the condition, in their order.'),
    examples: [
      {
        parameters: { rows: SALES, column: 'amount', operator: 'greaterThan', value: 100 },
        result: [{ region: 'North', amount: 120 }],
      },
    ],
  }),
  computes({
    name: 'sortRows',
    title: 'Sort rows',
    description:
      'Sort the rows of a table by a column, ascending or descending, and keep the first so many: order, ' +
      'rank, top 10, highest, lowest, largest, smallest, newest, oldest.',
    parameters: parameters(
      {
        rows: input,
        column: column({ title: 'Sort by', description: 'The column to sort by.' }),
        direction: choice(['ascending', 'descending'], {
          title: 'Direction',
          description: 'Smallest first, or largest first.',
          default: 'ascending',
        }),
        limit: wholeNumber({
          title: 'Keep',
          description: 'How many rows to keep; all where left out.',
          minimum: 0,
        }),
      },
      ['rows', 'column'],
    ),
    _output: table('The sorted rows. Rows with nothing in the column come last.'),
    examples: [
      {
        parameters: { rows: SALES, column: 'amount', direction: 'descending', limit: 1 },
        result: [{ region: 'North', amount: 120 }],
      },
    ],
  }),
  computes({
    name: 'groupRows',
    title: 'Group and add up rows',
    description:
      'Group the rows of a table by a column and aggregate another: totals, sums, averages, counts, ' +
      'minimum, maximum or median per category, per month, per region.',
    parameters: parameters(
      {
        rows: input,
        by: column({ title: 'Group by', description: 'The column whose equal values make a group.' }),
        column: column({
          title: 'Column',
          description: 'The column that is added up. Not needed to count rows.',
        }),
        aggregate: choice(AGGREGATES, {
          title: 'Calculate',
          description: 'What is computed for each group: "sum" where a column is given, else "count".',
        }),
        as: column({ title: 'Name', description: 'Name of the new column; such as "sum" where left out.' }),
      },
      ['rows', 'by'],
    ),
    _output: table('One row a group: the group and the result, in the order the groups first appear.'),
    examples: [
      {
        parameters: { rows: SALES, by: 'region', column: 'amount', aggregate: 'sum' },
        result: [
          { region: 'North', sum: 150 },
          { region: 'South', sum: 80 },
        ],
      },
    ],
  }),
  computes({
    name: 'joinRows',
    title: 'Join two tables',
    description:
      'Join, merge, combine or look up two tables by a key column they share, such as an id: adds the ' +
      'columns of the second to the rows of the first.',
    parameters: parameters(
      {
        left: rows({ title: 'First table', description: 'The rows that are kept.' }),
        right: rows({ title: 'Second table', description: 'The rows that are looked up.' }),
        on: column({ title: 'Key', description: 'The column that both tables share.' }),
        rightOn: column({
          title: 'Key in the second',
          description: 'Where its name differs in the second table.',
        }),
        how: choice(['inner', 'left'], {
          title: 'Keep',
          description: '"inner" keeps rows with a match; "left" keeps every row of the first table.',
          default: 'inner',
        }),
      },
      ['left', 'right', 'on'],
    ),
    _output: table('Joined rows; a column of the second that the first has too is called "name (2)".'),
    examples: [
      {
        parameters: { left: [{ id: 1, name: 'Ada' }], right: [{ id: 1, city: 'Paris' }], on: 'id' },
        result: [{ id: 1, name: 'Ada', city: 'Paris' }],
      },
    ],
  }),
  computes({
    name: 'appendRows',
    title: 'Append tables',
    description:
      'Append the rows of one table to another: stack, concatenate or combine two lists with the same columns.',
    parameters: parameters(
      {
        first: rows({ title: 'First table', description: 'Its rows come first.' }),
        second: rows({ title: 'Second table', description: 'Its rows come after.' }),
      },
      ['first', 'second'],
    ),
    _output: table('All rows; a column that only one table has is null in the other.'),
    examples: [{ parameters: { first: [{ a: 1 }], second: [{ a: 2 }] }, result: [{ a: 1 }, { a: 2 }] }],
  }),
  computes({
    name: 'selectColumns',
    title: 'Select columns',
    description: 'Select, pick, keep, reorder or rename columns of a table, leaving the others out.',
    parameters: parameters(
      {
        rows: input,
        columns: columns({ title: 'Columns', description: 'The columns to keep, in order.', minItems: 1 }),
        rename: { type: 'object', title: 'Rename', description: 'New names, by the old name.' },
      },
      ['rows', 'columns'],
    ),
    _output: table('Rows with only these columns.'),
    examples: [{ parameters: { rows: SALES.slice(0, 1), columns: ['amount'] }, result: [{ amount: 120 }] }],
  }),
  computes({
    name: 'addColumn',
    title: 'Add a computed column',
    description:
      'Add a column to a table that is calculated from the others with a formula, such as price * quantity, ' +
      'a difference, a share or a percentage.',
    parameters: parameters(
      {
        rows: input,
        name: column({ title: 'Name', description: 'Name of the new column.' }),
        expression: string('formula', {
          title: 'Formula',
          description: 'Such as price * quantity. In names, what is not a letter or digit is written _.',
          minLength: 1,
          maxLength: 2000,
        }),
      },
      ['rows', 'name', 'expression'],
    ),
    _output: table('The rows with the new column; null where a cell it needs is empty.'),
    examples: [
      {
        parameters: { rows: [{ price: 2, quantity: 3 }], name: 'total', expression: 'price * quantity' },
        result: [{ price: 2, quantity: 3, total: 6 }],
      },
    ],
  }),
  computes({
    name: 'removeDuplicates',
    title: 'Remove duplicate rows',
    description:
      'Remove duplicate rows from a table: keep each distinct, unique row once, by all or by some columns.',
    parameters: parameters(
      {
        rows: input,
        columns: columns({
          title: 'Columns',
          description: 'The columns that have to be equal; all where left out.',
        }),
      },
      ['rows'],
    ),
    _output: table('The first row of each kind, in order.'),
    examples: [{ parameters: { rows: [{ a: 1 }, { a: 1 }] }, result: [{ a: 1 }] }],
  }),
  computes({
    name: 'listColumn',
    title: 'List a column',
    description:
      'List the values of one column of a table, such as all names or all amounts, as a plain list.',
    parameters: parameters(
      {
        rows: input,
        column: column({ title: 'Column', description: 'The column to list.' }),
        unique: yesNo({
          title: 'Each once',
          description: 'Whether equal values are listed once.',
          default: false,
        }),
      },
      ['rows', 'column'],
    ),
    _output: list('json', { title: 'Values', description: 'The values in order of the rows.' }),
    examples: [{ parameters: { rows: SALES, column: 'region', unique: true }, result: ['North', 'South'] }],
  }),
  computes({
    name: 'queryJson',
    title: 'Query data',
    description:
      'Query, look up, pick, reshape or transform JSON data with a JSONata expression: a field, a path, ' +
      'a filter, a sum.',
    parameters: parameters(
      {
        data: anyJson({ title: 'Data', description: 'The data to look in.' }),
        expression: string('query', {
          title: 'Expression',
          description: 'JSONata, such as orders[status = "open"].total or $sum(orders.total).',
          minLength: 1,
          maxLength: 10_000,
        }),
      },
      ['data', 'expression'],
    ),
    _output: anyJson({
      title: 'Answer',
      description: 'What the expression gives; null where it finds nothing.',
    }),
    examples: [
      {
        parameters: { data: { orders: [{ total: 2 }, { total: 3 }] }, expression: '$sum(orders.total)' },
        result: 5,
      },
    ],
  }),
];

/** Contracts of the tools that compute over tables: group, pivot, new columns, figures, differences. Knows no code behind them. */

import { AGGREGATES, DATE_PARTS, ROW_FIGURES } from './choices.ts';
import {
  type CompleteContract,
  closed,
  computes,
  dateOrder,
  ignoreCase,
  inputRows,
  parameters,
  part,
  SALES,
  table,
} from './contract-parts.ts';

const datePart = part.choice(
  DATE_PARTS,
  'Part of the date',
  'Such as 2026, 2026-Q1, 2026-03 (month), 2026-W09, 2026-03-01 (day), Sunday, March (monthName) or 14 (hour).',
);

const keyPart = closed(['column', 'part'], {
  column: part.column('Column', 'A column of dates.'),
  part: datePart,
  as: part.column('Name', 'Name of the part; such as "month" where left out.'),
});

export const figureTools: readonly CompleteContract[] = [
  computes({
    name: 'groupRows',
    title: 'Group and add up rows',
    description:
      'Group the rows of a table by one column or several and aggregate others: totals, sums, averages, counts, ' +
      'minimum, maximum, median, share or percentage per category, per region, per customer, per month, quarter, ' +
      'year or week of a date.',
    parameters: parameters(['rows', 'by'], {
      rows: inputRows,
      by: part.oneOrMoreColumns(
        'Group by',
        'The column or columns whose equal values make a group; none of them for one row of all.',
        [keyPart],
      ),
      part: {
        ...datePart,
        title: 'Per',
        description: 'Groups by this part of the date, where "by" is one column of dates.',
      },
      column: part.column('Column', 'The column that is added up. Not needed to count rows.'),
      aggregate: part.choice(
        AGGREGATES,
        'Calculate',
        'What is computed for each group: "sum" where a column is given, else "count".',
      ),
      as: part.column('Name', 'Name of the new column; such as "sum" where left out.'),
      figures: part.list(
        'json',
        'Several figures',
        'Several results for each group, instead of one; called such as "sum of amount".',
        {
          items: closed(['aggregate'], {
            aggregate: part.choice(AGGREGATES, 'Calculate'),
            column: part.column('Column', 'Not needed to count rows.'),
            as: part.column('Name', 'Name of the new column.'),
          }),
          minItems: 1,
          maxItems: 100,
        },
      ),
      ignoreCase,
      dateOrder,
    }),
    _output: table(
      'One row a group: the group and the results, in the order the groups first appear; parts of a date by time.',
    ),
    examples: [
      {
        parameters: { rows: SALES, by: 'region', column: 'amount', aggregate: 'sum' },
        result: [
          { region: 'North', sum: 150 },
          { region: 'South', sum: 80 },
        ],
      },
      {
        parameters: {
          rows: [
            { on: '21.03.2026', shop: 'A', paid: '1.249,50' },
            { on: '02.01.2026', shop: 'A', paid: '99,00' },
          ],
          by: [{ column: 'on', part: 'month' }, 'shop'],
          figures: [{ aggregate: 'sum', column: 'paid', as: 'paid' }, { aggregate: 'count' }],
        },
        result: [
          { month: '2026-01', shop: 'A', paid: 99, count: 1 },
          { month: '2026-03', shop: 'A', paid: 1249.5, count: 1 },
        ],
      },
    ],
  }),
  computes({
    name: 'addColumn',
    title: 'Add a computed column',
    description:
      'Add a column to a table that is calculated from the others with a formula over numbers, texts and dates, such ' +
      'as price * quantity, a difference, a share, a full name, a due date or one of two words by a condition.',
    parameters: parameters(['rows', 'name', 'expression'], {
      rows: inputRows,
      name: part.column('Name', 'Name of the new column.'),
      expression: part.string(
        'formula',
        'Formula',
        'Such as price * quantity, first + " " + last, amount > 100 ? "large" : "small", addDays(ordered, 30) or ' +
          'daysBetween(ordered, paid). In names, what is not a letter or digit is written _.',
        { minLength: 1, maxLength: 2000 },
      ),
      dateOrder,
    }),
    _output: table('The rows with the new column; null where a cell it needs is empty.'),
    examples: [
      {
        parameters: { rows: [{ price: 2, quantity: 3 }], name: 'total', expression: 'price * quantity' },
        result: [{ price: 2, quantity: 3, total: 6 }],
      },
      {
        parameters: {
          rows: [{ paid: '1.249,50 €', on: '31.01.2026' }],
          name: 'due',
          expression: 'paid > 1000 ? addMonths(on, 1) : on',
        },
        result: [{ paid: '1.249,50 €', on: '31.01.2026', due: '2026-02-28' }],
      },
    ],
  }),
  computes({
    name: 'addDatePart',
    title: 'Add a part of a date',
    description:
      'Add a column with a part of a date column: its year, quarter, month, week, day, weekday, name of the month or hour.',
    parameters: parameters(['rows', 'column', 'part'], {
      rows: inputRows,
      column: part.column('Date column', 'The column of dates.'),
      part: datePart,
      as: part.column('Name', 'Name of the new column; the part where left out.'),
      dateOrder,
    }),
    _output: table('The rows with the new column; null where the date is empty.'),
    examples: [
      {
        parameters: { rows: [{ on: '21.03.2026' }], column: 'on', part: 'quarter' },
        result: [{ on: '21.03.2026', quarter: '2026-Q1' }],
      },
    ],
  }),
  computes({
    name: 'addFigure',
    title: 'Add a figure beside each row',
    description:
      'Add a column that sets each row against the others, of the whole table or of its group: rank, position, row ' +
      'number, running total, cumulative sum, share of total, percentage of total, difference or change from the row ' +
      'before, total or average to compare with.',
    parameters: parameters(['rows', 'figure'], {
      rows: inputRows,
      figure: part.choice(
        ROW_FIGURES,
        'Figure',
        '"share" is of 1 and "percent" of 100; "difference" and "percentChange" are from the row before; "total" ' +
          'and "average" are the same in each row of a group.',
      ),
      column: part.column('Column', 'The column of numbers. Not needed for the row number.'),
      per: part.oneOrMoreColumns(
        'Within each',
        'Starts anew for each group of equal values in these columns.',
      ),
      orderBy: part.column(
        'In the order of',
        'For what depends on the row before: the column that orders them; as they stand where left out.',
      ),
      direction: part.choice(
        ['ascending', 'descending'],
        'Direction',
        'Of the order; of a rank, which end is 1: "descending" where left out.',
      ),
      as: part.column('Name', 'Name of the new column; such as "rank" where left out.'),
      dateOrder,
    }),
    _output: table('The rows in their order with the new column; equal values share a rank.'),
    examples: [
      {
        parameters: { rows: SALES, figure: 'runningTotal', column: 'amount', as: 'so far' },
        result: [
          { region: 'North', amount: 120, 'so far': 120 },
          { region: 'South', amount: 80, 'so far': 200 },
          { region: 'North', amount: 30, 'so far': 230 },
        ],
      },
      {
        parameters: { rows: SALES, figure: 'rank', column: 'amount', per: ['region'] },
        result: [
          { region: 'North', amount: 120, rank: 1 },
          { region: 'South', amount: 80, rank: 1 },
          { region: 'North', amount: 30, rank: 2 },
        ],
      },
    ],
  }),
  computes({
    name: 'pivotRows',
    title: 'Pivot rows into columns',
    description:
      'Pivot a table: one row for each group and one column for each value of another column, such as regions down ' +
      'and months across; a cross table, crosstab or matrix of totals, counts or averages.',
    parameters: parameters(['rows', 'by', 'across'], {
      rows: inputRows,
      by: part.oneOrMoreColumns('Down', 'The column or columns that make the rows.', [keyPart]),
      across: part.column('Across', 'The column whose values become columns.'),
      part: { ...datePart, title: 'Across per', description: 'Goes by this part of the date across.' },
      column: part.column('Column', 'The column that is added up. Not needed to count rows.'),
      aggregate: part.choice(
        AGGREGATES.filter((one) => one !== 'share' && one !== 'percent'),
        'Calculate',
        'What stands in each cell: "sum" where a column is given, else "count".',
      ),
      ignoreCase,
      dateOrder,
    }),
    _output: table('One row a group; null where there is nothing, 0 in counts.'),
    examples: [
      {
        parameters: {
          rows: [
            { region: 'North', year: 2025, amount: 1 },
            { region: 'South', year: 2026, amount: 2 },
            { region: 'North', year: 2026, amount: 4 },
          ],
          by: 'region',
          across: 'year',
          column: 'amount',
        },
        result: [
          { region: 'North', '2025': 1, '2026': 4 },
          { region: 'South', '2025': null, '2026': 2 },
        ],
      },
    ],
  }),
  computes({
    name: 'unpivotRows',
    title: 'Unpivot columns into rows',
    description:
      'Unpivot, melt or turn columns of a table into rows: each of the columns becomes a row with its name and its ' +
      'value, such as one column a month into one row a month.',
    parameters: parameters(['rows', 'columns'], {
      rows: inputRows,
      columns: part.columns('Columns', 'The columns that become rows.', { minItems: 1 }),
      nameAs: part.column('Name of the names', 'Column for their names.', { default: 'name' }),
      valueAs: part.column('Name of the values', 'Column for their values.', { default: 'value' }),
    }),
    _output: table('For each row as many rows as columns; the other columns are repeated.'),
    examples: [
      {
        parameters: {
          rows: [{ region: 'North', May: 1, June: 2 }],
          columns: ['May', 'June'],
          nameAs: 'month',
        },
        result: [
          { region: 'North', month: 'May', value: 1 },
          { region: 'North', month: 'June', value: 2 },
        ],
      },
    ],
  }),
  computes({
    name: 'compareTables',
    title: 'Compare two tables',
    description:
      'Compare two tables by a key: the difference and the change in percent of each number from the first to the ' +
      'second, such as last year and this year, budget and actual; which rows are new, gone or changed.',
    parameters: parameters(['first', 'second', 'on'], {
      first: part.rows('First table', 'What it was; each key once.'),
      second: part.rows('Second table', 'What it is; each key once.'),
      on: part.oneOrMoreColumns('Key', 'The column or columns that both tables share.'),
      columns: part.columns(
        'Columns',
        'The columns of numbers to compare; all that both have where left out.',
      ),
      names: part.texts(
        'Names',
        'What the two are called, such as 2025 and 2026; "first" and "second" where left out.',
        { minItems: 2, maxItems: 2 },
      ),
    }),
    _output: table(
      'One row a key, with "amount first", "amount second", "amount difference", "amount percent", and "in": both, or ' +
        'the name of the only table that has it.',
    ),
    examples: [
      {
        parameters: {
          first: [{ region: 'North', amount: 100 }],
          second: [{ region: 'North', amount: 120 }],
          on: 'region',
          names: ['2025', '2026'],
        },
        result: [
          {
            region: 'North',
            'amount 2025': 100,
            'amount 2026': 120,
            'amount difference': 20,
            'amount percent': 20,
            in: 'both',
          },
        ],
      },
    ],
  }),
];

/** Contracts of the tools that make something to look at or keep: charts, tables, reports, files, notes. */

import { MARKS } from './choices.ts';
import { type CompleteContract, computes, parameters, part } from './contract-parts.ts';

/** What `makeChart` returns and the page draws; see activities/chart.ts. */
const chart = part.record(
  'chart',
  {
    kind: { const: 'chart' },
    mark: part.choice(MARKS),
    x: part.column('Across'),
    y: part.column('Up'),
    color: part.column('Colour'),
    title: part.text('Title'),
    data: part.rows('Data', 'Only the columns that are drawn.'),
  },
  ['color', 'title'],
);

const TOTALS = [
  { region: 'North', total: 150 },
  { region: 'South', total: 80 },
];

export const resultTools: readonly CompleteContract[] = [
  computes({
    name: 'makeChart',
    title: 'Make a chart',
    description:
      'Make a chart, graph, plot or diagram of a table: bars, a line over time, dots (scatter plot) or an ' +
      'area. Draws and visualizes the rows in the result.',
    parameters: parameters(['rows', 'x', 'y'], {
      rows: part.rows('Rows', 'The table to draw, at most 5,000 rows.'),
      x: part.column('Across', 'The column along the bottom: categories, dates or numbers.'),
      y: part.column('Up', 'The column of numbers that is drawn.'),
      mark: part.choice(MARKS, 'Kind', 'How it is drawn.', { default: 'bar' }),
      color: part.column('Colour by', 'A column whose values get a colour each.'),
      title: part.text('Title', 'What stands above the chart.', { maxLength: 200 }),
    }),
    _output: chart,
    examples: [
      {
        parameters: { rows: TOTALS, x: 'region', y: 'total', title: 'Sales' },
        result: { kind: 'chart', mark: 'bar', x: 'region', y: 'total', title: 'Sales', data: TOTALS },
      },
    ],
  }),
  computes({
    name: 'makeTable',
    title: 'Make a Markdown table',
    description:
      'Make a Markdown table out of rows, to read in a report, note or message: lay out, list, show as a table.',
    parameters: parameters(['rows'], {
      rows: part.rows('Rows', 'The rows to show.'),
      columns: part.columns('Columns', 'Which columns, in order; all where left out.'),
      limit: part.wholeNumber('At most', 'How many rows to show; the table says how many more there are.', {
        minimum: 1,
        maximum: 10_000,
        default: 1000,
      }),
    }),
    _output: part.text('Table', 'The table as Markdown.', { contentMediaType: 'text/markdown' }),
    examples: [
      {
        parameters: { rows: TOTALS },
        result: '| region | total |\n| --- | ---: |\n| North | 150 |\n| South | 80 |\n',
      },
    ],
  }),
  computes({
    name: 'makeReport',
    title: 'Make a report',
    description:
      'Make a report or document in Markdown with a title and sections: put texts, summaries, tables, ' +
      'figures and charts together into one page.',
    parameters: parameters(['title', 'sections'], {
      title: part.text('Title', 'What the report is called.', { maxLength: 300 }),
      sections: {
        type: 'array',
        title: 'Sections',
        description: 'In order. The content is text, a table, a chart or other data.',
        maxItems: 200,
        items: {
          type: 'object',
          properties: {
            heading: { ...part.text('Heading'), maxLength: 300 },
            content: part.anyJson('Content', 'Text, rows, a chart, or any data.'),
          },
          required: ['content'],
        },
      },
    }),
    _output: part.text('Report', 'The report as Markdown.', { contentMediaType: 'text/markdown' }),
    examples: [
      {
        parameters: {
          title: 'Sales',
          sections: [
            { heading: 'In short', content: 'North leads.' },
            { heading: 'Totals', content: TOTALS },
          ],
        },
        result:
          '# Sales\n\n## In short\n\nNorth leads.\n\n## Totals\n\n' +
          '| region | total |\n| --- | ---: |\n| North | 150 |\n| South | 80 |\n',
      },
    ],
  }),
  {
    name: 'saveFile',
    title: 'Save a file',
    description:
      'Save a file for download: write, store or export a text, report, table or data as .md, .txt, .csv, ' +
      '.xlsx (Excel workbook), .json or .html.',
    parameters: parameters(['name', 'content'], {
      name: part.file('File name', 'Such as "report.md"; its ending decides the format.'),
      content: part.anyJson('Content', 'Text is saved as it is; rows become CSV, an Excel sheet or JSON.'),
    }),
    _output: part.record('saved-file', {
      name: part.file('File'),
      bytes: { ...part.wholeNumber('Bytes'), minimum: 0 },
    }),
    effect: 'write',
    idempotent: true,
    timeoutMs: 60_000,
    examples: [
      { parameters: { name: 'hello.txt', content: 'Hello' }, result: { name: 'hello.txt', bytes: 5 } },
    ],
  },
  computes({
    name: 'note',
    title: 'Write a note',
    description:
      'Write a note, remark or message into the journal of the run: remember or log something for the reader.',
    parameters: parameters(['text'], {
      text: part.text('Note', 'What to note; {name} is replaced by the value of that name.', {
        maxLength: 10_000,
      }),
      values: {
        type: 'object',
        title: 'Values',
        description: 'Values by name for the note, such as the total; those it does not name stand below it.',
      },
    }),
    _output: part.text('Note', 'The note as it was written.'),
    examples: [
      { parameters: { text: 'Checked the totals.' }, result: 'Checked the totals.' },
      { parameters: { text: '{count} late orders', values: { count: 3 } }, result: '3 late orders' },
    ],
  }),
];

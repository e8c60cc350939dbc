/** Contracts of the tools that read a dropped file. Knows no code behind them. */

import {
  anyJson,
  type CompleteContract,
  csvReading,
  file,
  parameters,
  rows,
  text,
} from './contract-parts.ts';

const SALES = 'region,amount\nNorth,120\nSouth,80\n';

const reads = (
  contract: Omit<CompleteContract, 'effect' | 'idempotent' | 'timeoutMs'>,
): CompleteContract => ({
  ...contract,
  effect: 'read',
  idempotent: true,
  timeoutMs: 60_000,
});

const fileName = file({
  title: 'File',
  description: 'Name of a file that was dropped beside the goal, such as "sales.csv".',
});

export const fileTools: readonly CompleteContract[] = [
  reads({
    name: 'readText',
    title: 'Read a text file',
    description:
      'Read a dropped text file: open and load a document, letter, notes, log, transcript or Markdown ' +
      '(txt, md, log and any other plain text) and give its whole text.',
    parameters: parameters({ file: fileName }, ['file']),
    _output: text({ title: 'Text', description: 'The whole text of the file.' }),
    examples: [
      {
        parameters: { file: 'notes.md' },
        files: { 'notes.md': '# Plan\nShip it.' },
        result: '# Plan\nShip it.',
      },
    ],
  }),
  reads({
    name: 'readCsv',
    title: 'Read a CSV table',
    description:
      'Read a dropped CSV or TSV file: open and load a spreadsheet or table of data with a header line ' +
      'and give its rows, with numbers as numbers.',
    parameters: parameters(
      {
        file: fileName,
        ...csvReading,
      },
      ['file'],
    ),
    _output: rows({ title: 'Rows', description: 'The table: one object a row, keyed by column name.' }),
    examples: [
      {
        parameters: { file: 'sales.csv' },
        files: { 'sales.csv': SALES },
        result: [
          { region: 'North', amount: 120 },
          { region: 'South', amount: 80 },
        ],
      },
    ],
  }),
  reads({
    name: 'readJson',
    title: 'Read a JSON file',
    description: 'Read a dropped JSON file: open and load structured data (an object or a list) from it.',
    parameters: parameters({ file: fileName }, ['file']),
    _output: anyJson({ title: 'Data', description: 'What the file holds.' }),
    examples: [
      {
        parameters: { file: 'team.json' },
        files: { 'team.json': '{"team": ["Ada"]}' },
        result: { team: ['Ada'] },
      },
    ],
  }),
  reads({
    name: 'readHtml',
    title: 'Read an HTML page',
    description:
      'Read a dropped HTML file: open a saved web page and give its readable text without tags, scripts ' +
      'and styles.',
    parameters: parameters({ file: fileName }, ['file']),
    _output: text({ title: 'Text', description: 'The readable text of the page, a line for each block.' }),
    examples: [
      {
        parameters: { file: 'page.html' },
        files: { 'page.html': '<title>T</title><h1>Hello</h1><p>Good <b>day</b>.</p><script>x()</script>' },
        result: 'Hello\nGood day.',
      },
    ],
  }),
];

/** Contracts of the tools that read a dropped file. Knows no code behind them. */

import { type CompleteContract, csvReading, headerOfTable, parameters, part } from './contract-parts.ts';

const SALES = 'region,amount\nNorth,120\nSouth,80\n';

/** The least that is a PDF: one page with one word. */
const LETTER = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 33>>stream
BT /F 9 Tf 9 9 Td (Hello) Tj ET

endstream endobj
trailer<</Root 1 0 R>>
`;

const reads = (
  contract: Omit<CompleteContract, 'effect' | 'idempotent' | 'timeoutMs'>,
): CompleteContract => ({ ...contract, effect: 'read', idempotent: true, timeoutMs: 60_000 });

const fileName = part.file('File', 'Name of a file that was dropped beside the goal, such as "sales.csv".');

export const fileTools: readonly CompleteContract[] = [
  reads({
    name: 'readText',
    title: 'Read a text file',
    description:
      'Read a dropped text file: open and load a document, letter, notes, log, transcript or Markdown ' +
      '(txt, md, log and any other plain text) and give its whole text.',
    parameters: parameters(['file'], { file: fileName }),
    _output: part.text('Text', 'The whole text of the file.'),
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
    parameters: parameters(['file'], { file: fileName, ...csvReading }),
    _output: part.rows('Rows', 'The table: one object a row, keyed by column name.'),
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
    name: 'readXlsx',
    title: 'Read an Excel sheet',
    description:
      'Read a dropped Excel workbook (.xlsx): open and load one sheet, a spreadsheet or table of data with a ' +
      'header row, and give its rows, with numbers as numbers and dates as ISO text.',
    parameters: parameters(['file'], {
      file: fileName,
      sheet: part.text('Sheet', 'Name of the sheet; the first that holds something where it is left out.', {
        maxLength: 255,
      }),
      header: headerOfTable,
    }),
    _output: part.rows('Rows', 'The sheet: one object a row, keyed by column name.'),
    examples: [
      {
        parameters: { file: 'sales.xlsx' },
        files: { 'sales.xlsx': [{ region: 'North', amount: 120 }] },
        result: [{ region: 'North', amount: 120 }],
      },
    ],
  }),
  reads({
    name: 'readPdf',
    title: 'Read the text of a PDF',
    description:
      'Read a dropped PDF file: open and load a document, invoice, contract or letter and give the text of its ' +
      'pages. Pictures of pages (scans) have none.',
    parameters: parameters(['file'], { file: fileName }),
    _output: part.text('Text', 'The text, page after page, an empty line between them.'),
    examples: [{ parameters: { file: 'letter.pdf' }, files: { 'letter.pdf': LETTER }, result: 'Hello' }],
  }),
  reads({
    name: 'readJson',
    title: 'Read a JSON file',
    description:
      'Read a dropped JSON file: open and load structured data (an object or a list) from it. ' +
      'JSON Lines, a value a line, are a list.',
    parameters: parameters(['file'], { file: fileName }),
    _output: part.anyJson('Data', 'What the file holds.'),
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
    parameters: parameters(['file'], { file: fileName }),
    _output: part.text('Text', 'The readable text of the page, a line for each block.'),
    examples: [
      {
        parameters: { file: 'page.html' },
        files: { 'page.html': '<title>T</title><h1>Hello</h1><p>Good <b>day</b>.</p><script>x()</script>' },
        result: 'Hello\nGood day.',
      },
    ],
  }),
];

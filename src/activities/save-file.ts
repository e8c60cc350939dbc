/** Offers a file for download and keeps it with the run. */

import { isObject, type Json } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { columnsOf } from './columns.ts';
import { printCsv } from './csv.ts';
import { nameOf, quote } from './describe.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { throwIfStopped } from './turns.ts';

function tableIn(content: Json, name: string, needed: string): Row[] {
  if (Array.isArray(content) && content.every(isObject)) return content as Row[];
  throw badArguments(`${quote(name)} needs ${needed}, but the content is ${nameOf(content)}.`);
}

const TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  txt: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const saveFile: Computation = async (params, context) => {
  const name = fileName(param.text(params, 'name', 255));
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const content = await contentFor(ending, param.json(params, 'content'), name);
  throwIfStopped(context.signal);
  const type = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
  const saved = await context.saveFile(name, type ?? 'text/plain', content);
  return { name: saved.name, bytes: saved.bytes };
};

/** A bare name: a path could leave the folder it is saved in, and some systems cut at odd characters. */
function fileName(written: string): string {
  const name = written.trim();
  if (name === '' || name.startsWith('.') || /[\\/:*?"<>|\p{Cc}\p{Cf}]/u.test(name)) {
    throw badArguments(
      `${name === '' ? 'An empty text' : quote(name)} cannot be a file name. Use letters, digits, spaces, - and _ ` +
        'with an ending, such as report.md.',
    );
  }
  return name;
}

async function contentFor(ending: string, content: Json, name: string): Promise<string | Uint8Array> {
  if (ending === 'xlsx') {
    const rows = tableIn(content, name, 'a table of rows');
    return (await import('./workbook.ts')).printWorkbook(rows, columnsOf(rows));
  }
  if (typeof content === 'string') return content;
  if (ending === 'csv' || ending === 'tsv') {
    const rows = tableIn(content, name, 'text or a table of rows');
    return printCsv(rows, columnsOf(rows), ending === 'tsv' ? '\t' : ',');
  }
  // Under these names only their own writers can open it.
  if (/^(?:xlsm?|xlsb|ods|pdf|docx?|pptx?|zip|png|jpe?g|gif)$/.test(ending)) {
    throw badArguments(
      `${quote(name)} can't be written: a table is saved as .xlsx, .csv or .json, a text as .md, .txt or .html.`,
    );
  }
  return `${JSON.stringify(content, null, 2)}\n`;
}

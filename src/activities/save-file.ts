/** Offers a file for download and keeps it with the run. */

import { faultOfFileName } from '../lib/file-name.ts';
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

/** @throws ActivityError `invalid-arguments` for what is no bare name of a file that can be saved (`faultOfFileName`) */
function fileName(written: string): string {
  const name = written.trim();
  const fault = faultOfFileName(name);
  if (fault === undefined) return name;
  throw badArguments(
    `${quote(name)} cannot be a file name: it ${fault}. Use letters, digits, spaces, - and _ with an ending such as ` +
      '.md, .txt, .csv, .json or .xlsx.',
  );
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
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Markdown out of data. What comes from data is escaped: it can make no heading, link, image or HTML. */

import { hasOwn, isObject, type Json } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { isChart } from './chart.ts';
import { cell, columnsOf, findColumns, isEmptyCell } from './columns.ts';
import { asText } from './compare.ts';
import { nameOf } from './describe.ts';
import { badArguments, param, type Row } from './parameters.ts';

function markdownTable(rows: readonly Row[], columns: readonly string[], limit: number): string {
  if (columns.length === 0) return 'No rows.\n';
  const shown = rows.slice(0, limit);
  const numeric = columns.map((name) => isNumeric(shown.map((row) => cell(row, name))));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const more = rows.length - shown.length;
  return [
    line(columns.map(escapeCell)),
    line(numeric.map((isNumber) => (isNumber ? '---:' : '---'))),
    ...shown.map((row) => line(columns.map((name) => escapeCell(asText(cell(row, name)))))),
    more > 0 ? `\n… and ${more.toLocaleString('en')} more rows.\n` : '',
  ].join('');
}

const isNumeric = (values: readonly Json[]): boolean =>
  values.some((value) => typeof value === 'number') &&
  values.every((value) => typeof value === 'number' || isEmptyCell(value));

const escapeText = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, '\\$&');

const escapeCell = (text: string): string => escapeText(text).replace(/\s*[\r\n]+\s*/g, ' ');

/** One line, whatever is in it. */
const heading = (level: number, text: string): string => `${'#'.repeat(level)} ${escapeCell(text).trim()}\n`;

const MAX_ROWS_SHOWN = 1000;

/**
 * Text is Markdown as it stands, since the person or a report wrote it. A chart is a fenced block
 * `chart`, which the page draws and other readers show as data. Rows are a table, a list of values a
 * list, an object its names and values.
 */
function markdownOf(content: Json): string {
  if (content === null) return 'Nothing.\n';
  if (typeof content === 'string') return `${content.trimEnd()}\n`;
  if (typeof content !== 'object') return `${content}\n`;
  if (isChart(content)) return fence('chart', JSON.stringify(content));
  if (Array.isArray(content)) return listOf(content);
  const entries = Object.entries(content);
  if (entries.every(([, value]) => typeof value !== 'object' || value === null)) {
    return entries.map(([name, value]) => `- ${escapeCell(name)}: ${escapeCell(asText(value))}\n`).join('');
  }
  return fence('json', JSON.stringify(content, null, 2));
}

function listOf(items: readonly Json[]): string {
  if (items.length === 0) return 'None.\n';
  if (items.every(isObject)) {
    const rows = items as readonly Row[];
    return markdownTable(rows, columnsOf(rows), MAX_ROWS_SHOWN);
  }
  const shown = items.slice(0, MAX_ROWS_SHOWN).map((item) => `- ${escapeCell(asText(item))}\n`);
  const more = items.length - shown.length;
  return [...shown, more > 0 ? `\n… and ${more.toLocaleString('en')} more.\n` : ''].join('');
}

/** Longer than any run of backticks inside, so that nothing in the data can close it. */
function fence(language: string, body: string): string {
  const longest = Math.max(2, ...Array.from(body.matchAll(/`+/g), (run) => run[0].length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${body}\n${ticks}\n`;
}

/** A Markdown table of rows. */
export const makeTable: Computation = (params) => {
  const rows = param.rows(params, 'rows');
  const asked = param.optionalTexts(params, 'columns');
  const columns =
    asked === undefined || asked.length === 0 ? columnsOf(rows) : findColumns(rows, asked, 'columns');
  const limit = param.optionalNumber(params, 'limit', { min: 1, max: 10_000, whole: true }) ?? 1000;
  return markdownTable(rows, columns, limit);
};

/** A Markdown report out of sections. */
export const makeReport: Computation = (params) => {
  const title = param.text(params, 'title', 300);
  const sections = param.list(params, 'sections', 200);
  return [heading(1, title), ...sections.map(printSection)].join('\n');
};

/** A section is `{heading?, content}`; a bare text, table or chart is taken as the content. */
function printSection(section: Json, at: number): string {
  if (!isObject(section) || !hasOwn(section, 'content')) return markdownOf(section);
  const content = markdownOf(section.content as Json);
  const title = hasOwn(section, 'heading') ? section.heading : undefined;
  if (title === undefined || title === null || title === '') return content;
  if (typeof title !== 'string') {
    throw badArguments(`The heading of section ${at + 1} must be text, but it is ${nameOf(title)}.`);
  }
  return `${heading(2, title)}\n${content}`;
}

/** Which code is behind which built-in tool. Each is loaded when it is first needed, so that the worker starts small. */

import { hasOwn } from '../lib/json.ts';
import type { Activity } from './activity.ts';

const LOADERS: Readonly<Record<string, () => Promise<Activity>>> = {
  readText: async () => (await import('./read-text.ts')).readText,
  readCsv: async () => (await import('./read-csv.ts')).readCsv,
  readJson: async () => (await import('./read-json.ts')).readJson,
  readHtml: async () => (await import('./read-html.ts')).readHtml,
  splitText: async () => (await import('./split-text.ts')).splitText,
  joinText: async () => (await import('./join-text.ts')).joinText,
  matchText: async () => (await import('./match-text.ts')).matchText,
  replaceText: async () => (await import('./replace-text.ts')).replaceText,
  template: async () => (await import('./template.ts')).template,
  extractFields: async () => (await import('./extract-fields.ts')).extractFields,
  countWords: async () => (await import('./count-words.ts')).countWords,
  summarizeText: async () => (await import('./summarize-text.ts')).summarizeText,
  keywords: async () => (await import('./keywords.ts')).keywords,
  compareTexts: async () => (await import('./compare-texts.ts')).compareTexts,
  hashText: async () => (await import('./hash-text.ts')).hashText,
  parseCsv: async () => (await import('./parse-csv.ts')).parseCsv,
  parseJson: async () => (await import('./parse-json.ts')).parseJson,
  convertData: async () => (await import('./convert-data.ts')).convertData,
  filterRows: async () => (await import('./filter-rows.ts')).filterRows,
  sortRows: async () => (await import('./sort-rows.ts')).sortRows,
  groupRows: async () => (await import('./group-rows.ts')).groupRows,
  joinRows: async () => (await import('./join-rows.ts')).joinRows,
  appendRows: async () => (await import('./append-rows.ts')).appendRows,
  selectColumns: async () => (await import('./select-columns.ts')).selectColumns,
  addColumn: async () => (await import('./add-column.ts')).addColumn,
  removeDuplicates: async () => (await import('./remove-duplicates.ts')).removeDuplicates,
  listColumn: async () => (await import('./list-column.ts')).listColumn,
  queryJson: async () => (await import('./query-json.ts')).queryJson,
  calculate: async () => (await import('./calculate.ts')).calculate,
  statistics: async () => (await import('./statistics.ts')).statistics,
  convertUnits: async () => (await import('./convert-units.ts')).convertUnits,
  parseDate: async () => (await import('./parse-date.ts')).parseDate,
  dateDifference: async () => (await import('./date-difference.ts')).dateDifference,
  addToDate: async () => (await import('./add-to-date.ts')).addToDate,
  formatDate: async () => (await import('./format-date.ts')).formatDate,
  makeChart: async () => (await import('./make-chart.ts')).makeChart,
  makeTable: async () => (await import('./make-table.ts')).makeTable,
  makeReport: async () => (await import('./make-report.ts')).makeReport,
  saveFile: async () => (await import('./save-file.ts')).saveFile,
  note: async () => (await import('./note.ts')).note,
  wait: async () => (await import('./wait.ts')).wait,
  askPerson: async () => (await import('./ask-person.ts')).askPerson,
  decide: async () => (await import('./decide.ts')).decide,
  httpGet: async () => (await import('./http-get.ts')).httpGet,
  httpSend: async () => (await import('./http-send.ts')).httpSend,
};

/** undefined where no activity has that name: the tool is then latent or comes from elsewhere. */
export function activityFor(name: string): Promise<Activity> | undefined {
  // Own names only: a tool called "toString" has no code here.
  return hasOwn(LOADERS, name) ? LOADERS[name]?.() : undefined;
}

/** Whether a name has code here, without loading it. */
export const hasActivity = (name: string): boolean => hasOwn(LOADERS, name);

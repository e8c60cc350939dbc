/**
 * Which code is behind which built-in tool, and where it is run. Each is loaded when it is first needed, so that
 * the worker starts small.
 */

import { hasOwn, type JsonObject } from '../lib/json.ts';
import { type Weighed, weightOf } from '../lib/weight.ts';
import type { Activity, Computation } from './activity.ts';

interface Code {
  readonly load: () => Promise<Activity>;
  /**
   * The largest parameters with which it is run in the thread of whoever runs the plan (`weightOf`); larger ones go to
   * a thread of their own, which can be ended. A small call takes some ms at most, the way to a thread and back half of one.
   */
  readonly inPlaceUpTo: number;
  /** The same for the first rows of a preview (L-83), whose many calls in a row would spend their time on the way. */
  readonly headInPlaceUpTo: number;
}

const upTo = (load: Code['load'], inPlaceUpTo: number, headInPlaceUpTo = inPlaceUpTo): Code => ({
  load,
  inPlaceUpTo,
  headInPlaceUpTo,
});

/** Waits, asks, sends or only looks at one value: it computes nothing, and needs more of its host than a computation may. */
const here = (load: () => Promise<Activity>): Code => upTo(load, Number.POSITIVE_INFINITY);
/** Takes a time linear in what it is given: of a thousand rows some ms, with a date or a word in each 40 at most. */
const linear = (load: () => Promise<Computation>): Code => upTo(load, 20_000, 200_000);
/** Takes longer than its input is long: a pattern or a formula over data, each with each. */
const steep = (load: () => Promise<Computation>): Code => upTo(load, 1_000);
/** Reads a file of any size, or runs a program in which any loop can be written. */
const heavy = (load: () => Promise<Computation>): Code => upTo(load, 0);

const CODE: Readonly<Record<string, Code>> = {
  readText: heavy(async () => (await import('./text-data.ts')).readText),
  readCsv: heavy(async () => (await import('./text-data.ts')).readCsv),
  readJson: heavy(async () => (await import('./text-data.ts')).readJson),
  readHtml: heavy(async () => (await import('./read-html.ts')).readHtml),
  readXlsx: heavy(async () => (await import('./workbook.ts')).readXlsx),
  readPdf: heavy(async () => (await import('./pdf-text.ts')).readPdf),
  splitText: linear(async () => (await import('./text-pieces.ts')).splitText),
  joinText: linear(async () => (await import('./text-pieces.ts')).joinText),
  matchText: steep(async () => (await import('./text-patterns.ts')).matchText),
  replaceText: steep(async () => (await import('./text-patterns.ts')).replaceText),
  template: linear(async () => (await import('./template.ts')).template),
  extractFields: steep(async () => (await import('./text-patterns.ts')).extractFields),
  countWords: linear(async () => (await import('./text-pieces.ts')).countWords),
  summarizeText: steep(async () => (await import('./summarize-text.ts')).summarizeText),
  keywords: linear(async () => (await import('./text-pieces.ts')).keywords),
  compareTexts: steep(async () => (await import('./compare-texts.ts')).compareTexts),
  hashText: linear(async () => (await import('./text-data.ts')).hashText),
  parseCsv: linear(async () => (await import('./text-data.ts')).parseCsv),
  parseJson: linear(async () => (await import('./text-data.ts')).parseJson),
  convertData: linear(async () => (await import('./text-data.ts')).convertData),
  filterRows: linear(async () => (await import('./filter-rows.ts')).filterRows),
  sortRows: linear(async () => (await import('./sort-rows.ts')).sortRows),
  groupRows: linear(async () => (await import('./group-rows.ts')).groupRows),
  joinRows: steep(async () => (await import('./join-rows.ts')).joinRows),
  appendRows: linear(async () => (await import('./table-shape.ts')).appendRows),
  selectColumns: linear(async () => (await import('./table-shape.ts')).selectColumns),
  addDatePart: linear(async () => (await import('./dates.ts')).addDatePart),
  addFigure: linear(async () => (await import('./add-figure.ts')).addFigure),
  pivotRows: linear(async () => (await import('./group-rows.ts')).pivotRows),
  expandRows: linear(async () => (await import('./table-shape.ts')).expandRows),
  splitRows: linear(async () => (await import('./group-rows.ts')).splitRows),
  unpivotRows: linear(async () => (await import('./table-shape.ts')).unpivotRows),
  compareTables: linear(async () => (await import('./join-rows.ts')).compareTables),
  addColumn: steep(async () => (await import('./add-column.ts')).addColumn),
  removeDuplicates: linear(async () => (await import('./table-shape.ts')).removeDuplicates),
  listColumn: linear(async () => (await import('./table-shape.ts')).listColumn),
  queryJson: heavy(async () => (await import('./query-json.ts')).queryJson),
  calculate: steep(async () => (await import('./calculate.ts')).calculate),
  statistics: linear(async () => (await import('./statistics.ts')).statistics),
  convertUnits: linear(async () => (await import('./convert-units.ts')).convertUnits),
  parseDate: linear(async () => (await import('./dates.ts')).parseDate),
  dateDifference: linear(async () => (await import('./dates.ts')).dateDifference),
  addToDate: linear(async () => (await import('./dates.ts')).addToDate),
  formatDate: linear(async () => (await import('./dates.ts')).formatDate),
  makeChart: linear(async () => (await import('./make-chart.ts')).makeChart),
  makeTable: linear(async () => (await import('./markdown.ts')).makeTable),
  makeReport: linear(async () => (await import('./markdown.ts')).makeReport),
  saveFile: linear(async () => (await import('./save-file.ts')).saveFile),
  note: here(async () => (await import('./flow.ts')).note),
  wait: here(async () => (await import('./flow.ts')).wait),
  askPerson: here(async () => (await import('./flow.ts')).askPerson),
  decide: here(async () => (await import('./flow.ts')).decide),
  httpGet: here(async () => (await import('./http.ts')).httpGet),
  httpSend: here(async () => (await import('./http.ts')).httpSend),
};

/** undefined where no activity has that name: the tool is then latent or comes from elsewhere. */
export function activityFor(name: string): Promise<Activity> | undefined {
  // Own names only: a tool called "toString" has no code here.
  return hasOwn(CODE, name) ? CODE[name]?.load() : undefined;
}

/** Whether a name has code here, without loading it. */
export const hasActivity = (name: string): boolean => hasOwn(CODE, name);

/** Whether that code only computes, and may be entered in a thread of its own. */
export const computes = (name: string): boolean =>
  hasOwn(CODE, name) && CODE[name]?.inPlaceUpTo !== Number.POSITIVE_INFINITY;

/**
 * Whether a computation with these parameters is done sooner than a thread has heard of it.
 * @param weighed what lists in them weigh, where nobody changes them
 */
export const isSmallFor = (name: string, params: JsonObject, weighed?: Weighed): boolean =>
  isWithin(CODE[name]?.inPlaceUpTo, name, params, weighed);

/** The same, for the first rows of a preview. */
export const isSmallHeadFor = (name: string, params: JsonObject, weighed?: Weighed): boolean =>
  isWithin(CODE[name]?.headInPlaceUpTo, name, params, weighed);

const isWithin = (most = 0, name: string, params: JsonObject, weighed: Weighed | undefined): boolean =>
  hasOwn(CODE, name) && weightOf(params, most, weighed) <= most;

/** The versions of the code that comes with the app, which an approval signs (L-70). */

/** Raised only where the same call would do something else than before, and never for a better sentence or a quicker way. */
const RAISED: Readonly<Record<string, number>> = {
  // Refuse a redirect, send the idempotency key on every attempt, ask a server first whether pages may write to it (L-40a).
  httpGet: 2,
  httpSend: 2,
  // Writes a workbook under .xlsx, numbers and days as such, and refuses names of kinds that it can't write.
  saveFile: 3,
  // Part their cells by the lines' agreement, so that decimal commas are not taken for it. Leave out what stands above the
  // table, and judge whether its first row names the columns.
  readCsv: 3,
  parseCsv: 3,
  readXlsx: 2,
  // Read numbers and dates as they are written: decimal commas, thousands, units, day first; or refuse the cell.
  filterRows: 2,
  sortRows: 2,
  groupRows: 2,
  decide: 2,
  statistics: 2,
  makeChart: 2,
  // Reckon with texts; sum, mean and their like over several cells leave empty ones out.
  addColumn: 3,
  calculate: 3,
  // Lines that end without a full stop are not glued; an initial ends no sentence.
  summarizeText: 3,
  splitText: 2,
  countWords: 2,
};

/** 1 where the code has done the same since approvals cover it. */
export const codeVersion = (activity: string): number =>
  Object.hasOwn(RAISED, activity) ? (RAISED[activity] ?? 1) : 1;

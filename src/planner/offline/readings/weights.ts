/** What speaks against a reading, and how much. The one place for it; no feature names a word, a column or a goal. */

/** Costs; what is not said of a reading costs nothing. */
export const WEIGHTS = {
  // What is left over.
  uncovered: 2.4,
  uncoveredTurn: 3,
  uncoveredPer: 0.9,
  // How the words fit.
  weakName: 0.5,
  otherName: 0.4,
  smallWord: 0.9,
  wishAsCell: 0.8,
  columnAsFigure: 0.5,
  figureAsColumn: 0.25,
  fileAsColumn: 0.5,
  otherCell: 0.3,
  // Keys.
  bareKey: 1.5,
  listedKey: 0.25,
  rankedKey: 0.2,
  askedKey: 0.35,
  subjectKey: 0.55,
  ownKey: 1.2,
  measureKey: 1,
  byMeasureKey: 0.7,
  wholeDateKey: 0.3,
  partAlone: 1.6,
  // Measures, figures and ranks.
  identifierMeasure: 1.2,
  farFigure: 0.15,
  perMeasure: 0.8,
  extremeFigure: 0.55,
  plainRank: 0.1,
  loneEnd: 0.9,
  implicitColumn: 0.25,
  // Columns to see.
  shown: 0.45,
  shownInside: 1.4,
  rowsName: 0.15,
  rowsOther: 0.9,
  idleWord: 0.1,
  // Whole forms.
  onlyShown: 0.7,
  rankAlone: 1.6,
  freeShown: 1.5,
  nothing: 2.5,
  asksPerson: 0.9,
  usualFigure: 0.45,
  usualMeasure: 0.3,
  freeMeasure: 0.9,
  freeFigure: 0.35,
  guessedGroup: 0.8,
  rankOfNothing: 0.8,
  orderAndRank: 0.7,
  shownWithFigures: 1.8,
  groupOfOne: 0.9,
  contradiction: 3,
  countedAlone: 2.5,
  twoKeysAlike: 1,
  keyOfCondition: 0.9,
  lostFigure: 2.4,
  lostOrder: 1.5,
  asksForGroups: 0.3,
  groupOfRows: 2,
  shareOfNothing: 0.6,
} as const;

export type Feature = keyof typeof WEIGHTS;

/** A reading that costs more has something in it that was guessed: it is not taken in place of a question. */
export const SURE = 1.4;

export const costOf = (features: readonly Feature[]): number =>
  features.reduce((sum, feature) => sum + WEIGHTS[feature], 0);

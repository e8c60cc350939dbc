/** Every tool that comes with the app. Plans may bring more; of two of one name the latest wins (L-35). */

import type { CompleteContract } from './contract-parts.ts';
import { figureTools } from './figure-tools.ts';
import { fileTools } from './file-tools.ts';
import { flowTools } from './flow-tools.ts';
import { httpTools } from './http-tools.ts';
import { nestedTools } from './nested-tools.ts';
import { numberTools } from './number-tools.ts';
import { resultTools } from './result-tools.ts';
import { tableTools } from './table-tools.ts';
import { textAnalysisTools } from './text-analysis-tools.ts';
import { textTools } from './text-tools.ts';

/** Each of these is a `ToolContract` in which nothing is left out. */
export const builtInTools: readonly CompleteContract[] = [
  ...fileTools,
  ...textTools,
  ...textAnalysisTools,
  ...tableTools,
  ...figureTools,
  ...nestedTools,
  ...numberTools,
  ...resultTools,
  ...flowTools,
  ...httpTools,
];

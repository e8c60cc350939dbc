/** Every tool that comes with the app. Plans may bring more; of two of one name the latest wins (L-35). */

import type { ToolContract } from '../plan/contract-shape.ts';
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

/** What a group of tools works on, as a card shows it. */
export type ToolFamily = 'file' | 'text' | 'table' | 'figure' | 'number' | 'result' | 'flow' | 'web';

const GROUPS: readonly (readonly [ToolFamily, readonly CompleteContract[]])[] = [
  ['file', fileTools],
  ['text', textTools],
  ['text', textAnalysisTools],
  ['table', tableTools],
  ['figure', figureTools],
  ['table', nestedTools],
  ['number', numberTools],
  ['result', resultTools],
  ['flow', flowTools],
  ['web', httpTools],
];

/** Each of these is a `ToolContract` in which nothing is left out. */
export const builtInTools: readonly CompleteContract[] = GROUPS.flatMap(([, tools]) => tools);

const families = new Map<ToolContract, ToolFamily>(
  GROUPS.flatMap(([family, tools]) => tools.map((tool) => [tool, family] as const)),
);

/** undefined for a tool that does not come with the app. */
export const familyOf = (contract: ToolContract): ToolFamily | undefined => families.get(contract);

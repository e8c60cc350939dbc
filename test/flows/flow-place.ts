/** A place with the built-in tools and a model, and a plan to look at there. */

import type { FlowSetting } from '../../src/flows/use.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

export const BUILT_IN = catalogueOf(builtInTools);
export const PLACE: FlowSetting = {
  catalogue: BUILT_IN,
  hasActivity: (name) => BUILT_IN.get(name) !== undefined,
  contractBehind: BUILT_IN.get,
  modelServer: 'models.example',
};

export const planOf = (calls: readonly Call[], more: Partial<Plan> = {}): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls,
  ...more,
});

export const READ: Call = { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' };

/** The code of this device as every screen has it, where no model is asked about. */

import { BUILT_INS } from '../tools/built-ins.ts';
import type { FlowSetting } from './use.ts';

export const ON_DEVICE: FlowSetting = {
  catalogue: BUILT_INS,
  hasActivity: (name) => BUILT_INS.get(name) !== undefined,
  contractBehind: BUILT_INS.get,
};

/** An open step (section 2): a call of the reserved tool `open`, whose words stand in its description. Knows no tools. */

import type { Call } from './document.ts';

/** Stands for what nobody has planned yet. */
export const OPEN_TOOL = 'open';

/** Where the plan has no tool of its own of that name. */
export const isOpenStep = ({ _tool, _delegate }: Call): boolean =>
  _tool === OPEN_TOOL && _delegate === undefined;

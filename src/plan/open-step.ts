/** Calls that do nothing yet: an open step (section 2), whose words stand in its description, and one switched off (L-37). */

import type { Call } from './document.ts';

/** Stands for what nobody has planned yet. */
export const OPEN_TOOL = 'open';

/** Where the plan has no tool of its own of that name. */
export const isOpenStep = ({ _tool, _delegate }: Call): boolean =>
  _tool === OPEN_TOOL && _delegate === undefined;

/** Switched off by the person: it does not run (L-37). */
export const isOff = ({ _off }: Pick<Call, '_off'>): boolean => _off === true;

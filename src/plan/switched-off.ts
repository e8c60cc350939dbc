/** Whether a person has switched a call off (L-37). */

import type { Call } from './document.ts';

/** Switched off by the person: it does not run (L-37). */
export const isOff = ({ _off }: Pick<Call, '_off'>): boolean => _off === true;

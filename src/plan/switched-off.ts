/** Whether a person has switched a call off (L-37). */

import type { Call } from './document.ts';

export const isOff = ({ _off }: Pick<Call, '_off'>): boolean => _off === true;

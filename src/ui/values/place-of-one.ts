/** Where a value is opened that a person has not put anywhere yet: beside the canvas, where there is room for both. */

import type { Viewed } from '../../stores/session.ts';

export const placeOfOne = (): Viewed['place'] => (innerWidth < 1100 ? 'full' : 'beside');

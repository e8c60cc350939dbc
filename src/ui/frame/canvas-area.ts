/** The canvas as the frame draws it: fetched as soon as the first screen can be used, and drawn when it is wanted. */

import { late } from '../parts/late.tsx';

/** Stands in its place, empty, until it has come. */
export const CanvasArea = late(() => import('./CanvasArea.tsx'));

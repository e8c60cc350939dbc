/** The canvas as the frame draws it: fetched as soon as the first screen can be used, and drawn when it is wanted. */

import { late } from '../parts/late.tsx';

export const CanvasArea = late(() =>
  import('./CanvasArea.tsx').then((module) => ({ default: module.CanvasArea })),
);

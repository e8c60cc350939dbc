/** The class that gives an element the colour of a path. */

import hues from './hue.module.css';
import type { Hue } from './path-hue.ts';

export const hueClass = (hue: Hue): string => hues[`hue${hue}`] ?? '';

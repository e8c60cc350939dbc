/**
 * A Vite plugin that leaves out what React Flow brings and the canvas never asks for: its animations (the canvas moves
 * its view itself) with the mixing of colours and texts they need, and its parts that nobody names. A seventh of what is
 * fetched until a plan stands on the canvas.
 */

import type { Plugin } from 'vite';

const ANIMATIONS = new Set(['d3-transition', 'd3-interpolate']);
/** Charts are drawn with the same packages and use all of them. */
const OF_REACT_FLOW = /[\\/](?:@xyflow[\\/]system|d3-zoom)[\\/]/;
const NONE = '\0obelus-no-animations';

export function leanPackages(): Plugin {
  return {
    name: 'obelus-lean-packages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          // React's wrappers have no effect: a component that is wrapped at its definition, and not named, can go.
          treeshake: { manualPureFunctions: ['memo', 'forwardRef', 'createContext'] },
        },
      },
    }),
    resolveId: (source, importer) =>
      ANIMATIONS.has(source) && OF_REACT_FLOW.test(importer ?? '') ? NONE : undefined,
    load: (id) => (id === NONE ? NO_ANIMATIONS : undefined),
  };
}

/**
 * Nothing is ever animated by these packages, so there is nothing to interrupt. Whoever asks for an animation
 * (React Flow's `duration`) meets an error at once instead of a view that stays.
 */
const NO_ANIMATIONS = `
import { selection } from 'd3-selection';
export const interrupt = () => {};
selection.prototype.interrupt = function () { return this; };
export const interpolate = undefined;
export const interpolateZoom = undefined;
`;

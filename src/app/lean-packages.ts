/**
 * A Vite plugin that leaves out what packages bring and the page never asks for: React Flow's animations (the canvas moves
 * its view itself) with the mixing of colours and texts they need, its parts that nobody names, and what it does only for
 * props that the canvas never gives; of React, what goes from view to view; of zod, its trying whether texts may be run; of
 * the icons, their names, keys and ways of being set that nobody uses.
 */

import type { Plugin } from 'vite';

const ANIMATIONS = new Set(['d3-transition', 'd3-interpolate']);
/** Charts are drawn with the same packages and use all of them. */
const OF_REACT_FLOW = /[\\/](?:@xyflow[\\/]system|d3-zoom)[\\/]/;
const NONE = '\0obelus-no-animations';

/** Draws nothing, or answers nothing, as the package itself would with the props of `ui/canvas/Canvas.tsx`. */
const NOTHING = '() => null';
const never = (without: string): string =>
  `() => { throw new Error('Left out of this build: ${without} (src/app/lean-packages.ts).'); }`;

/** By file of the package: what stands in the place of what it defines by that name. */
const LEFT_OUT: readonly { readonly file: RegExp; readonly parts: Readonly<Record<string, string>> }[] = [
  {
    file: /[\\/]@xyflow[\\/]react[\\/]dist[\\/]esm[\\/]index\.m?js$/,
    parts: {
      // `edgeTypes` and `nodeTypes` name all that is drawn.
      builtinEdgeTypes: '{}',
      builtinNodeTypes: '{}',
      createBezierEdge: NOTHING,
      createSimpleBezierEdge: NOTHING,
      createSmoothStepEdge: NOTHING,
      createStepEdge: NOTHING,
      createStraightEdge: NOTHING,
      MarkerDefinitions: NOTHING,
      getSimpleBezierPath: never('another connectionLineType'),
      // No `onReconnect`, `hideAttribution`, `disableKeyboardA11y` with nothing focusable, no `onInit`.
      EdgeUpdateAnchors: NOTHING,
      Attribution: NOTHING,
      A11yDescriptions: NOTHING,
      useOnInitHandler: NOTHING,
      useMoveSelectedNodes: NOTHING,
      // The canvas asks the store itself; React Flow asks it for `deleteElements` alone, for a key that there is not.
      useReactFlow: '() => ({})',
      // Nodes and edges are given, never kept by it.
      applyNodeChanges: never('defaultNodes'),
      applyEdgeChanges: never('defaultEdges'),
    },
  },
  {
    file: /[\\/]@xyflow[\\/]system[\\/]dist[\\/]esm[\\/]index\.m?js$/,
    parts: {
      getSmoothStepPath: never('another connectionLineType'),
      addEdge: never('defaultEdges'),
      getElementsToRemove: never('deleteElements'),
      handleExpandParent: never('expandParent'),
      // The canvas fits its view itself, and gives all sizes and ports (`useNothingMeasured`).
      fitViewport: never('fitView'),
      getViewportForBounds: never('fitBounds'),
      updateNodeInternals: never('measuring'),
      // By number; what they say stands on the package's pages.
      errorMessages: `new Proxy({}, { get: (_, code) => () => 'React Flow ' + String(code) })`,
      defaultAriaLabelConfig: `{ 'handle.ariaLabel': 'Handle' }`,
    },
  },
  {
    file: /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/,
    // No `<ViewTransition>` is ever drawn.
    parts: { startViewTransition: never('<ViewTransition>') },
  },
  {
    file: /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/,
    // The policy lets nobody make code of a text (security-headers.ts): whoever only tries is reported as breaking it.
    parts: { allowsEval: '{ value: false }' },
  },
  {
    file: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/,
    // The package's own answer to what icons are given here: no provider, no children, no colour or stroke of their own.
    parts: {
      createLucideIcon: `({ node }) => ({ size = 24, className = '', ...rest }) =>
        createElement('svg', {
          xmlns: 'http://www.w3.org/2000/svg',
          width: size,
          height: size,
          viewBox: '0 0 24 24',
          fill: 'none',
          stroke: 'currentColor',
          strokeWidth: 2,
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
          className: ('lucide ' + className).trim(),
          'aria-hidden': Object.keys(rest).some((prop) => /^(?:aria-|role$|title$)/.test(prop)) ? undefined : true,
          ...rest,
        }, ...node.map(([tag, attributes]) => createElement(tag, attributes)))`,
    },
  },
];

/** An icon is its lines. Its name made a class that no style asks for, and its lines never change places. */
const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;
const NOT_LINES = /^ {2}(?:name: "[^"]*"|size: 24),\n|^__iconData\.node;\n|, key: "\w+"/gm;
/** What its style sheet says of parts that are not drawn. */
const STYLES = /[\\/]@xyflow[\\/]react[\\/]dist[\\/]base\.css$/;
const RULE = /([^{}]+)\{[^{}]*\}/g;
const OF_PARTS =
  /__(?:minimap|resize|controls|attribution|panel|arrowhead|edgeupdater|edge-text|background|node-)|\.dark\b/;
const UNUSED = /--xy-(?:minimap|resize|attribution|background-pattern|node)[\w-]*: [^;]*;/g;
const unlessOfParts = (rule: string, selector: string): string => (OF_PARTS.test(selector) ? '' : rule);

const NAMING = /^\w+\.displayName = '\w+';$/gm;

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
    transform(code, id) {
      if (STYLES.test(id)) return { code: code.replace(RULE, unlessOfParts).replace(UNUSED, ''), map: null };
      if (ICON.test(id)) return { code: code.replace(NOT_LINES, ''), map: null };
      const own = LEFT_OUT.find(({ file }) => file.test(id));
      if (!own) return undefined;
      // A name that is given to a component keeps it from being left out.
      const unnamed = code.replace(NAMING, '');
      return {
        code: replaced(unnamed, this.parse(unnamed).body as readonly Statement[], own.parts),
        map: null,
      };
    },
  };
}

/** A statement of a file, as far as it is looked at. */
interface Statement {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string } | null;
  readonly declarations?: readonly { readonly id: { readonly name?: string } }[];
  /** What is exported where it is defined. */
  readonly declaration?: Statement | null;
}

/** @throws where the package defines no such name: another version, which is to be looked at */
function replaced(
  code: string,
  statements: readonly Statement[],
  parts: Readonly<Record<string, string>>,
): string {
  const left = new Map(Object.entries(parts));
  let [made, from] = ['', 0];
  for (const { start, end, declaration, ...itself } of statements) {
    const { id, declarations } = declaration ?? itself;
    const name = id?.name ?? (declarations?.length === 1 ? declarations[0]?.id.name : undefined);
    const part = name === undefined ? undefined : left.get(name);
    if (name === undefined || part === undefined) continue;
    left.delete(name);
    made += `${code.slice(from, start)}${declaration ? 'export ' : ''}const ${name} = ${part};`;
    from = end;
  }
  if (left.size > 0) throw new Error(`The package defines no ${[...left.keys()].join(', ')} any more.`);
  return made + code.slice(from);
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

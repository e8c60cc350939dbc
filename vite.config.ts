/** How the page and its workers are built and served. The policies are response headers: a <meta> one misses the workers. */

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { filesList } from './src/app/files-list.ts';
import { securityHeaders } from './src/app/headers-plugin.ts';
import { leanPackages } from './src/app/lean-packages.ts';
import { planSchemaFile } from './src/app/plan-schema-file.ts';

/**
 * What every plan on the canvas is drawn with, though late parts ask for some of it alone. What is not here is found out by
 * `bench -- bundle`, and what is here and not drawn with as well.
 */
const DRAWN = [
  /\/src\/plan\/(call-shape|connected-writes|expression|free-id|graph|graph-views|instance-scope|open-step)\.ts$/,
  /\/src\/plan\/(input-schema|output-list|output-path|parsed-call|path-table|plan-order|read-call|readers|rows|scan-reference|text-paths|wiring)\.ts$/,
  /\/src\/(lib\/(assert|half-character|nearest|text-numbers)|canvas\/(bezier|camera|card|card-value|drawing|ends|outline|places|plane|scene|selection)|tools\/(built-ins|reach|titles))\.ts$/,
  /\/src\/ui\/(parts\/marks|parts\/while-asked|run\/use-replan-draft|canvas\/canvas-context|canvas\/events|canvas\/long-press|canvas\/Pills|canvas\/FamilyIcon|frame\/(open-part|Strip|PathOfWork))\.tsx?$/,
  /\/src\/layout\//,
  /\/src\/ui\/(parts\/marks|canvas\/(hue|pills|port)|frame\/(PathOfWork|Strip))\.module\.css/,
  // Without d3-selection: in this piece its part that stands for animations is lost, and the view no longer moves.
  /\/node_modules\/(@xyflow|classcat|d3-dispatch|d3-drag|d3-zoom|use-sync-external-store)\//,
  /\/lucide-react\/.*\/(calculator|circle|eye|file-output|file-text|globe|inbox|list|list-tree|message-square|pencil|rotate-ccw-clock|send|sigma|sliders-horizontal|split|table-2|triangle-exclamation-point|type|wrench)\.mjs$/,
];

/** Its way of naming characters writes HTML into the page; the other has a table. */
const NAMED_CHARACTERS = fileURLToPath(import.meta.resolve('decode-named-character-reference'));

export default defineConfig({
  // Relative, so that a build works from any folder of any static host.
  base: './',
  resolve: { alias: { 'decode-named-character-reference': NAMED_CHARACTERS } },
  plugins: [react(), leanPackages(), planSchemaFile(), securityHeaders(), filesList()],
  build: {
    target: 'es2022',
    sourcemap: true,
    // An asset inlined as a data: URL would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the page always fetches comes in one piece: cut up by who else asks for it, each piece is packed by itself.
    // A module that the entry imports is in it whole: what only late parts use of it belongs into a module of its own.
    // A few characters of a hash tell the files of all versions apart, and names of all stand in what is fetched first:
    // what is in a file is told by its map.
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Else a piece takes with it whatever its modules ask for, drawn with or not.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'drawn', test: (id) => DRAWN.some((one) => one.test(id)) },
            // Each piece costs the first screen its name: what is asked for together is one.
            {
              name: 'instance',
              test: /\/src\/(ui\/over-list\/use-instance|run\/(call-counts|instance-events|name-in))\.ts$/,
            },
          ],
        },
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  // A class by its file and its own name: shorter to fetch than a hash, and read at once where the page is looked at.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` } },
  worker: {
    format: 'es',
    plugins: () => [leanPackages()],
    rolldownOptions: {
      // Each in a folder of its own: what the one may reach, by its headers, the other may not.
      output: { entryFileNames: ({ name }) => `assets/${name === 'worker' ? 'runs' : 'pool'}/[hash:7].js` },
    },
  },
  server: { port: 5173 },
  preview: { port: 4173 },
});

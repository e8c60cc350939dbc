/** How the page and its worker are built and served. The policy is a response header: a <meta> one misses the worker. */

import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { filesList } from './src/app/files-list.ts';
import { leanPackages } from './src/app/lean-packages.ts';
import { planSchemaFile } from './src/app/plan-schema-file.ts';
import { securityHeaders } from './src/app/security-headers.ts';

export default defineConfig({
  // Relative, so that a build works from any folder of any static host.
  base: './',
  plugins: [react(), leanPackages(), planSchemaFile(), filesList()],
  build: {
    target: 'es2022',
    sourcemap: true,
    // An asset inlined as a data: URL would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the page always fetches comes in one piece: cut up by who else asks for it, each piece is packed by itself.
    // A module that the entry imports is in it whole: what only late parts use of it belongs into a module of its own.
    // Seven characters of a hash tell the files of all versions apart; the names of all stand in what is fetched first.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  // A class by its file and its own name: shorter to fetch than a hash, and read at once where the page is looked at.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` } },
  worker: { format: 'es' },
  server: { port: 5173 },
  preview: { port: 4173, headers: securityHeaders },
});

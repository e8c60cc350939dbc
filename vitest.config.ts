import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumExecutable, chromiumFlags } from './scripts/chromium.ts';
import { builtWorker } from './test/executor/built-worker.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/**/*.browser.test.*'],
          environment: 'node',
          // Modules are read once a worker, which is nearly half of the work: tests own no state of a module.
          isolate: false,
          // Some start a process of their own, on machines that are busy with others.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [builtWorker()],
        // Found late, they would be bundled while tests run, and the page would reload under them.
        optimizeDeps: {
          include: [
            ...['openai', 'minisearch', '@cfworker/json-schema', 'jsonrepair', 'stemmer', 'fast-check'],
            ...['re2js', 'jsonata', 'papaparse', 'chrono-node', 'fflate'],
            ...['read-excel-file/universal', 'pdfjs-dist/legacy/build/pdf.mjs'],
            // Found only with the palette, it would come with a React of its own.
            'cmdk',
          ],
        },
        test: {
          name: 'browser',
          // How long two tabs are driven at random, beyond the seeds of every day: CONTRIBUTING.md.
          provide: { tabsMinutes: Number(process.env.OBELUS_TABS_MINUTES ?? 0) },
          include: ['test/**/*.browser.test.ts', 'test/**/*.browser.test.tsx'],
          globalSetup: ['test/executor/faulty-server.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumExecutable(), args: chromiumFlags },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});

/** A Vite plugin that publishes the JSON Schema of plans beside the app, where a saved plan's `$schema` points. */

import type { Plugin } from 'vite';
import { planSchema } from '../plan/plan-schema.ts';
import { PLAN_SCHEMA_FILE } from '../plan/vocabulary.ts';

export const planSchemaFile = (): Plugin => ({
  name: 'obelus-plan-schema',
  apply: 'build',
  generateBundle() {
    const source = `${JSON.stringify(planSchema(), null, 2)}\n`;
    this.emitFile({ type: 'asset', fileName: PLAN_SCHEMA_FILE, source });
  },
});

/** Every case of ../shared/conformance, where that folder is there. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFile } from '../src/cli/conformance/run-folder.ts';

const FOLDER = join(import.meta.dirname, '../../shared/conformance');

describe.skipIf(!existsSync(FOLDER))('conformance (skipped where ../shared is absent)', () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [''];

  it.each(files)('every case of %s passes', async (file) => {
    const faults: string[] = [];
    const { passed, failed } = await runFile(join(FOLDER, file), (line) => faults.push(line));
    expect(faults).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(0);
  });
});

/** The cases of ../shared/conformance and of -2, those of the rules that changed since, where those folders are there. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFile } from '../src/cli/conformance/run-folder.ts';

const SHARED = join(import.meta.dirname, '../../shared');

describe.each(['conformance', 'conformance-2'])('%s', (name) => {
  const folder = join(SHARED, name);
  const isThere = existsSync(folder);
  const files = isThere ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];

  it.skipIf(!isThere)('has cases (skipped where ../shared is absent)', () => expect(files).not.toEqual([]));

  it.each(files)('every case of %s passes', async (file) => {
    const faults: string[] = [];
    const { passed, failed } = await runFile(join(folder, file), (line) => faults.push(line));
    expect(faults).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(0);
  });
});

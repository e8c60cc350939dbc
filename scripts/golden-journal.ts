/**
 * Records the journals that `test/run/journals.test.ts` replays: `npx tsx scripts/golden-journal.ts`. One that is there
 * already is left as it is: a journal that an earlier version wrote must still be read. Those of the first rules have
 * the scenario's bare name.
 */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '../src/run/rules.ts';
import { record } from './golden/record.ts';
import { SCENARIOS } from './golden/scenarios.ts';

const FOLDER = join(import.meta.dirname, '../test/run/journals');

for (const scenario of SCENARIOS) {
  const file = join(FOLDER, `${scenario.name}.rules-${RULES}.json`);
  if (existsSync(file)) continue;
  writeFileSync(file, `${JSON.stringify(await record(scenario), null, 1)}\n`);
  process.stdout.write(`${scenario.name}\n`);
}

/** Writes docs/hosting. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostingFiles } from './docs/hosting.ts';

for (const [name, text] of Object.entries(hostingFiles()))
  writeFileSync(join(import.meta.dirname, '../docs/hosting', name), text);

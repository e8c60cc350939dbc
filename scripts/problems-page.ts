/** Writes docs/problems.md. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsPage } from './docs/problems.ts';

writeFileSync(join(import.meta.dirname, '../docs/problems.md'), problemsPage());

/** Version 3: large values have a table of their own, by run and key (docs/decisions/0013). What there was stays as it is. */

import type { Migration } from './migration.ts';

export const large: Migration = {
  version: 3,
  stores: { large: '[runId+key]' },
};

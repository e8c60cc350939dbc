/** Every version of the database in order. Each is tested on a database kept from before it (test/journal/kept). */

import { tables } from './0001-tables.ts';
import { history } from './0002-history.ts';
import { large } from './0003-large.ts';
import { saves } from './0004-saves.ts';
import type { Migration } from './migration.ts';

export const MIGRATIONS: readonly Migration[] = [tables, history, large, saves];

/** Which file of a plan another one could stand for: next month's for last month's. */

import type { FileProfile } from '../tools/file-profile.ts';
import type { FileRead } from './files-read.ts';
import { columnNamed } from './table-columns.ts';

/**
 * The name of the file that the plan reads and that `other` is most like: it has all columns that the plan names of it, and
 * at least half of those there are. Undefined where the plan reads `other` itself, or none is like it.
 */
export function fileAlike(
  other: FileProfile,
  read: readonly FileRead[],
  profiles: readonly FileProfile[],
): string | undefined {
  if (other.fault !== undefined || read.some(({ name }) => name === other.name)) return undefined;
  const has = columnsOf(other);
  let best: { name: string; share: number } | undefined;
  for (const { name, columns } of read) {
    const old = profiles.find((one) => one.name === name);
    if (old?.kind !== other.kind) continue;
    const all = columnsOf(old);
    if (all.length === 0 || !columns.every((one) => columnNamed(has, one))) continue;
    const share = all.filter((one) => columnNamed(has, one.name)).length / all.length;
    if (share >= 0.5 && share > (best?.share ?? 0)) best = { name, share };
  }
  return best?.name;
}

const columnsOf = ({ tables }: FileProfile) => tables[0]?.columns ?? [];

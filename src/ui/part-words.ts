/** Where parts and revisions of a plan came from, in words; fetched late. What a person made here has none. */

import type { ContractCame } from '../flows/tools.ts';
import { hasOwn } from '../lib/json.ts';
import {
  type Below,
  type Origin,
  type Origins,
  type PartOrigin,
  partKey,
  partOrigin,
} from '../plan/origin.ts';
import { whence } from './whence.ts';

/** "from a link, 3 Nov, changed since"; null where it was made here. */
export function partWords({ from, changed }: PartOrigin): string | null {
  const words = whence(from);
  return words === null || !changed ? words : `${words}, changed since`;
}

/** Of the contracts that a plan brings, and the plans below it: those in its document, and those beside it. */
export const contractCame =
  (origins: Origins, below: Below = {}): ContractCame =>
  (name, room) => {
    if (room === undefined) return partWords(partOrigin(origins, partKey('tool', name)));
    return room.startsWith('#')
      ? partWords(partOrigin(origins, partKey('plan', room.slice(1))))
      : whence(hasOwn(below, room) ? below[room] : null);
  };

/** "changed here", "came from a link, 3 Nov": who made a revision; null where nobody noted it. */
export function revisionWords(by: Origin | null | undefined): string | null {
  if (by === undefined) return null;
  if (by === null) return 'changed here';
  if (by.kind === 'made') return 'made on this device';
  if (by.kind === 'app') return 'came with Obelus';
  // Of a whole plan that was pasted the sheet says so itself.
  if (by.kind === 'pasted') return `${whence(by)}`.replace(/^from/, 'with');
  return `came ${whence(by)}`;
}

/** Parts of a plan that came from one place. */
export interface PartGroup {
  /** As `partWords` says it, or "made here". */
  readonly words: string;
  /** Ids of calls; names of contracts and sub-plans, each with what it is. */
  readonly names: readonly string[];
}

/** The parts that came from elsewhere than the plan began, by where from. @param isThere whether a key is a part of the plan */
export function partGroups(
  { began, parts }: Origins,
  isThere: (key: string) => boolean,
): readonly PartGroup[] {
  const groups = new Map<string, string[]>();
  for (const [key, part] of Object.entries(parts)) {
    const from = partWords(part);
    if (!isThere(key) || (from === null && whence(began) === null)) continue;
    // The same words would say that it is a part of what the plan began as.
    const words = from === null ? 'made here' : from === whence(began) ? `${from}, later` : from;
    const group = groups.get(words) ?? [];
    groups.set(words, group);
    const [kind] = key.split(' ', 1) as [string];
    const name = key.slice(kind.length + 1);
    group.push(kind === 'call' ? name : `${KINDS[kind] ?? kind} ${name}`);
  }
  return [...groups].map(([words, names]) => ({ words, names }));
}

const KINDS: Readonly<Record<string, string>> = { tool: 'contract of', plan: 'sub-plan' };

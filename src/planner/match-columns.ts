/** Which column of a new file is likely the one that a plan means: by its name, then by its type and its values. Knows no plan. */

import { columnNamed } from '../check/table-columns.ts';
import { nearest } from '../lib/nearest.ts';
import type { ColumnProfile } from '../tools/file-profile.ts';
import type { Likeness, MatchedColumn, MatchRequest } from '../tools/likely-columns.ts';
import { wordsIn } from './offline/known-tables.ts';
import { nameFit } from './offline/name-fit.ts';
import { sameWord } from './offline/same-word.ts';

type Wanted = MatchRequest['wanted'][number];

/** Below this two names are of two things. */
const NEAR_NAME = 0.6;
/** From 0 to 1, of the values of both. */
const SHARED_VALUES = 0.5;

/** Each column is taken once: the surest first, and what is as likely two things is left to the person. */
export function matchColumns({ wanted, offered }: MatchRequest): readonly MatchedColumn[] {
  const found = new Map<string, MatchedColumn[1]>();
  const taken = new Set<string>();
  const take = (name: string, column: string, by: Likeness): void => {
    found.set(name, { column, by });
    taken.add(column);
  };
  const open = () => wanted.filter(({ name }) => !found.has(name));
  const free = () => offered.filter(({ name }) => !taken.has(name));

  for (const { name, was } of wanted) {
    // What the file of before calls it comes first: the plan may have named it anew already.
    const same = columnNamed(free(), was?.name ?? name) ?? columnNamed(free(), name);
    if (same) take(name, same.name, 'same');
  }
  const pairs = open()
    .flatMap((one) =>
      free().map((column) => ({
        one,
        column,
        name: namesFit(one.name, column.name),
        fit: fitOf(one, column),
      })),
    )
    .filter(({ name, fit }) => name >= NEAR_NAME && fit > 0)
    .toSorted((a, b) => b.fit - a.fit);
  for (const { one, column, fit } of pairs) {
    if (found.has(one.name) || taken.has(column.name)) continue;
    const isTold = !pairs.some(
      (other) =>
        other.one === one && other.column !== column && other.fit === fit && !taken.has(other.column.name),
    );
    if (isTold) take(one.name, column.name, 'name');
  }
  const akin = open().flatMap((one) =>
    free().flatMap((column) => (isFuller(one, column) ? { one, column } : [])),
  );
  for (const { one, column } of akin)
    if (akin.every((other) => (other.one === one) === (other.column === column)))
      take(one.name, column.name, 'name');
  const byValues = open()
    .flatMap((one) => free().map((column) => ({ one, column, share: sharedValues(one.was, column) })))
    .filter(({ share }) => share >= SHARED_VALUES)
    .toSorted((a, b) => b.share - a.share);
  for (const { one, column } of byValues)
    if (!found.has(one.name) && !taken.has(column.name)) take(one.name, column.name, 'values');
  // The only numbers that are left on either side are likely the same ones.
  for (const one of open()) {
    const type = one.was?.type;
    if (type !== 'number' && type !== 'date' && type !== 'boolean') continue;
    const alike = free().filter((column) => column.type === type);
    const rivals = open().filter(({ was }) => was?.type === type);
    if (alike.length === 1 && rivals.length === 1 && alike[0]) take(one.name, alike[0].name, 'type');
  }
  return [...found];
}

/** A letter more or less makes another word of a short one. */
const isSlip = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 4 && nearest(a, [b]) !== undefined;

/** "due" and "Due date": what one is called is said in the other's name, and both are of one type. */
function isFuller({ name, was }: Wanted, column: ColumnProfile): boolean {
  if (was === undefined || was.type !== column.type || was.type === 'empty') return false;
  const [few, more] = [wordsIn(name), wordsIn(column.name)].toSorted((a, b) => a.length - b.length);
  return few !== undefined && few.length > 0 && few.every((word) => more?.some((one) => sameWord(one, word)));
}

/** How well two names are of one thing, whichever of them is the fuller. */
function namesFit(a: string, b: string): number {
  const [one, other] = [wordsIn(a), wordsIn(b)];
  const fit = Math.max(nameFit(one, other), nameFit(other, one));
  return Math.max(fit, isSlip(a, b) ? 0.7 : 0);
}

/** By the name first; type and values tell apart what names don't. 0: it can't be. */
function fitOf({ name, was }: Wanted, column: ColumnProfile): number {
  const fit = namesFit(name, column.name);
  if (was === undefined || was.type === 'empty' || column.type === 'empty') return fit;
  const isSame = was.type === column.type;
  // A number that is written as text now is still called as it was; another thing of the name would be, too.
  return fit + (isSame ? 0.3 : -0.3) + 0.3 * sharedValues(was, column);
}

/** From 0 to 1: how much of the values seen they have in common. */
function sharedValues(was: ColumnProfile | undefined, { values, examples, type }: ColumnProfile): number {
  if (was === undefined || was.type !== 'text' || type !== 'text') return 0;
  const plain = (list: readonly string[]) => new Set(list.map((one) => one.trim().toLowerCase()));
  const [before, now] = [plain(was.values ?? was.examples), plain(values ?? examples)];
  const shared = [...before].filter((one) => now.has(one)).length;
  return shared === 0 ? 0 : shared / Math.min(before.size, now.size);
}

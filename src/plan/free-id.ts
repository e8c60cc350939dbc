/** An id for a call that nothing has yet (§2). Knows no plan. */

/** Of the 40 that an id may have; the rest is for its number. */
const LONGEST = 34;

/** `base` as an id of `[A-Za-z0-9_-]`, `base_2`, `base_3`, … where it is taken. Cut first: it may be a stranger's megabyte. */
export function freeId(base: string, isTaken: (id: string) => boolean): string {
  const stem = base.slice(0, LONGEST).replace(/[^A-Za-z0-9_-]+/g, '_') || 'call';
  let id = stem;
  for (let n = 2; isTaken(id); n++) id = `${stem}_${n}`;
  return id;
}

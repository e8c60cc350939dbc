/** Ids for new calls: readable, within the language's letters and length, and of no other call. */

/** `_id` is 1–40 of these (§2). */
const ID_LENGTH = 40;

/** `base` as an id, numbered where it is taken. */
export function freshId(base: string, isTaken: (id: string) => boolean): string {
  const stem = base.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, ID_LENGTH - 4) || 'call';
  let id = stem;
  for (let n = 2; isTaken(id); n++) id = `${stem}_${n}`;
  return id;
}

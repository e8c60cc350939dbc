/**
 * Cells of columns, lists and maps whose index is known to be inside them. An index outside is a mistake of ours, and ends
 * here with a sentence, not calls later with an `undefined` that went on as a number.
 *
 * One function for each kind of column: an engine keeps what a read has met by the function that reads, and one that had
 * met every kind would be slow for all.
 */

function outside(length: number, at: number): RangeError {
  return new RangeError(`Broken invariant: there is no cell ${at} among ${length}`);
}

/** A cell of a column of whole numbers. */
export function intAt(column: Int32Array, at: number): number {
  const value = column[at];
  if (value === undefined) throw outside(column.length, at);
  return value;
}

/** A cell of a column of flags or of small kinds. */
export function byteAt(column: Uint8Array, at: number): number {
  const value = column[at];
  if (value === undefined) throw outside(column.length, at);
  return value;
}

/** A cell of a column of bits, 32 to the word. */
export function wordAt(column: Uint32Array, at: number): number {
  const value = column[at];
  if (value === undefined) throw outside(column.length, at);
  return value;
}

/** A cell of a column of numbers of any size, such as times in milliseconds. */
export function realAt(column: Float64Array, at: number): number {
  const value = column[at];
  if (value === undefined) throw outside(column.length, at);
  return value;
}

/** A number of a list that grows. */
export function numberAt(list: readonly number[], at: number): number {
  const value = list[at];
  if (value === undefined) throw outside(list.length, at);
  return value;
}

/** An item of a list of anything but numbers; `undefined` never stands in it. */
export function itemAt<T>(list: readonly T[], at: number): T {
  const value = list[at];
  if (value === undefined) throw outside(list.length, at);
  return value;
}

/** What a map has under a key that it is known to have; `undefined` never stands in it. */
export function valueAt<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`Broken invariant: there is nothing under ${String(key)}`);
  return value;
}

/** Adds to a cell of a column of whole numbers; what stands there then. */
export function addAt(column: Int32Array, at: number, amount: number): number {
  const value = intAt(column, at) + amount;
  column[at] = value;
  return value;
}

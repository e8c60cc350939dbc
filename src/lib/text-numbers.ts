/**
 * A number for each of many texts, as in a Map, but in blocks made at their size: a Map that grows to ten thousand texts is
 * made anew a dozen times, and all of it is work for the garbage collector. Knows nothing of what the texts are.
 */

import { intAt, itemAt } from './columns.ts';

/** Entries looked at in vain before the texts are taken to be made so that they fall together: then a Map holds them. */
const LONGEST_SEARCH = 128;

const NONE = -1;
const SOME_MORE = 8;

/** What a Map of numbers by text and a `TextNumbers` have in common for who looks one up. */
export interface NumberByText {
  readonly size: number;
  get(text: string): number | undefined;
  has(text: string): boolean;
  keys(): Iterable<string>;
}

/** Whole numbers of 32 bits by text. Texts are never taken out. */
export class TextNumbers implements NumberByText {
  /** By place, which a text's hash gives, the entry there or NONE; at least half of the places are free. */
  private places: Int32Array;
  /** By entry, in the order they were put in. */
  private texts: string[];
  private hashes: Int32Array;
  private numbers: Int32Array;
  /** Holds all, where a stranger has chosen texts that fall together: a Map's hashes are nobody's to foresee. */
  private map: Map<string, number> | undefined;
  private count = 0;

  /** @param expected about how many texts there will be: more are taken too */
  constructor(expected = 0) {
    const most = roomFor(expected);
    this.places = new Int32Array(2 * most).fill(NONE);
    // Not as many as there are numbers: from 128 kB on an engine keeps a list by itself, and that takes its time.
    this.texts = new Array<string>(Math.min(most, expected + SOME_MORE));
    this.hashes = new Int32Array(most);
    this.numbers = new Int32Array(most);
  }

  get size(): number {
    return this.count;
  }

  /** In the order they were put in. */
  keys(): Iterable<string> {
    return this.texts.slice(0, this.count);
  }

  has(text: string): boolean {
    return this.get(text) !== undefined;
  }

  get(text: string): number | undefined {
    if (this.map) return this.map.get(text);
    const at = this.placeOf(text, hashOf(text));
    if (at === NONE) return this.get(text);
    const entry = intAt(this.places, at);
    return entry === NONE ? undefined : intAt(this.numbers, entry);
  }

  /** Whether the text is new. The number of one that is in already stays. */
  add(text: string, number: number): boolean {
    if (this.map) return this.addToMap(text, number);
    const hash = hashOf(text);
    const at = this.placeOf(text, hash);
    if (at === NONE) return this.add(text, number);
    if (this.places[at] !== NONE) return false;
    const entry = this.count++;
    this.texts[entry] = text;
    this.hashes[entry] = hash;
    this.numbers[entry] = number;
    this.places[at] = entry;
    if (this.count === this.numbers.length) this.grow();
    return true;
  }

  private addToMap(text: string, number: number): boolean {
    if (this.map!.has(text)) return false;
    this.map!.set(text, number);
    this.texts[this.count++] = text;
    return true;
  }

  /** The place of a text, or the free one where it belongs; NONE where the search took so long that a Map holds all from now on. */
  private placeOf(text: string, hash: number): number {
    const { places, hashes, texts } = this;
    const mask = places.length - 1;
    let at = hash & mask;
    for (let tried = 0; tried < LONGEST_SEARCH; tried++) {
      const entry = intAt(places, at);
      if (entry === NONE || (hashes[entry] === hash && texts[entry] === text)) return at;
      at = (at + 1) & mask;
    }
    this.map = new Map();
    for (let entry = 0; entry < this.count; entry++)
      this.map.set(itemAt(texts, entry), intAt(this.numbers, entry));
    return NONE;
  }

  private grow(): void {
    const most = 2 * this.numbers.length;
    this.hashes = enlarged(this.hashes, most);
    this.numbers = enlarged(this.numbers, most);
    this.places = new Int32Array(2 * most).fill(NONE);
    const mask = this.places.length - 1;
    for (let entry = 0; entry < this.count; entry++) {
      let at = intAt(this.hashes, entry) & mask;
      while (this.places[at] !== NONE) at = (at + 1) & mask;
      this.places[at] = entry;
    }
  }
}

function roomFor(expected: number): number {
  let most = 8;
  while (most <= expected) most *= 2;
  return most;
}

function enlarged(block: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(length);
  larger.set(block);
  return larger;
}

/** FNV-1a over UTF-16 units, its bits mixed once more, for it is the lowest that are used. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

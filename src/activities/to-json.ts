/** What an activity returned, as plain JSON or a sentence about why it is not. Runs no code of the value's own. */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { EACH, type Weighed } from '../lib/weight.ts';
import { bytesInWords, quote } from './describe.ts';

interface JsonLimits {
  readonly depth: number;
  /** What it may weigh (`lib/weight.ts`). */
  readonly size: number;
}

const RESULT_LIMITS: JsonLimits = { depth: 200, size: 64_000_000 };

interface JsonFault {
  readonly code: 'bad-result' | 'result-too-large';
  readonly message: string;
}

/**
 * A copy of `value` with nothing but JSON in it. `undefined` at the top is null (L-10); an undefined
 * property is left out and a hole in a list is null, as in JSON. A date becomes its ISO text. Cycles,
 * functions, big integers, symbols, NaN and infinities, getters, Maps, Sets and instances of classes
 * are refused in words. A value that is shared without a cycle is copied each time and counts each time.
 * @param known objects without others in them that have been through, where nobody changes them: they are handed on as they are
 */
export function toJson(
  value: unknown,
  limits: JsonLimits = RESULT_LIMITS,
  known?: Weighed,
): Result<Json, JsonFault> {
  if (typeof value === 'object' && value !== null && vouched.has(value)) return ok(value as Json);
  const copier = new Copier(limits, known);
  try {
    return ok(value === undefined ? null : copier.copy(value, 0));
  } catch (thrown) {
    if (thrown instanceof Refusal) return err(thrown.fault(copier.place()));
    // A proxy's trap threw. What it threw is a stranger's too, so it is not even turned into text.
    return err({ code: 'bad-result', message: `The result could not be read${copier.place()}.` });
  }
}

/** Results that another thread of ours has been through already: to copy 60 MB again would keep a run from answering. */
const vouched = new WeakSet<object>();

/** For a result that came out of `toJson` in another thread, and belongs to nobody else. */
export function vouchForJson(value: Json): Json {
  if (typeof value === 'object' && value !== null) vouched.add(value);
  return value;
}

class Refusal extends Error {
  readonly code: JsonFault['code'];
  readonly why: string;
  constructor(code: JsonFault['code'], why: string) {
    super(why);
    this.code = code;
    this.why = why;
  }
  fault(place: string): JsonFault {
    return { code: this.code, message: `The result${place} ${this.why}` };
  }
}

const refuse = (why: string): never => {
  throw new Refusal('bad-result', `${why} A result has to be plain JSON.`);
};

class Copier {
  readonly #limits: JsonLimits;
  readonly #path: (string | number)[] = [];
  readonly #above = new Set<object>();
  readonly #known: Weighed | undefined;
  #size = 0;
  /** How many objects and lists it has come to. */
  #objects = 0;

  constructor(limits: JsonLimits, known: Weighed | undefined) {
    this.#limits = limits;
    this.#known = known;
  }

  /** " at rows[3].name", or nothing for the result itself. */
  place(): string {
    if (this.#path.length === 0) return '';
    const steps = this.#path.length > 12 ? [...this.#path.slice(0, 12), '…'] : this.#path;
    const text = steps.map((step) =>
      typeof step === 'number' ? `[${step}]` : `.${quote(step).slice(1, -1)}`,
    );
    return ` at ${text.join('').replace(/^\./, '')}`;
  }

  copy(value: unknown, depth: number): Json {
    switch (typeof value) {
      case 'string':
        this.#spend(value.length + EACH);
        return value;
      case 'boolean':
        this.#spend(EACH);
        return value;
      case 'number':
        this.#spend(EACH);
        if (!Number.isFinite(value)) return refuse(`is ${value}, which JSON cannot hold.`);
        return value === 0 ? 0 : value;
      case 'undefined':
        this.#spend(EACH);
        return null;
      case 'bigint':
        return refuse('is a big integer (BigInt). Return it as text, or as a number below 2^53.');
      case 'function':
        return refuse('is a function.');
      case 'symbol':
        return refuse('is a symbol.');
      case 'object':
        return value === null ? this.#null() : this.#object(value, depth);
    }
  }

  #null(): null {
    this.#spend(EACH);
    return null;
  }

  #spend(units: number): void {
    this.#size += units;
    if (this.#size > this.#limits.size) {
      throw new Refusal(
        'result-too-large',
        `is where the whole passes ${bytesInWords(this.#limits.size)}, the most a result may hold. ` +
          'Filter, group or shorten it, or save it as a file instead.',
      );
    }
  }

  #object(value: object, depth: number): Json {
    if (depth >= this.#limits.depth) return refuse(`is nested deeper than ${this.#limits.depth} levels.`);
    const weight = this.#known?.get(value);
    if (weight !== undefined) {
      this.#spend(weight);
      return value as Json;
    }
    if (this.#above.has(value)) return refuse('contains itself (a cycle).');
    if (value instanceof Date) return this.#date(value);
    this.#spend(EACH);
    this.#objects += 1;
    this.#above.add(value);
    const copy = Array.isArray(value) ? this.#array(value, depth) : this.#plain(value, depth);
    this.#above.delete(value);
    return copy;
  }

  #date(value: Date): string {
    const time = Date.prototype.getTime.call(value);
    if (Number.isNaN(time)) return refuse('is an invalid date.');
    const text = new Date(time).toISOString();
    this.#spend(text.length + EACH);
    return text;
  }

  #array(value: readonly unknown[], depth: number): Json[] {
    // Before the loop: `new Array(4e9)` is one short line, and going through it would take minutes.
    if (value.length * EACH > this.#limits.size) this.#spend(value.length * EACH);
    const copy: Json[] = [];
    for (let index = 0; index < value.length; index += 1) {
      this.#path.push(index);
      copy.push(this.copy(this.#read(value, index), depth + 1));
      this.#path.pop();
    }
    return copy;
  }

  #plain(value: object, depth: number): JsonObject {
    const [size, objects] = [this.#size, this.#objects];
    const proto: unknown = Object.getPrototypeOf(value);
    // An object of another realm has another Object.prototype, which again has none above it.
    if (proto !== null && Object.getPrototypeOf(proto) !== null) return refuse(`is ${articled(value)}.`);
    const copy: JsonObject = {};
    for (const key of Object.keys(value)) {
      this.#path.push(key);
      this.#spend(key.length);
      const item = this.#read(value, key);
      if (item !== undefined) setOwn(copy, key, this.copy(item, depth + 1));
      this.#path.pop();
    }
    if (this.#objects === objects) this.#known?.set(copy, this.#size - size + EACH);
    return copy;
  }

  /** Reads without calling a getter: a stranger's getter may throw, lie or never return. */
  #read(value: object, key: string | number): unknown {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property === undefined) return undefined;
    if (!('value' in property)) return refuse('is computed by a getter.');
    return property.value;
  }
}

const HINTS: Readonly<Record<string, string>> = {
  Map: 'a Map. Use Object.fromEntries to return an object',
  Set: 'a Set. Return it as a list',
  Error: 'an Error. Throw it, so that the call fails',
  Promise: 'a Promise. Await it first',
  ArrayBuffer: 'bytes (ArrayBuffer). Save them as a file, or return them as base64 text',
  Uint8Array: 'bytes (Uint8Array). Save them as a file, or return them as base64 text',
  Blob: 'a Blob. Save it as a file, or return its text',
};

function articled(value: object): string {
  for (const [name, hint] of Object.entries(HINTS)) {
    const type: unknown = (globalThis as Record<string, unknown>)[name];
    if (typeof type === 'function' && value instanceof type) return hint;
  }
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(value), 'constructor');
  const name: unknown = typeof property?.value === 'function' ? property.value.name : undefined;
  return typeof name === 'string' && name !== ''
    ? `an instance of the class ${quote(name)}`
    : 'an instance of a class';
}

/** A tool's parameters from a few words and what the plan's calls give. What nothing says stays empty, and is named. */

import type { Columns, KnownColumn } from '../check/table-columns.ts';
import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { FileProfile } from '../tools/file-profile.ts';

/** What a call of the plan gives. */
export interface Result {
  readonly path: string;
  /** `x-kind` of what it gives. */
  readonly kind: string | undefined;
  readonly columns: Columns;
}

export interface Filled {
  readonly parameters: JsonObject;
  /** Labels of required parameters that nothing said anything of. */
  readonly lacking: readonly string[];
  /** The result it reads first. */
  readonly from: string | undefined;
}

/** What a step can be filled from. */
export interface Known {
  /** What the step is for. */
  readonly words: string;
  /** In the order of the plan. */
  readonly results: readonly Result[];
  readonly files: readonly FileProfile[];
}

/** Kinds of value that come from another call. */
const FLOWING: ReadonlySet<string> = new Set(['rows', 'text', 'texts', 'numbers', 'json']);

/** @returns undefined for a tool that reads nothing of what there is, though it would have to */
export function filledFor(contract: ToolContract, known: Known): Filled | undefined {
  const properties = propertiesOf(contract.parameters);
  const needed = neededOf(contract.parameters);
  const said = new Said(known);
  const parameters: JsonObject = {};
  const lacking: string[] = [];
  let from: Result | undefined;
  const reads = [...properties].filter(([name, { kind }]) => needed.has(name) && FLOWING.has(kind));
  for (const [name, { kind }] of reads) {
    const result = said.result(kind, from);
    if (result === undefined) continue;
    from ??= result;
    setOwn(parameters, name, result.path);
  }
  if (reads.length > 0 && from === undefined) return undefined;
  for (const [name, property] of properties) {
    if (Object.hasOwn(parameters, name)) continue;
    const value = said.value(property, from?.columns, needed.has(name));
    if (value !== undefined) setOwn(parameters, name, value);
    else if (needed.has(name)) lacking.push(property.label);
  }
  return { parameters, lacking, from: from?.path };
}

interface Property {
  readonly kind: string;
  readonly label: string;
  readonly type: string | undefined;
  readonly isList: boolean;
  readonly options: readonly Json[] | undefined;
  readonly hasDefault: boolean;
}

function propertiesOf(schema: unknown): Map<string, Property> {
  if (!isObject(schema) || !isObject(schema.properties)) return new Map();
  return new Map(
    Object.entries(schema.properties).map(([name, part]) => {
      const own = isObject(part) ? part : {};
      const type = typeof own.type === 'string' ? own.type : undefined;
      const named = typeof own['x-kind'] === 'string' ? own['x-kind'] : undefined;
      return [
        name,
        {
          kind: named ?? (type === 'array' ? 'json' : (type ?? 'json')),
          label: typeof own.title === 'string' ? own.title : name,
          type,
          isList: type === 'array',
          options: Array.isArray(own.enum) ? (own.enum as Json[]) : undefined,
          hasDefault: own.default !== undefined,
        },
      ];
    }),
  );
}

/** What has to be there: the required ones, and the first group of those of which one is enough. */
function neededOf(schema: unknown): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const own = Array.isArray(schema.required) ? schema.required : [];
  const [group] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const more = isObject(group) && Array.isArray(group.required) ? group.required : [];
  return new Set([...own, ...more].filter((name) => typeof name === 'string'));
}

/** What the words say, each of it used once. */
class Said {
  readonly #known: Known;
  readonly #used = new Set<string>();

  constructor(known: Known) {
    this.#known = known;
  }

  /** The last result of that kind that has what the words name, and that is not read already. */
  result(kind: string, other: Result | undefined): Result | undefined {
    const fits = this.#known.results.filter(
      (one) => one !== other && (one.kind === kind || (kind === 'json' && one.kind !== undefined)),
    );
    return fits.findLast(({ columns }) => this.#columnsIn(columns).length > 0) ?? fits.at(-1);
  }

  value(property: Property, columns: Columns, isNeeded: boolean): Json | undefined {
    const { kind, options, hasDefault, isList, type } = property;
    if (options !== undefined) return this.#take(options.filter((one) => this.#names(one)));
    if (kind === 'column' || kind === 'columns') {
      if (!isNeeded) return undefined;
      const named = this.#columnsIn(columns).map(({ name }) => name);
      if (isList) return named.length > 0 ? named : undefined;
      return this.#take(named);
    }
    if (kind === 'value') return this.#cell(columns) ?? this.#number() ?? this.#quoted();
    if (kind === 'file') return this.#file();
    if (hasDefault || !isNeeded) return undefined;
    if (type === 'number' || type === 'integer') return this.#number();
    return type === 'string' ? this.#quoted() : undefined;
  }

  #columnsIn(columns: Columns): readonly KnownColumn[] {
    return (columns ?? []).filter(({ name }) => this.#names(name));
  }

  #cell(columns: Columns): Json | undefined {
    return this.#take(
      (columns ?? []).flatMap(({ values }) => values ?? []).filter((one) => this.#names(one)),
    );
  }

  #file(): string | undefined {
    const { files } = this.#known;
    const named = this.#take(files.map(({ name }) => name).filter((name) => this.#names(name)));
    return named === undefined && files.length === 1 ? files[0]?.name : (named as string | undefined);
  }

  #number(): number | undefined {
    const text = this.#take(this.#known.words.match(/(?<![\p{L}\d.,-])-?\d+(?:\.\d+)?(?![\p{L}\d])/gu) ?? []);
    return text === undefined ? undefined : Number(text);
  }

  #quoted(): string | undefined {
    return /["“„«']([^"”“»']+)["”»']/u.exec(this.#known.words)?.[1];
  }

  /** The first that stands for nothing else yet. */
  #take(values: readonly Json[]): Json | undefined {
    const value = values.find((one) => !this.#used.has(String(one)));
    if (value !== undefined) this.#used.add(String(value));
    return value;
  }

  /** As a word of its own, in any case, `order_id` as "order id" as well. */
  #names(value: Json): boolean {
    if (typeof value !== 'string' || value.trim() === '') return false;
    const plain = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, ' ')} `;
    return plain(this.#known.words).includes(plain(value));
  }
}

/** A plan in the making: its calls so far, what each gives, and the inputs it asks for. Pure bookkeeping. */

import type { Json, JsonObject } from '../../../lib/json.ts';
import { setOwn } from '../../../lib/json.ts';
import type { Call } from '../../../plan/document.ts';
import { freeId } from '../../../plan/free-id.ts';
import { below, inputPath, readablePath, statePath } from '../reference.ts';
import type { Field, Output } from './schema.ts';
import type { Tool } from './toolbox.ts';
import { nameWords } from './words.ts';

/** A call of the draft, with what a later clause may want to know about it. */
export interface Step {
  readonly call: Call;
  readonly tool: Tool;
  /** Names of the files its result comes from. */
  readonly files: ReadonlySet<string>;
  /** It was executed before this plan: it is read, never planned again (P-17). */
  readonly done: boolean;
}

export class Draft {
  readonly steps: Step[] = [];
  readonly inputs: Record<string, JsonObject> = {};
  readonly #bySignature = new Map<string, Step>();
  readonly #ids = new Set<string>();

  /** Adds a step that was executed before. */
  keep(call: Call, tool: Tool, files: ReadonlySet<string>): void {
    this.#put({ call, tool, files, done: true }, signature(tool, parametersOf(call)));
  }

  /** Ids of calls that are gone but were seen: a new call must not be taken for one of them. */
  reserve(id: string): void {
    this.#ids.add(id);
  }

  /** Adds a call, or gives the one there is when tool and parameters are the same. */
  add(tool: Tool, parameters: JsonObject, about: { files: ReadonlySet<string>; description: string }): Step {
    const key = signature(tool, parameters);
    const known = this.#bySignature.get(key);
    if (known !== undefined) return known;
    const id = this.#newId(tool.contract.name);
    const call: Call = {
      _id: id,
      _tool: tool.contract.name,
      ...(about.description === '' ? {} : { _description: about.description }),
      ...parameters,
      _outputPath: statePath(id),
    };
    const step = { call, tool, files: about.files, done: false };
    this.#put(step, key);
    return step;
  }

  /** Declares an input with the parameter's own schema and gives the reference to it. */
  ask(field: Field, tool: Tool): string {
    const base = nameWords(field.name).length === 0 ? 'value' : field.name.replace(/[^A-Za-z0-9_$-]/gu, '_');
    const own = /^[A-Za-z_$]/u.test(base) ? base : `_${base}`;
    let name = own;
    for (let n = 2; Object.hasOwn(this.inputs, name); n++) name = `${own}_${n}`;
    const title =
      typeof field.schema.title === 'string' ? field.schema.title : nameWords(field.name).join(' ');
    setOwn(this.inputs, name, {
      ...(field.schema as JsonObject),
      title: `${title.charAt(0).toUpperCase()}${title.slice(1)} (${tool.contract.title ?? tool.contract.name})`,
    });
    return inputPath(name);
  }

  /** Steps whose result nobody reads, in order: what the plan is for. */
  ends(): Step[] {
    const read = JSON.stringify(this.steps.map(({ call }) => parametersOf(call)));
    return this.steps.filter(({ call }) => {
      const base = readablePath(call);
      return base !== undefined && !new RegExp(`${escaped(base)}(?![A-Za-z0-9_$-])`, 'u').test(read);
    });
  }

  #put(step: Step, key: string): void {
    this.steps.push(step);
    this.#bySignature.set(key, step);
    this.#ids.add(step.call._id);
  }

  #newId(name: string): string {
    const own = /^[A-Za-z_]/u.test(name) ? name : `c_${name}`;
    return freeId(own, (id) => this.#ids.has(id));
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

export const parametersOf = (call: Call): JsonObject => {
  const parameters: JsonObject = {};
  for (const [key, value] of Object.entries(call)) {
    if (!key.startsWith('_') && value !== undefined) setOwn(parameters, key, value as Json);
  }
  return parameters;
};

const signature = (tool: Tool, parameters: JsonObject): string =>
  JSON.stringify([tool.contract.name, Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The reference to one of a step's results, or undefined where it has no single name. */
export const referenceTo = (step: Step, output: Output): string | undefined => {
  const base = readablePath(step.call);
  return base === undefined ? undefined : below(base, output.path);
};

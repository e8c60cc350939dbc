/** A context: a list of messages of type `input`, `state` (or `data`), `tool` and `plan` (seed 003, A-19, A-20). */

import { isObject, type JsonObject, setOwn } from '../../lib/json.ts';
import { ok } from '../../lib/result.ts';
import type { ForInstance } from '../instance-scope.ts';
import { type ForeignResult, pick, refuse } from './foreign.ts';
import { withPrescribed } from './prescribed.ts';
import { readContract } from './tool-contract.ts';

const TYPES: ReadonlySet<unknown> = new Set(['input', 'state', 'data', 'tool', 'plan']);

export const isMessage = (item: unknown): item is Record<string, unknown> =>
  isObject(item) && TYPES.has(item.type) && !('_tool' in item);

/** What messages of one kind add up to; the later wins where two give one key. */
interface DataSoFar {
  schema?: unknown;
  values: Record<string, unknown>;
}

export function readContext(messages: readonly unknown[]): ForeignResult {
  const data = new Map<string, DataSoFar>();
  const tools: unknown[] = [];
  /** The same as they came. */
  const defined: unknown[] = [];
  const notes = ['Read a context of messages.'];
  /** By label what is for one instance alone. */
  const instances = new Map<string, Map<string, DataSoFar>>();
  let plan: Record<string, unknown> | undefined;
  for (const [i, message] of messages.entries()) {
    if (!isMessage(message)) {
      notes.push(`Dropped message ${i + 1}, which is not of a type a plan has a place for.`);
    } else if (message.type === 'tool') {
      const contract = readContract(message.tool) ?? readContract(message);
      if (contract !== undefined) {
        tools.push(contract);
        defined.push(readContract(message.tool) ? message.tool : message);
      } else
        notes.push(
          `Message ${i + 1} names a tool without defining it; its contract must come from elsewhere.`,
        );
    } else if (message.type === 'plan') {
      if (plan !== undefined) notes.push('The context has several plans; the last one counts.');
      plan = planOf(message);
      if (plan === undefined)
        return refuse(`Message ${i + 1} is a plan without a list of calls.`, [i, 'plan']);
    } else if (typeof message._instance === 'string' && message._instance !== '*') {
      if (message.type === 'data')
        notes.push(
          `Dropped message ${i + 1}: of one instance a plan has input and state, and no other data.`,
        );
      else {
        const own = instances.get(message._instance) ?? new Map<string, DataSoFar>();
        instances.set(message._instance, own);
        addData(own, message);
      }
    } else {
      addData(data, message);
    }
  }
  if (plan === undefined) return refuse('The context has no message of type "plan".');
  const { input, state, ...kinds } = Object.fromEntries(data);
  const declared = Object.entries(kinds).map(([kind, so]) => [kind, dataOf(so)] as const);
  return ok({
    document: {
      ...plan,
      calls: withPrescribed(plan.calls, defined, notes),
      ...(input?.schema === undefined ? {} : { input: { schema: input.schema } }),
      ...(state === undefined ? {} : { state: dataOf(state) }),
      ...(declared.length === 0 ? {} : { data: Object.fromEntries(declared) }),
      ...(tools.length === 0 ? {} : { tools }),
    },
    ...(input === undefined ? {} : { input: input.values as JsonObject }),
    ...(instances.size === 0 ? {} : { instances: [...instances].map(forInstance) }),
    normalised:
      instances.size === 0
        ? notes
        : [
            ...notes,
            `It has values for ${instances.size} instances: in the terminal a run of it goes over these.`,
          ],
  });
}

/** `{type: "plan", plan: […]}`, or its plan a solution `{calls, output}`, or the calls in the message itself. */
export function planOf(message: Record<string, unknown>): Record<string, unknown> | undefined {
  const around = pick(message, ['id', 'title', 'goal', 'mode', 'strategy']);
  if (Array.isArray(message.plan)) return { ...around, calls: message.plan };
  const inner = isObject(message.plan) ? message.plan : message;
  if (!Array.isArray(inner.calls)) return undefined;
  const { type: _type, ...rest } = inner;
  return { ...around, ...rest };
}

/** `{schema, input}`, `{schema, state}`, `{kind, data}`, or the values as the message's own members. */
function addData(data: Map<string, DataSoFar>, message: Record<string, unknown>): void {
  const { type, kind, schema, ...rest } = message;
  const name = type === 'data' && typeof kind === 'string' ? kind : String(type);
  const so = data.get(name) ?? { values: {} };
  data.set(name, so);
  const inner = rest[type === 'data' ? 'data' : name];
  const values = isObject(inner) ? inner : rest;
  if (isObject(schema) || typeof schema === 'boolean') so.schema = schema;
  else if (schema !== undefined) setOwn(so.values, 'schema', schema);
  for (const key of Object.keys(values)) {
    // `_call`, `_date` and the like are the log's words about the message, not values.
    if (!key.startsWith('_')) setOwn(so.values, key, values[key]);
  }
}

function forInstance([label, data]: [string, ReadonlyMap<string, DataSoFar>]): ForInstance {
  const [input, state] = [data.get('input'), data.get('state')];
  return {
    label,
    ...(input ? { input: input.values as JsonObject } : {}),
    ...(state ? { state: state.values as JsonObject } : {}),
  };
}

function dataOf(so: DataSoFar): Record<string, unknown> {
  return {
    ...(so.schema === undefined ? {} : { schema: so.schema }),
    ...(Object.keys(so.values).length === 0 ? {} : { initial: so.values }),
  };
}

/** The `input`, `state` and other data of an envelope (K-33), in either of their shapes. */
export function dataMember(value: unknown, name: 'input' | 'state'): DataSoFar | undefined {
  if (!isObject(value)) return undefined;
  const data = new Map<string, DataSoFar>();
  const { type: _type, ...rest } = value;
  const { initial, values, ...other } = rest;
  const inner = isObject(initial) ? initial : isObject(values) ? values : undefined;
  addData(data, inner === undefined ? { ...rest, type: name } : { ...other, type: name, [name]: inner });
  return data.get(name);
}

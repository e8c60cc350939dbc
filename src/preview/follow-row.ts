/**
 * What becomes of a row, and where one comes from: found by running the plan without it, or with what it may come from alone
 * (L-83). Goes by what the calls come to, and knows no tool.
 */

import { canonicalJson } from '../lib/canonical.ts';
import { itemAt } from '../lib/columns.ts';
import { hasOwn, isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { buildGraph, edgesOf } from '../plan/graph.ts';
import type { FollowedRow, FollowedStep, RowOrigins } from '../run/row-path.ts';
import type { Given, PreviewCall } from './outcomes.ts';
import type { PreviewAsked, PreviewEngine } from './preview-plan.ts';

/** A row of what a call comes to; of the plan's result where no call is named. */
export interface RowAsked extends PreviewAsked {
  readonly call: string | null;
  readonly row: Json;
}

type Calls = ReadonlyMap<string, PreviewCall>;

/** Rows that are told of a step; the others are counted. */
const TOLD = 20;

/** Which calls after it the row still stands in, is counted in, or is gone at: each as it would be without that row. */
export async function followRow(engine: PreviewEngine, asked: RowAsked): Promise<FollowedRow> {
  const { plan, row } = asked;
  const all = (await engine.run(asked)).calls;
  const call = asked.call ?? callWith(plan, all, row);
  const rows = call === null ? undefined : rowsOf(all.get(call));
  const key = keyOf(row);
  const at = rows?.findIndex((one) => keyOf(one) === key) ?? -1;
  if (call === null || !rows || at < 0) return { told: false, why: NOT_THERE };
  const without = rows.filter((_, i) => i !== at);
  const cut = (await engine.run(withRows(asked, all, new Map([[call, without]])))).calls;
  const order = orderOf(plan);
  const reached = new Set([call]);
  const counted = new Set<string>();
  const steps: FollowedStep[] = [];
  for (const id of order.calls) {
    const reads = (order.sources.get(id) ?? []).filter((source) => reached.has(source));
    if (reads.length === 0) continue;
    const found = stepOf(id, row, all.get(id), cut.get(id));
    // Summed up with others, it is no row of its own any more.
    const isSummed = found.is === 'stands' && reads.every((source) => counted.has(source));
    const step = isSummed ? { ...found, is: 'counted' as const } : found;
    if (step.is === 'counted') counted.add(id);
    steps.push(step);
    // Beyond where it is gone nothing of it arrives.
    if (step.is !== 'gone' && step.is !== 'alike' && step.is !== 'unknown') reached.add(id);
  }
  return { told: true, call, steps };
}

const NOT_THERE = 'The row is not among what the plan comes to now.';

function stepOf(call: string, row: Json, full?: PreviewCall, cut?: PreviewCall): FollowedStep {
  if (full?.status !== 'completed')
    return { call, is: 'unknown', why: full?.status === 'failed' ? full.message : (full?.why ?? '') };
  if (cut?.status !== 'completed') return { call, is: 'counted' };
  const [rows, others] = [rowsOf(full), rowsOf(cut)];
  if (!rows || !others) return { call, is: keyOf(full.value) === keyOf(cut.value) ? 'gone' : 'counted' };
  const of = rows.length;
  const [changed, came] = [without(rows, others), without(others, rows)];
  if (changed.length === 0) {
    // What is the same with and without it may hold another that says the same.
    const alike = rows.find((one) => carries(one, row));
    return alike === undefined
      ? { call, is: 'gone', of }
      : { call, is: 'alike', of, rows: 1, first: [alike] };
  }
  // Where one that carries it stands there without it too, with other figures, it is one of several that are summed up.
  const isMerged = came.some((one) => carries(one, row));
  const own = isMerged ? [] : changed.filter((one) => carries(one, row));
  // What is simply not there without it is what became of it, whatever its columns are called now.
  const stands = own.length > 0 ? own : came.length === 0 ? changed : [];
  const merged = isMerged ? changed.filter((one) => carries(one, row)) : changed;
  const told = stands.length > 0 ? stands : merged;
  return {
    ...{ call, is: stands.length > 0 ? 'stands' : 'counted', of },
    ...{ rows: told.length, first: told.slice(0, TOLD) },
  };
}

/** Which rows of which calls a row comes from: those that agree with it, where with them alone it comes out the same. */
export async function originsOf(engine: PreviewEngine, asked: RowAsked): Promise<RowOrigins> {
  const { plan, row } = asked;
  const all = (await engine.run(asked)).calls;
  const call = asked.call ?? callWith(plan, all, row);
  if (call === null || !rowsOf(all.get(call))) return { told: false, why: NOT_THERE, calls: [] };
  const order = orderOf(plan);
  const above = upstream(order, call);
  const cards = order.calls.filter((id) => above.has(id));
  /** By call, those that the row may come from; absent: any of them. */
  const maybe = new Map<string, readonly Json[]>([[call, [row]]]);
  for (const id of [...order.calls].reverse()) {
    const rows = above.has(id) ? rowsOf(all.get(id)) : undefined;
    if (!rows) continue;
    const readers = order.calls.filter((reader) => order.sources.get(reader)?.includes(id));
    const wanted = readers.filter((reader) => reader === call || above.has(reader));
    const agreed = wanted.map((reader) => {
      const below = maybe.get(reader);
      return below && agreeing(rows, below);
    });
    if (agreed.length === 0 || agreed.some((some) => some === undefined)) continue;
    const any = new Set(agreed.flatMap((some) => some ?? []));
    maybe.set(
      id,
      rows.filter((one) => any.has(one)),
    );
  }
  const isSource = (id: string): boolean =>
    !(order.sources.get(id) ?? []).some((source) => rowsOf(all.get(source)) !== undefined);
  const sources = new Map([...maybe].filter(([id]) => id !== call && isSource(id)));
  if (sources.size === 0) return { told: false, why: isSource(call) ? FIRST : NO_COLUMN, calls: cards };
  const cut = (await engine.run(withRows(asked, all, sources))).calls;
  const key = keyOf(row);
  const isSame = rowsOf(cut.get(call))?.some((one) => keyOf(one) === key) === true;
  if (!isSame) return { told: false, why: OTHERS, calls: cards };
  const steps = cards.flatMap((id) => {
    const [rows, own] = [rowsOf(all.get(id)), rowsOf(cut.get(id))];
    return rows && own ? [{ call: id, rows: own.length, of: rows.length, first: own.slice(0, TOLD) }] : [];
  });
  return { told: true, calls: cards, steps };
}

const FIRST = 'It is a row of what this call itself read or made: no call before it has rows.';
const NO_COLUMN =
  'It shares no cell with the rows of the calls before it, so its own can’t be told apart among them.';
const OTHERS =
  'With the rows that agree with it alone it does not come out the same: it rests on other rows too, and which can’t be told.';

// ---- Rows ----

/** Of a table, or those that a chart is drawn from. */
function rowsOf(call: PreviewCall | undefined): readonly Json[] | undefined {
  if (call?.status !== 'completed') return undefined;
  const { value } = call;
  if (Array.isArray(value)) return value.length === 0 || value.some(isObject) ? value : undefined;
  const data = isObject(value) && value.kind === 'chart' ? value.data : undefined;
  return Array.isArray(data) ? (data as Json[]) : undefined;
}

const keys = new WeakMap<object, string>();

function keyOf(row: Json): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row);
  let key = keys.get(row);
  if (key === undefined) {
    const canonical = canonicalJson(row);
    key = canonical.ok ? canonical.value : JSON.stringify(row);
    keys.set(row, key);
  }
  return key;
}

/** Those of the first that the second has none of; of equal ones as many as it has fewer. */
function without(rows: readonly Json[], others: readonly Json[]): Json[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return rows.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    if (count > 0) left.set(keyOf(one), count - 1);
    return count === 0;
  });
}

/** Whether it has all cells of the row that it has a column for, and at least one. */
function carries(one: Json, row: Json): boolean {
  if (!isObject(one) || !isObject(row)) return keyOf(one) === keyOf(row);
  const shared = Object.keys(row).filter((name) => hasOwn(one, name));
  return shared.length > 0 && shared.every((name) => cellKey(one, name) === cellKey(row, name));
}

const cellKey = (row: Record<string, unknown>, name: string): string =>
  keyOf((row[name] as Json | undefined) ?? null);

/**
 * Rows that agree with one of those in all columns that both have; undefined where that can't be said. A column in which
 * none of its cells occurs has been computed, and tells nothing.
 */
function agreeing(rows: readonly Json[], below: readonly Json[]): readonly Json[] | undefined {
  const targets = below.filter(isObject) as JsonObject[];
  const own = rows.filter(isObject) as JsonObject[];
  const names = [...new Set(targets.flatMap((row) => Object.keys(row)))].filter((name) =>
    own.some((row) => hasOwn(row, name)),
  );
  const telling = names.filter((name) => {
    const wanted = new Set(targets.map((row) => cellKey(row, name)));
    return own.some((row) => wanted.has(cellKey(row, name)));
  });
  const agree = (by: readonly string[]): readonly Json[] => {
    const wanted = new Set(targets.map((row) => by.map((name) => cellKey(row, name)).join('\n')));
    return own.filter((row) => wanted.has(by.map((name) => cellKey(row, name)).join('\n')));
  };
  // A figure may come to what a cell happens to say: what is no number tells more.
  const words = telling.filter((name) => targets.some((row) => typeof row[name] !== 'number'));
  for (const by of [telling, words]) {
    if (by.length === 0) continue;
    const found = agree(by);
    if (found.length > 0) return found;
  }
  return undefined;
}

/** The last call whose rows hold it. */
function callWith(plan: Plan, all: Calls, row: Json): string | null {
  const key = keyOf(row);
  const order = orderOf(plan).calls;
  return order.findLast((id) => rowsOf(all.get(id))?.some((one) => keyOf(one) === key)) ?? null;
}

/** The same preview with other rows in the place of those that calls came to. */
function withRows(asked: RowAsked, all: Calls, rows: ReadonlyMap<string, readonly Json[]>): PreviewAsked {
  const given = new Map<string, Given>(asked.given);
  for (const [id, own] of rows) {
    const call = all.get(id);
    const value = call?.status === 'completed' ? call.value : null;
    const list = [...own];
    given.set(id, {
      value: Array.isArray(value) ? list : { ...(value as JsonObject), data: list },
      word: 'sampled',
    });
  }
  return { ...asked, given };
}

// ---- The plan ----

interface Order {
  /** What writes before what reads it. */
  readonly calls: readonly string[];
  /** By call, those that it reads from. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

function orderOf(plan: Plan): Order {
  const graph = buildGraph(plan);
  const idAt = (index: number): string => itemAt(graph.calls, index).call._id;
  const sources = new Map<string, string[]>(plan.calls.map(({ _id }) => [_id, []]));
  for (const { from, to } of edgesOf(graph)) sources.get(idAt(to))?.push(idAt(from));
  const calls = new Set<string>();
  const visiting = new Set<string>();
  // By hand: a chain of ten thousand is deeper than a function may call itself.
  for (const { _id } of plan.calls) {
    const open = [_id];
    for (let id = open.at(-1); id !== undefined; id = open.at(-1)) {
      const next = visiting.has(id) ? undefined : sources.get(id)?.filter((one) => !calls.has(one));
      visiting.add(id);
      if (next && next.length > 0) open.push(...next.filter((one) => !visiting.has(one)));
      if (open.at(-1) === id) {
        calls.add(id);
        open.pop();
      }
    }
  }
  return { calls: [...calls], sources };
}

function upstream({ sources }: Order, call: string): ReadonlySet<string> {
  const found = new Set(sources.get(call));
  for (const id of found) for (const source of sources.get(id) ?? []) found.add(source);
  found.delete(call);
  return found;
}

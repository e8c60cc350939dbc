/**
 * The calls of a sub-plan take the place of the call that runs it (L-52): the inverse of `make-sub-plan.ts`. What a run comes
 * to stays the same. Edits alone; knows no screen.
 */

import { itemAt } from '../lib/columns.ts';
import { hasOwn, isObject, type Json, type JsonObject, jsonEquals, setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { ToolContract } from './contract-shape.ts';
import { readOwnReference } from './delegates.ts';
import type { Call, OwnPlan, Plan } from './document.ts';
import type { Edit } from './edit.ts';
import {
  type Expr,
  isExpression,
  parseExpression,
  printExpression,
  printRef,
  type Ref,
} from './expression.ts';
import { freeId } from './free-id.ts';
import { policyFor } from './make-sub-plan.ts';
import { isOff } from './open-step.ts';
import { kindsOf, type ParsedCall } from './parsed-call.ts';
import { isAtOrBelow, overlaps, parsedCalls, surelyIn, writtenBy } from './surely.ts';

export interface Dissolved {
  readonly edits: readonly Edit[];
  /** The calls that stand there now. */
  readonly calls: readonly string[];
}

/** Keys of a call that are no values. */
const PLAIN: ReadonlySet<string> = new Set(['_id', '_tool', '_description', '_expected', '_outputPath']);

/** The error is a sentence that says what stands in the way. @param id of the call that runs it @param sub the plan that it runs */
export function dissolveSubPlan(plan: Plan, id: string, sub: Plan): Result<Dissolved, string> {
  const at = plan.calls.findIndex(({ _id }) => _id === id);
  const call = plan.calls[at];
  if (call?._delegate === undefined) return err(`"${id}" runs no plan of its own.`);
  const fault = faultOf(plan, call, sub);
  if (fault !== undefined) return err(fault);
  try {
    return ok(editsFor(plan, at, call, sub));
  } catch (thrown) {
    if (thrown instanceof InTheWay) return err(thrown.message);
    throw thrown;
  }
}

/** What stands in the way, found deep inside a value. */
class InTheWay extends Error {}

function faultOf(plan: Plan, call: Call, sub: Plan): string | undefined {
  const its = `"${call._id}"`;
  if (call._forEach !== undefined)
    return `${its} runs its plan once for each element, and a plan has no loops.`;
  if (call._scopes !== undefined || (call._instance !== undefined && call._instance !== '*'))
    return `${its} runs its plan in a room of its own: it has scopes, or an instance.`;
  if (isOff(call)) return `${its} is switched off. Switch it on first.`;
  if (call._outputMethod !== undefined && call._outputMethod !== 'set')
    return `${its} adds its result to what is there, which several calls can't.`;
  if (sub.mode === 'eager' || sub.strategy === 'iterative' || sub.mandate)
    return 'That plan is written on as it runs, so its calls are not known.';
  if (sub.state !== undefined || sub.data !== undefined || sub.outputSchema !== undefined)
    return 'That plan declares a state or a result of its own, which would be lost.';
  if (sub.policy !== undefined && !jsonEquals(sub.policy, policyFor(plan)))
    return 'That plan goes on after failures, or has limits, in a way of its own, which would be lost.';
  if (
    readOwnReference(call._delegate ?? '') === null &&
    sub.calls.some(({ _delegate }) => _delegate?.startsWith('#'))
  )
    return 'That plan of the library runs plans of its own document, which are not here.';
  for (const tool of sub.tools ?? []) {
    const other = plan.tools?.find(({ name }) => name === tool.name);
    if (other ? !jsonEquals(other, tool) : false)
      return `Both plans have a tool "${tool.name}", and not the same one.`;
  }
  const targets = parsedCalls(plan).find((one) => one.call === call)?.targets?.alternatives ?? [];
  if (targets.length > 1 || (targets[0]?.length ?? 0) > 1)
    return `${its} writes to more than one path. Leave it one first.`;
  return undefined;
}

function editsFor(plan: Plan, at: number, call: Call, sub: Plan): Dissolved {
  const left = plan.calls.filter((one) => one !== call);
  const parsedLeft = parsedCalls({ ...plan, calls: left });
  const inner = parsedCalls(sub);
  const ids = new Map<string, string>();
  const taken = new Set(left.map(({ _id }) => _id));
  for (const { _id } of sub.calls) {
    const free = freeId(_id, (one) => taken.has(one));
    taken.add(free);
    ids.set(_id, free);
  }
  const roots = freeRoots(parsedLeft, plan, inner);
  const params = paramsOf(call, sub);
  const turn = (ref: Ref, rest: boolean): Json => {
    if (ref.kind === 'input') return given(params, ref, rest, call._id);
    return ref.kind === 'state' && ref.path.length > 0 ? printRef(renamed(ref, roots)) : printRef(ref);
  };
  const subKinds = kindsOf(sub);
  const [first] = writtenBy(itemAt(parsedCalls({ ...plan, calls: [call] }), 0));
  const result = sub.output === undefined ? lastOf(inner) : sub.output;
  const surely = surelyIn(sub, ({ kind }) => kind === 'input');
  const sources = new Set(
    inner.filter((one) => !one.places.some(({ refs }) => refs.some(({ kind }) => kind !== 'input'))),
  );
  const calls = inner.map((parsed) => {
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(parsed.call)) {
      if (key === '_id') setOwn(copy, key, ids.get(parsed.call._id));
      else if (key === '_outputPath') setOwn(copy, key, targetText(parsed, roots));
      else if (PLAIN.has(key)) setOwn(copy, key, value);
      else {
        const next = substituted(value as Json, subKinds, turn);
        // A gate that waits for a value of the call's own waits for nothing.
        if (key === '_after' && !(typeof next === 'string' && isExpression(next))) continue;
        setOwn(copy, key, next);
      }
    }
    if (call._after !== undefined && sources.has(parsed))
      copy._after = copy._after === undefined ? call._after : `${copy._after} && ${call._after}`;
    return copy as unknown as Call;
  });
  const kinds = kindsOf(plan);
  const outside = (ref: Ref, rest: boolean): Json => {
    if (!first || !overlaps(ref, first)) return printRef(ref);
    if (!isAtOrBelow(ref, first))
      throw new InTheWay(`${printRef(ref)} is read as a whole, and is more than what "${call._id}" writes.`);
    if (result === undefined) throw new InTheWay('That plan returns nothing that others could read.');
    return returned(result, ref.path.slice(first.path.length), rest);
  };
  const returned = (value: Json, rest: Ref['path'], isPart: boolean): Json => {
    const written = substituted(inside(value, rest), subKinds, (ref, part) => {
      if (ref.kind === 'state' && !surely.has(ref))
        throw new InTheWay(
          `${printRef(ref)} of that plan is not there on every way, and would be nothing then.`,
        );
      return turn(ref, part);
    });
    if (isPart && typeof written !== 'string')
      throw new InTheWay('A choice between paths can’t hold what that plan returns.');
    return written;
  };
  const edits: Edit[] = [{ kind: 'remove-call', id: call._id, at }];
  const others: Edit[] = [];
  left.forEach((one, i) => {
    for (const [key, value] of Object.entries(one)) {
      if (PLAIN.has(key)) continue;
      const next = substituted(value as Json, kinds, outside);
      if (next !== value) others.push({ kind: 'set-in-call', id: one._id, at: i, path: [key], value: next });
    }
  });
  const output = plan.output === undefined ? undefined : substituted(plan.output, kinds, outside);
  if (output !== plan.output) others.push({ kind: 'set-field', field: 'output', value: output });
  else if (
    plan.output === undefined &&
    result !== undefined &&
    !plan.calls.slice(at + 1).some(({ _outputPath }) => _outputPath !== undefined)
  )
    others.push({ kind: 'set-field', field: 'output', value: returned(result, [], false) });
  const added = calls.map((one, i): Edit => ({ kind: 'add-call', call: one, at: at + i }));
  return {
    edits: [...edits, ...others, ...added, ...fieldsOf(plan, call, sub, ids)],
    calls: calls.map(({ _id }) => _id),
  };
}

/** Without an output, a plan returns what its last call that writes has come to. */
function lastOf(inner: readonly ParsedCall[]): Json | undefined {
  const last = inner.findLast((one) => writtenBy(one).length > 0);
  return last && printRef(itemAt(writtenBy(last), 0));
}

/** Parameters of the call by name, with what the plan's schema says where the call says nothing. */
function paramsOf(call: Call, { input }: Pick<Plan, 'input'>): JsonObject {
  const params: JsonObject = {};
  const schema = isObject(input?.schema) ? input.schema : {};
  for (const [name, own] of isObject(schema.properties) ? Object.entries(schema.properties) : [])
    if (isObject(own) && own.default !== undefined) setOwn(params, name, own.default as Json);
  for (const [key, value] of Object.entries(call))
    if (!key.startsWith('_') && value !== undefined) setOwn(params, key, value as Json);
  return params;
}

/** What stands for an input of the plan where its calls read it. @param isPart beside others in one expression */
function given(params: JsonObject, ref: Ref, isPart: boolean, id: string): Json {
  const [name, ...rest] = ref.path;
  if (name === undefined) throw new InTheWay(`That plan reads all that "${id}" gives it at once.`);
  if (!hasOwn(params, String(name)))
    throw new InTheWay(`"${id}" does not give ${String(name)}, which that plan reads.`);
  const value = inside(params[String(name)]!, rest);
  if (isPart && !(typeof value === 'string' && isExpression(value)))
    throw new InTheWay(
      `That plan chooses between ${printRef(ref)} and a path, and "${id}" gives a value for it.`,
    );
  return value;
}

/** What is at a path below a value that may hold references. */
function inside(value: Json, rest: Ref['path']): Json {
  if (rest.length === 0) return value;
  if (typeof value === 'string' && isExpression(value)) {
    const parsed = parseExpression(value, new Any());
    if (parsed.ok && parsed.value.type === 'ref')
      return printRef({ ...parsed.value, path: [...parsed.value.path, ...rest] });
    throw new InTheWay(`A part of ${value} is read, which is a choice between paths.`);
  }
  const [key, ...more] = rest;
  if (Array.isArray(value) && value[Number(key)] !== undefined) return inside(value[Number(key)]!, more);
  if (isObject(value) && hasOwn(value, String(key))) return inside((value as JsonObject)[String(key)]!, more);
  throw new InTheWay(`"${String(key)}" is read of a value that has no such part.`);
}

class Any extends Set<string> {
  override has(): boolean {
    return true;
  }
}

/** A value with something else in the place of each reference: a whole value where one stands alone. */
function substituted(
  value: Json,
  kinds: ReadonlySet<string>,
  turn: (ref: Ref, isPart: boolean) => Json,
): Json {
  if (typeof value === 'string') {
    const parsed = isExpression(value) ? parseExpression(value, kinds) : undefined;
    if (!parsed?.ok) return value;
    if (parsed.value.type === 'ref') {
      const next = turn(parsed.value, false);
      return next === printRef(parsed.value) ? value : next;
    }
    const next = printExpression(turned(parsed.value, kinds, turn));
    return next === printExpression(parsed.value) ? value : next;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => substituted(item, kinds, turn));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  let isSame = true;
  for (const [key, item] of Object.entries(value as JsonObject)) {
    const next = substituted(item, kinds, turn);
    if (next !== item) isSame = false;
    setOwn(copy, key, next);
  }
  return isSame ? value : copy;
}

function turned(expr: Expr, kinds: ReadonlySet<string>, turn: (ref: Ref, isPart: boolean) => Json): Expr {
  if (expr.type !== 'ref') return { ...expr, operands: expr.operands.map((one) => turned(one, kinds, turn)) };
  const text = turn(expr, true);
  const parsed = typeof text === 'string' ? parseExpression(text, new Any()) : undefined;
  if (!parsed?.ok) throw new InTheWay('A choice between paths can’t hold a value.');
  return parsed.value;
}

// Names

/** For each first name of the state that the plan's calls use, itself, or another where others write what they do. */
function freeRoots(
  outside: readonly ParsedCall[],
  plan: Plan,
  inner: readonly ParsedCall[],
): ReadonlyMap<string, string> {
  const others = outside.flatMap(writtenBy);
  const begun = Object.keys(isObject(plan.state?.initial) ? plan.state.initial : {});
  const own = inner.flatMap(writtenBy).filter(({ kind }) => kind === 'state');
  const taken = new Set([...others, ...own].map(({ path }) => String(path[0])).concat(begun));
  const found = new Map<string, string>();
  for (const { path } of own) {
    const root = String(path[0]);
    if (found.has(root)) continue;
    const its = own.filter((one) => String(one.path[0]) === root);
    const clashes = begun.includes(root) || its.some((one) => others.some((other) => overlaps(one, other)));
    let free = root;
    for (let n = 2; clashes && taken.has(free); n++) free = `${root}_${n}`;
    taken.add(free);
    found.set(root, free);
  }
  return found;
}

const renamed = (ref: Ref, roots: ReadonlyMap<string, string>): Ref => ({
  ...ref,
  path: [roots.get(String(ref.path[0])) ?? itemAt(ref.path, 0), ...ref.path.slice(1)],
});

function targetText({ targets, call }: ParsedCall, roots: ReadonlyMap<string, string>): string | undefined {
  if (!targets) return call._outputPath;
  const isSame = targets.alternatives
    .flat()
    .every(({ path }) => roots.get(String(path[0])) === String(path[0]));
  if (isSame) return call._outputPath;
  return targets.alternatives
    .map((refs) => refs.map((ref) => printRef(renamed(ref, roots))).join(' && '))
    .join(' || ');
}

// What stands beside the calls

function fieldsOf(plan: Plan, call: Call, sub: Plan, ids: ReadonlyMap<string, string>): readonly Edit[] {
  const edits: Edit[] = [];
  const name = readOwnReference(call._delegate ?? '');
  const runs = ({ calls }: Pick<OwnPlan, 'calls'>) =>
    calls.some((one) => one !== call && one._delegate === call._delegate);
  if (name !== null && !runs(plan) && !Object.values(plan.plans ?? {}).some(runs)) {
    const { [name]: _, ...rest } = plan.plans ?? {};
    const isEmpty = Object.keys(rest).length === 0;
    edits.push({ kind: 'set-field', field: 'plans', value: isEmpty ? undefined : (rest as unknown as Json) });
  }
  const known = new Set(plan.tools?.map(({ name: tool }) => tool));
  const tools = (sub.tools ?? []).filter((tool: ToolContract) => !known.has(tool.name));
  if (tools.length > 0)
    edits.push({
      kind: 'set-field',
      field: 'tools',
      value: [...(plan.tools ?? []), ...tools] as unknown as Json,
    });
  const notes = sub.notes?.flatMap((note) =>
    isObject(note) && note.kind !== 'test' && typeof note.call === 'string'
      ? [{ ...note, call: ids.get(note.call) ?? note.call }]
      : [],
  );
  if (notes && notes.length > 0)
    edits.push({ kind: 'set-field', field: 'notes', value: [...(plan.notes ?? []), ...notes] as Json });
  return [...edits, ...placesOf(plan, call, sub, ids)];
}

/** As they stood to each other, from where the call stood. */
function placesOf(plan: Plan, call: Call, sub: Plan, ids: ReadonlyMap<string, string>): readonly Edit[] {
  const at = plan.layout && hasOwn(plan.layout, call._id) ? plan.layout[call._id] : undefined;
  const own = Object.entries(sub.layout ?? {}).filter(([id]) => ids.has(id));
  const positions: Record<string, { x: number; y: number } | null> = at ? { [call._id]: null } : {};
  if (at && own.length > 0) {
    const x = Math.min(...own.map(([, one]) => one.x));
    const y = Math.min(...own.map(([, one]) => one.y));
    for (const [id, one] of own) positions[ids.get(id) ?? id] = { x: at.x + one.x - x, y: at.y + one.y - y };
  }
  return Object.keys(positions).length === 0 ? [] : [{ kind: 'place', positions }];
}

/**
 * Calls of a plan become a plan of their own within it, run by one call in their place (L-52): what they read of others is
 * its input, what others read of them its output. What a run comes to stays the same. Edits alone; knows no screen.
 */

import { itemAt } from '../lib/columns.ts';
import { hasOwn, isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Call, OwnPlan, Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { printRef, type Ref } from './expression.ts';
import { freeId } from './free-id.ts';
import { mapRefs } from './map-refs.ts';
import { isOff } from './open-step.ts';
import { kindsOf, type ParsedCall } from './parsed-call.ts';
import { turnRefs } from './rename-path.ts';
import { isAtOrBelow, overlaps, parsedCalls, surelyIn, writtenBy } from './surely.ts';

/** Keys of a call that hold no reference that is read. */
const NOT_READ: ReadonlySet<string> = new Set(['_id', '_tool', '_description', '_expected', '_outputPath']);

/** What the edits came to. */
export interface SubPlanMade {
  readonly edits: readonly Edit[];
  /** The call that runs it, and its name among the document's plans. */
  readonly call: string;
  readonly name: string;
}

/** The error is a sentence that says what stands in the way. @param ids the calls that are to be its calls */
export function makeSubPlan(plan: Plan, ids: readonly string[]): Result<SubPlanMade, string> {
  const chosen = new Set(ids);
  const calls = parsedCalls(plan);
  const inside = calls.filter(({ call }) => chosen.has(call._id));
  const outside = calls.filter(({ call }) => !chosen.has(call._id));
  if (inside.length === 0) return err('Select the calls first that are to become a plan of their own.');
  const fault = faultOf(plan, inside, outside);
  if (fault !== undefined) return err(fault);

  const reads = readsFrom(inside);
  const results = resultsOf(plan, inside, outside);
  if (!results.ok) return results;
  if (results.value.length > 1 && plan.state?.schema !== undefined)
    return err('What is returned of them would stand at a path that the schema of the state does not name.');
  const unsure = faultOfWays(plan, inside, reads, results.value);
  if (unsure !== undefined) return err(unsure);

  const last = itemAt(inside, inside.length - 1).call;
  const taken = new Set(outside.map(({ call }) => call._id));
  const name = freeId(nameFor(last), (id) => taken.has(id) || hasOwn(plan.plans ?? {}, id));
  const inputs = named(reads);
  const returned = results.value;
  const sub = subPlanOf(plan, inside, inputs, returned, last);
  const [only, ...more] = returned;
  const params: JsonObject = {};
  for (const [input, ref] of inputs) setOwn(params, input, printRef(ref));
  const call = {
    _id: name,
    _tool: name,
    _delegate: `#${name}`,
    ...(last._description === undefined ? {} : { _description: last._description }),
    ...params,
    ...(only === undefined
      ? {}
      : { _outputPath: more.length === 0 ? printRef(only) : `†state.${freeRoot(outside, inside, name)}` }),
  } as Call;
  return ok({ edits: editsFor(plan, inside, call, sub, name, returned), call: name, name });
}

/** Where what is returned stands once the call has written it: by itself at its own path, of several each below the call's. */
function editsFor(
  plan: Plan,
  inside: readonly ParsedCall[],
  call: Call,
  sub: OwnPlan,
  name: string,
  returned: readonly Ref[],
): readonly Edit[] {
  const chosen = new Set(inside.map(({ call: one }) => one._id));
  const places = plan.calls.flatMap((one, at) => (chosen.has(one._id) ? [at] : []));
  const removed = places
    .toReversed()
    .map((at): Edit => ({ kind: 'remove-call', id: itemAt(plan.calls, at)._id, at }));
  const at = itemAt(places, places.length - 1) + 1 - places.length;
  const left: Plan = { ...plan, calls: plan.calls.filter(({ _id }) => !chosen.has(_id)) };
  const keys = keysOf(returned);
  const root = rootOf(call);
  const turned =
    returned.length < 2
      ? []
      : turnRefs(left, kindsOf(plan), (ref) => {
          const i = returned.findIndex((path) => isAtOrBelow(ref, path));
          const path = returned[i];
          if (!path) return ref;
          return { ...ref, path: [root, itemAt(keys, i), ...ref.path.slice(path.path.length)] };
        });
  const edits: Edit[] = [
    ...removed,
    ...turned,
    { kind: 'add-call', call, at },
    { kind: 'set-field', field: 'plans', value: { ...plan.plans, [name]: sub } as unknown as Json },
  ];
  if (plan.output === undefined && returned.length > 1 && isLast(plan, chosen)) {
    const [i] = returned.flatMap((path, k) => (isWrittenByLast(plan, path) ? [k] : []));
    if (i !== undefined)
      edits.push({ kind: 'set-field', field: 'output', value: printRef(path([root, itemAt(keys, i)])) });
  }
  return [...edits, ...placesOf(plan, chosen, name), ...notesOf(plan, chosen)];
}

const path = (segments: readonly string[]): Ref => ({ type: 'ref', kind: 'state', path: segments });

// What stands in the way

function faultOf(
  plan: Plan,
  inside: readonly ParsedCall[],
  outside: readonly ParsedCall[],
): string | undefined {
  if (plan.mode === 'eager' || plan.strategy === 'iterative')
    return 'This plan is written on as it runs, so no part of it can be put into a plan of its own.';
  const ids = plan.calls.map(({ _id }) => _id);
  if (new Set(ids).size < ids.length) return 'Two calls have the same name. Rename one first.';
  for (const { call, errors, targets } of inside) {
    const its = `"${call._id}"`;
    if (errors.length > 0) return `${its} holds a path that can't be read. Mend it first.`;
    if (call._instance !== undefined && call._instance !== '*')
      return `${its} runs for one instance alone, which a plan of its own does not know.`;
    if (call._scopes !== undefined) return `${its} sees more of the plan than it is given (its scopes).`;
    if (isOff(call)) return `${its} is switched off. Switch it on, or leave it out.`;
    if (targets?.alternatives.some((refs) => refs.some(({ kind }) => kind !== 'state')))
      return `${its} writes data that is declared for the whole plan.`;
  }
  const begun = plan.state?.initial;
  for (const parsed of inside)
    for (const written of writtenBy(parsed)) {
      if (isObject(begun) && hasOwn(begun, String(written.path[0])))
        return `${printRef(written)} has a value to begin with, which the plan of its own would not know.`;
      const other = outside.find((one) => writtenBy(one).some((path) => overlaps(path, written)));
      if (other)
        return `"${other.call._id}" writes ${printRef(written)}, too. Take it along, or leave out "${parsed.call._id}".`;
    }
  return between(inside, outside);
}

/** A call that is left outside, reads of them and is read by them would make them wait for each other. */
function between(inside: readonly ParsedCall[], outside: readonly ParsedCall[]): string | undefined {
  const behind = new Set<ParsedCall>();
  let grown = [...inside];
  while (grown.length > 0) {
    const written = grown.flatMap(writtenBy);
    grown = outside.filter((one) => !behind.has(one) && readsOne(one, written));
    for (const one of grown) behind.add(one);
  }
  const stuck = [...behind].find((one) => inside.some((parsed) => readsOne(parsed, writtenBy(one))));
  return stuck === undefined
    ? undefined
    : `"${stuck.call._id}" stands between them: it reads of one and is read by another. Take it along.`;
}

const refsOf = ({ places }: ParsedCall): readonly Ref[] => places.flatMap(({ refs }) => refs);
const readsOne = (parsed: ParsedCall, written: readonly Ref[]): boolean =>
  refsOf(parsed).some((ref) => written.some((path) => overlaps(ref, path)));

/**
 * A run may go a way on which one of them has nothing to read. Then all of them must have nothing, as the one call that
 * runs them would; and what they write must be there wherever they run.
 */
function faultOfWays(
  plan: Plan,
  inside: readonly ParsedCall[],
  reads: readonly Ref[],
  returned: readonly Ref[],
): string | undefined {
  const whole = surelyIn(plan);
  const unsure = reads.filter((ref) => !whole.has(ref));
  for (const ref of unsure) {
    const reached = new Set(inside.filter((one) => refsOf(one).some((own) => isSame(own, ref))));
    for (let grows = true; grows; ) {
      const written = [...reached].flatMap(writtenBy);
      const next = inside.filter((one) => !reached.has(one) && readsOne(one, written));
      for (const one of next) reached.add(one);
      grows = next.length > 0;
    }
    const apart = inside.find((one) => !reached.has(one));
    if (apart)
      return `"${apart.call._id}" runs also where ${printRef(ref)} is not there, and the others do not. Leave it out.`;
    if (inside.some(({ places }) => places.some(({ expr }) => expr.type !== 'ref')))
      return `Where ${printRef(ref)} is not there, some of them choose another way. Take along what writes it.`;
  }
  const own: Plan = { ...plan, calls: inside.map(({ call }) => call) };
  const within = surelyIn(own, (ref) => reads.some((path) => isSame(path, ref)));
  const [open] = returned.filter((ref) => !within.has(ref));
  return open === undefined
    ? undefined
    : `${printRef(open)} is not there on every way through them. Take along what reads it, or leave out what writes it.`;
}

const isSame = (a: Ref, b: Ref): boolean => isAtOrBelow(a, b) && a.path.length === b.path.length;

// What crosses

/** What they read that none of them writes, each once. Secrets are everybody's, and no parameter. */
function readsFrom(inside: readonly ParsedCall[]): readonly Ref[] {
  const written = inside.flatMap(writtenBy);
  const found = new Map<string, Ref>();
  for (const ref of inside.flatMap(refsOf))
    if (ref.kind !== 'secret' && !written.some((path) => overlaps(path, ref))) found.set(printRef(ref), ref);
  return [...found.values()];
}

/** What is read of them from outside: the path that is written, or one above it that only they write. */
function resultsOf(
  plan: Plan,
  inside: readonly ParsedCall[],
  outside: readonly ParsedCall[],
): Result<readonly Ref[], string> {
  const written = inside.flatMap(writtenBy);
  const kinds = kindsOf(plan);
  const asked: Ref[] = outside.flatMap(refsOf);
  if (plan.output !== undefined)
    mapRefs(plan.output, kinds, (ref) => {
      asked.push(ref);
      return ref;
    });
  else if (isLast(plan, new Set(inside.map(({ call }) => call._id))))
    asked.push(...written.filter((one) => isWrittenByLast(plan, one)));
  const found: Ref[] = [];
  for (const path of written) {
    const reads = asked.filter((ref) => overlaps(ref, path));
    if (reads.length === 0) continue;
    const highest = reads.reduce((top, ref) => (ref.path.length < top.path.length ? ref : top), path);
    if (highest.path.length === 0)
      return err(`${printRef(highest)}, all of it, is read by others, so no part of it can be made apart.`);
    if (!found.some((known) => isAtOrBelow(highest, known))) {
      for (let i = found.length - 1; i >= 0; i--)
        if (isAtOrBelow(itemAt(found, i), highest)) found.splice(i, 1);
      found.push(highest);
    }
  }
  const others = outside.flatMap(writtenBy);
  const mixed = found.find((ref) => others.some((path) => overlaps(path, ref)));
  return mixed
    ? err(`${printRef(mixed)} is written by others, too. Take along all that writes it.`)
    : ok(found);
}

/** Without an output, a plan returns what its last call that writes has come to. */
const lastWriter = ({ calls }: Plan): Call | undefined =>
  calls.findLast(({ _outputPath }) => _outputPath !== undefined);
const isLast = (plan: Plan, chosen: ReadonlySet<string>): boolean => chosen.has(lastWriter(plan)?._id ?? '');
const isWrittenByLast = (plan: Plan, ref: Ref): boolean => lastWriter(plan)?._outputPath === printRef(ref);

// The plan of its own

/** A name for each of the references, by what it ends with. */
function named(refs: readonly Ref[]): readonly (readonly [string, Ref])[] {
  const keys = keysOf(refs);
  return refs.map((ref, i) => [itemAt(keys, i), ref]);
}

/** What a loop gives its elements is called so (L-53). */
const GIVEN = ['item', 'index'];

function keysOf(refs: readonly Ref[]): readonly string[] {
  const taken = new Set<string>(GIVEN);
  return refs.map(({ kind, path: way }) => {
    const end = way.findLast((segment) => typeof segment === 'string') ?? kind;
    const word = String(end).replace(/[^A-Za-z0-9_]+/g, '_');
    const base =
      /^[A-Za-z_]/.test(word) && !/^(?:_.*|constructor|prototype)$/.test(word) ? word : `v_${word}`;
    let key = base.slice(0, 40);
    for (let n = 2; taken.has(key); n++) key = `${base.slice(0, 40)}_${n}`;
    taken.add(key);
    return key;
  });
}

function subPlanOf(
  plan: Plan,
  inside: readonly ParsedCall[],
  inputs: readonly (readonly [string, Ref])[],
  returned: readonly Ref[],
  last: Call,
): OwnPlan {
  const kinds = kindsOf(plan);
  const turn = (ref: Ref): Ref => {
    const input = inputs.find(([, known]) => isSame(known, ref));
    return input ? { type: 'ref', kind: 'input', path: [input[0]] } : ref;
  };
  const calls = inside.map(({ call }) => {
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(call))
      setOwn(copy, key, NOT_READ.has(key) ? value : mapRefs(value as Json, kinds, turn));
    return copy as unknown as Call;
  });
  const tools = plan.tools?.filter(({ name }) =>
    calls.some((call) => call._tool === name || call._activity === name),
  );
  const chosen = new Set(calls.map(({ _id }) => _id));
  const layout = Object.entries(plan.layout ?? {}).filter(([id]) => chosen.has(id));
  const notes = plan.notes?.filter((note) => isOf(note, chosen));
  const policy = policyFor(plan);
  const [only, ...more] = returned;
  const keys = keysOf(returned);
  return {
    title: titleFor(last),
    ...(inputs.length === 0 ? {} : { input: { schema: schemaOf(plan, inputs) } }),
    ...(tools && tools.length > 0 ? { tools } : {}),
    calls,
    ...(only === undefined
      ? {}
      : {
          output:
            more.length === 0
              ? printRef(only)
              : Object.fromEntries(returned.map((ref, i) => [itemAt(keys, i), printRef(ref)])),
        }),
    ...(policy ? { policy } : {}),
    ...(layout.length > 0 ? { layout: Object.fromEntries(layout) } : {}),
    ...(notes && notes.length > 0 ? { notes } : {}),
  };
}

/** How its calls go on after failures is what it was. Ceilings are of the whole run, whose they stay. */
export function policyFor({ policy }: Plan): Plan['policy'] {
  const { onFailure, retryLimit } = policy ?? {};
  if (onFailure === undefined && retryLimit === undefined) return undefined;
  return {
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(retryLimit === undefined ? {} : { retryLimit }),
  };
}

/** An input of the plan stays what its schema says; of all else nothing is said. */
function schemaOf({ input }: Plan, inputs: readonly (readonly [string, Ref])[]): JsonObject {
  const schema = isObject(input?.schema) ? input.schema : {};
  const known = isObject(schema.properties) ? (schema.properties as JsonObject) : {};
  const properties: JsonObject = {};
  for (const [name, { kind, path: way }] of inputs) {
    const of = kind === 'input' && way.length === 1 ? String(way[0]) : undefined;
    const own = of !== undefined && hasOwn(known, of) ? known[of] : undefined;
    setOwn(properties, name, isObject(own) && own.$ref === undefined ? (own as JsonObject) : {});
  }
  return { type: 'object', properties, required: inputs.map(([name]) => name) };
}

const nameFor = ({ _id }: Call): string => `${_id}_plan`;
const titleFor = ({ _id, _description }: Call): string =>
  (_description ?? '').trim().slice(0, 60) || _id.replace(/[_-]+/g, ' ');

const rootOf = ({ _outputPath }: Call): string => (_outputPath ?? '').slice('†state.'.length);

/** A path of the state that nobody has yet. */
function freeRoot(outside: readonly ParsedCall[], inside: readonly ParsedCall[], name: string): string {
  const all = [...outside, ...inside];
  const roots = new Set(
    all.flatMap((one) => [...writtenBy(one), ...refsOf(one)]).map((ref) => String(ref.path[0])),
  );
  let root = name.replaceAll('-', '_');
  for (let n = 2; roots.has(root); n++) root = `${name.replaceAll('-', '_')}_${n}`;
  return root;
}

// What stands beside the calls

/** Where they stood the one call stands. */
function placesOf({ layout = {} }: Plan, chosen: ReadonlySet<string>, name: string): readonly Edit[] {
  const own = Object.entries(layout).filter(([id]) => chosen.has(id));
  if (own.length === 0) return [];
  const x = Math.min(...own.map(([, at]) => at.x));
  const y = Math.min(...own.map(([, at]) => at.y));
  const positions: Record<string, { x: number; y: number } | null> = {};
  for (const [id] of own) positions[id] = null;
  positions[name] = { x, y };
  return [{ kind: 'place', positions }];
}

const isOf = (note: unknown, chosen: ReadonlySet<string>): boolean =>
  isObject(note) && note.kind !== 'test' && typeof note.call === 'string' && chosen.has(note.call);

/** What is said of a call goes along with it. */
function notesOf({ notes }: Plan, chosen: ReadonlySet<string>): readonly Edit[] {
  const left = notes?.filter((note) => !isOf(note, chosen));
  if (!notes || !left || left.length === notes.length) return [];
  return [{ kind: 'set-field', field: 'notes', value: left.length === 0 ? undefined : (left as Json) }];
}

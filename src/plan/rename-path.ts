/** A path of the state gets another name, and all that writes or reads it goes along: one list of edits. Knows no screen. */

import { hasOwn, isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Call, Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { isExpression, parseExpression, printRef, type Ref } from './expression.ts';
import { mapRefs } from './map-refs.ts';
import { faultOfTarget } from './output-path.ts';
import { kindsOf, parseCall } from './parsed-call.ts';

/** Where calls write: `†state.history`, by its root. */
type Root = Pick<Ref, 'kind'> & { readonly name: string };

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);
/** An alternative that ends so is the way of failures (L-24): its name is its meaning. */
const MEANS_FAILURE = /^(error|failed|failure)$/;

/**
 * @param ref a path that is written; its first name is the one that changes
 * @param typed the name, or all of the path with it
 */
export function renamePath(plan: Plan, ref: Ref, typed: string): Result<readonly Edit[], string> {
  const root: Root = { kind: ref.kind, name: String(ref.path[0]) };
  const kinds = kindsOf(plan);
  const named = nameIn(typed.trim(), root, kinds);
  if (!named.ok) return named;
  const to = named.value;
  if (to === root.name) return ok([]);
  const old: Ref = { type: 'ref', kind: root.kind, path: [root.name] };
  const next: Ref = { type: 'ref', kind: root.kind, path: [to] };
  const fault = faultOfTarget(next);
  if (fault) return err(fault.message);
  if (isUsed(plan, { kind: root.kind, name: to }, kinds))
    return err(`${printRef(next)} is there already. Choose another name.`);
  if (MEANS_FAILURE.test(root.name) !== MEANS_FAILURE.test(to) && isAlternative(plan, root, kinds))
    return err(
      `By the name ${MEANS_FAILURE.test(root.name) ? root.name : to} an alternative is the way of failures: with another name it would be something else. Change the output path of its call instead.`,
    );
  return ok(
    editsFor(
      plan,
      kinds,
      (one) => (isOf(one, root) ? { ...one, path: [to, ...one.path.slice(1)] } : one),
      old,
      to,
    ),
  );
}

const isOf = (ref: Ref, { kind, name }: Root): boolean => ref.kind === kind && String(ref.path[0]) === name;

function nameIn(typed: string, root: Root, kinds: ReadonlySet<string>): Result<string, string> {
  let name = typed;
  if (isExpression(typed)) {
    const parsed = parseExpression(typed, kinds);
    if (!parsed.ok) return err(parsed.error.message);
    const ref = parsed.value;
    if (ref.type !== 'ref' || ref.kind !== root.kind || ref.path.length !== 1)
      return err(`A path like †${root.kind}.${root.name} is asked for, with one name.`);
    name = String(ref.path[0]);
  }
  if (!/^[A-Za-z_$][A-Za-z0-9_$-]{0,63}$/.test(name))
    return err(
      'A path is named with letters, digits, _, $ and -, at most 64 of them, and begins with no digit.',
    );
  return FORBIDDEN.has(name) ? err(`"${name}" can be no name here.`) : ok(name);
}

/** Whether anything of the plan names it: a call that writes or reads, its output, a value it begins with. */
function isUsed(plan: Plan, root: Root, kinds: ReadonlySet<string>): boolean {
  let found = false;
  const look = (ref: Ref): Ref => {
    if (isOf(ref, root)) found = true;
    return ref;
  };
  for (const call of plan.calls) mapRefs(call as unknown as Json, kinds, look);
  if (plan.output !== undefined) mapRefs(plan.output, kinds, look);
  const at = initialOf(plan, root.kind);
  return found || (isObject(at?.initial) && hasOwn(at.initial, root.name));
}

/** Whether it is one of several ways that a call can go. */
const isAlternative = (plan: Plan, root: Root, kinds: ReadonlySet<string>): boolean =>
  plan.calls.some((call) => {
    const alternatives = parseCall(call, kinds).targets?.alternatives ?? [];
    return alternatives.length > 1 && alternatives.some((refs) => refs.some((ref) => isOf(ref, root)));
  });

function editsFor(
  plan: Plan,
  kinds: ReadonlySet<string>,
  turn: (ref: Ref) => Ref,
  old: Ref,
  to: string,
): readonly Edit[] {
  const edits = turnRefs(plan, kinds, turn);
  const name = String(old.path[0]);
  const begun = initialOf(plan, old.kind);
  const declared = begun && renamedKind(begun, name, to);
  if (declared && declared !== begun) {
    const value = old.kind === 'state' ? declared : { ...plan.data, [old.kind]: declared };
    edits.push({ kind: 'set-field', field: old.kind === 'state' ? 'state' : 'data', value: value as Json });
  }
  const notes = plan.notes?.map((note) => renamedTest(note as Json, kinds, turn));
  if (notes?.some((note, i) => note !== plan.notes?.[i]))
    edits.push({ kind: 'set-field', field: 'notes', value: notes as Json });
  return edits;
}

/** The calls and the output of a plan with other references. @param isMeant leaves some fields of some calls as they are */
export function turnRefs(
  plan: Plan,
  kinds: ReadonlySet<string>,
  turn: (ref: Ref) => Ref,
  isMeant: (call: Call, key: string) => boolean = () => true,
): Edit[] {
  const edits: Edit[] = [];
  for (const [at, call] of plan.calls.entries())
    for (const [key, value] of Object.entries(call)) {
      if (key === '_id' || key === '_tool' || key === '_description' || !isMeant(call, key)) continue;
      const other = mapRefs(value as Json, kinds, turn);
      if (other !== value) edits.push({ kind: 'set-in-call', id: call._id, at, path: [key], value: other });
    }
  const output = plan.output === undefined ? undefined : mapRefs(plan.output, kinds, turn);
  if (output !== plan.output) edits.push({ kind: 'set-field', field: 'output', value: output });
  return edits;
}

type Begun = { readonly schema?: unknown; readonly initial?: unknown };

const initialOf = ({ state, data }: Plan, kind: string): Begun | undefined =>
  kind === 'state' ? state : data && hasOwn(data, kind) ? (data[kind] as Begun) : undefined;

/** What a kind declares of the path, under its other name. */
function renamedKind(begun: Begun, from: string, to: string): Begun {
  const { schema, initial } = begun;
  const values =
    isObject(initial) && hasOwn(initial, from) ? withKey(initial as JsonObject, from, to) : initial;
  let shape = schema;
  if (isObject(schema) && isObject(schema.properties) && hasOwn(schema.properties, from)) {
    const properties = withKey(schema.properties as JsonObject, from, to);
    const required = Array.isArray(schema.required)
      ? { required: schema.required.map((name) => (name === from ? to : name)) }
      : {};
    shape = { ...schema, properties, ...required };
  }
  return values === initial && shape === schema
    ? begun
    : {
        ...begun,
        ...(shape === undefined ? {} : { schema: shape }),
        ...(values === undefined ? {} : { initial: values }),
      };
}

function withKey(object: JsonObject, from: string, to: string): JsonObject {
  const next: JsonObject = {};
  for (const [key, value] of Object.entries(object)) setOwn(next, key === from ? to : key, value);
  return next;
}

/** A test names what it expects by its path (L-84). */
function renamedTest(note: Json, kinds: ReadonlySet<string>, turn: (ref: Ref) => Ref): Json {
  if (!isObject(note) || note.kind !== 'test') return note;
  const next: JsonObject = { ...(note as JsonObject) };
  let isSame = true;
  for (const part of ['expect', 'whole'] as const) {
    const own = note[part];
    if (!isObject(own)) continue;
    const turned: JsonObject = {};
    for (const [path, value] of Object.entries(own as JsonObject)) {
      const other = mapRefs(path, kinds, turn);
      if (other !== path) isSame = false;
      setOwn(turned, String(other), value);
    }
    next[part] = turned;
  }
  return isSame ? note : next;
}

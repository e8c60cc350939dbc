/** The last step of every import: a document in this language's own keys, checked and given what it lacks. */

import { hasOwn, isObject, setOwn } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { faultOfCall } from '../call-shape.ts';
import { type Call, FORMAT, type Plan, planShape, VERSION } from '../document.ts';
import { derivedNote, idMaker } from './derive-id.ts';
import { type ImportProblem, problem } from './foreign.ts';

interface FinishedPlan {
  readonly plan: Plan;
  readonly normalised: readonly string[];
}

/** A stranger's document may be wrong ten thousand times over; a person reads the first of it. */
const MAX_PROBLEMS = 50;

/**
 * Checks a document's shape and fills in format, version, id and the ids of calls. What needs no change keeps
 * its identity. Ids that are malformed or there twice are the check's to report (`bad-id`, `duplicate-id`).
 */
export function finishDocument(
  document: Record<string, unknown>,
  planId: () => string,
): Result<FinishedPlan, ImportProblem[]> {
  const fault = faultOfFormat(document);
  if (fault !== undefined) return err([problem(fault, ['format'])]);
  const normalised: string[] = [];
  const id = typeof document.id === 'string' && document.id !== '' ? document.id : planId();
  const whole =
    document.format === FORMAT && document.version === VERSION && document.id === id
      ? document
      : { format: FORMAT, version: VERSION, id, ...without(document, ['format', 'version', 'id']) };
  const problems = faultsOfEnvelope(whole);
  const calls = readCalls(whole.calls as unknown[], normalised, problems);
  const plans = readOwnPlans(whole.plans, normalised, problems);
  if (problems.length > 0) return err(problems.slice(0, MAX_PROBLEMS));
  const isSame = calls === whole.calls && plans === whole.plans;
  const plan = isSame ? whole : { ...whole, calls, ...(plans === undefined ? {} : { plans }) };
  return ok({ plan: plan as unknown as Plan, normalised });
}

/** The sub-plans in the document (L-52), each read as a plan; the same object where nothing had to change. */
function readOwnPlans(plans: unknown, normalised: string[], problems: ImportProblem[]): unknown {
  if (!isObject(plans)) {
    if (plans !== undefined)
      problems.push(problem('The plan\'s "plans" are not an object of sub-plans by name.', ['plans']));
    return plans;
  }
  const read: Record<string, unknown> = {};
  let isSame = true;
  for (const [name, own] of Object.entries(plans)) {
    const inside: ImportProblem[] = [];
    const changes: string[] = [];
    let sub = own;
    if (isObject(own)) {
      inside.push(
        ...faultsOfEnvelope({ ...own, format: FORMAT, version: VERSION, id: name, plans: undefined }),
      );
      const calls = readCalls(own.calls as unknown[], changes, inside);
      if (calls !== own.calls) sub = { ...own, calls };
    } else inside.push(problem('It is not an object with calls.', []));
    const called = `In the sub-plan "${name.slice(0, 60)}": `;
    for (const { message, path, ...rest } of inside)
      problems.push({ ...rest, message: called + message, path: ['plans', name, ...path] });
    for (const change of changes) normalised.push(called + change);
    isSame &&= sub === own;
    setOwn(read, name, sub);
  }
  return isSame ? plans : read;
}

function faultOfFormat(document: Record<string, unknown>): string | undefined {
  const { format, version } = document;
  if (format !== undefined && format !== FORMAT) {
    return `The document says it is of the format ${JSON.stringify(format)?.slice(0, 60)}, not "${FORMAT}".`;
  }
  if (format === FORMAT && typeof version === 'number' && version > VERSION) {
    return `The document is of version ${version}, and this program reads up to ${VERSION}: use a newer one.`;
  }
  return undefined;
}

function without(object: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  for (const key of Object.keys(object)) if (!keys.includes(key)) setOwn(rest, key, object[key]);
  return rest;
}

/** All but the calls, the layout and the sub-plans, which are long and are checked by hand; zod would take most of the time. */
function faultsOfEnvelope(document: Record<string, unknown>): ImportProblem[] {
  const { layout, plans: _, ...rest } = document;
  const problems: ImportProblem[] = [];
  if (!Array.isArray(document.calls))
    problems.push(problem('The plan\'s "calls" are not a list.', ['calls']));
  const checked = planShape.safeParse({ ...rest, calls: [] });
  for (const issue of checked.success ? [] : checked.error.issues) {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    problems.push(problem(`The plan's ${path.join('.')} is not as it should be: ${issue.message}.`, path));
  }
  if (layout !== undefined && !isLayout(layout)) {
    problems.push(problem("The plan's layout is not an object with an x and a y for each call.", ['layout']));
  }
  return problems;
}

function isLayout(layout: unknown): boolean {
  if (!isObject(layout)) return false;
  return Object.values(layout).every(
    (place) => isObject(place) && Number.isFinite(place.x) && Number.isFinite(place.y),
  );
}

/** The same list where nothing had to change. */
function readCalls(
  items: readonly unknown[],
  normalised: string[],
  problems: ImportProblem[],
): readonly Call[] {
  if (!Array.isArray(items)) return [];
  const needed = items.some((item) => isObject(item) && typeof item._id !== 'string');
  const calls = needed ? withIds(items, normalised) : items;
  let misnamed = 0;
  for (let i = 0; i < calls.length && problems.length < MAX_PROBLEMS; i++) {
    const fault = faultOfCall(calls[i]);
    if (fault !== undefined)
      problems.push(problem(`Call ${i + 1}${nameOf(calls[i])} ${fault}.`, ['calls', i]));
    else if (meansOutputPath(calls[i] as Call)) misnamed++;
  }
  if (misnamed > 0) {
    const some = misnamed === 1 ? 'A call has' : `${misnamed} calls have`;
    normalised.push(
      `${some} a parameter "output" that is a †state path: did you mean _outputPath? It was left as it is.`,
    );
  }
  return calls as readonly Call[];
}

const nameOf = (call: unknown): string =>
  isObject(call) && typeof call._id === 'string' ? ` ("${call._id.slice(0, 60)}")` : '';

/** K-34: one seed writes `"output": "†state"` where all others have `_outputPath`. */
function meansOutputPath(call: Call): boolean {
  const { output } = call;
  return typeof output === 'string' && call._outputPath === undefined && output.startsWith('†state');
}

/** Ids where there are none, from the tools' names; whole numbers become text (K-1). Other faults stay for the check. */
function withIds(items: readonly unknown[], normalised: string[]): unknown[] {
  const taken = items.flatMap((item) => (isObject(item) && hasId(item) ? [String(item._id)] : []));
  const derive = idMaker(taken);
  let derived = 0;
  let numbers = 0;
  const calls = items.map((item) => {
    if (!isObject(item) || typeof item._id === 'string') return item;
    if (Number.isSafeInteger(item._id)) {
      numbers++;
      return { ...item, _id: String(item._id) };
    }
    // Left as it is: the shape check names the fault.
    if (hasOwn(item, '_id') || typeof item._tool !== 'string') return item;
    derived++;
    return { _id: derive(item._tool), ...item };
  });
  if (derived > 0) normalised.push(derivedNote(derived, 'call'));
  if (numbers > 0) normalised.push('Wrote numeric ids as text.');
  return calls;
}

const hasId = (item: Record<string, unknown>): boolean =>
  typeof item._id === 'string' || Number.isSafeInteger(item._id);

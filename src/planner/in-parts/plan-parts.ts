/** Plans parts, each by a request of its own and some at a time, and the parts within them. Knows nothing of the whole. */

import type { OwnPlan } from '../../plan/document.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../planner.ts';
import type { Purse } from '../purse.ts';
import { traced } from '../traced.ts';
import { withChecks } from '../with-checks.ts';
import { gathered, NOTHING } from './gathered.ts';
import { namesFor, opened, type Part, partsOf, renamed } from './part.ts';

/** Parts that one answer may declare, and that a plan may have in all (L-62): each is an answer to pay for. */
export const MOST_PARTS = 15;
const MOST_IN_ALL = 40;
/** Parts that are planned at the same time. */
const AT_ONCE = 3;

/** Codes of answers that broke off: the same again may well come whole. */
const BROKEN_OFF: ReadonlySet<string> = new Set([
  'cut-stream',
  'malformed-stream',
  'timeout',
  'empty-answer',
]);
/** Codes of a server that would answer no other request either. */
const NO_MORE: ReadonlySet<string> = new Set([
  ...['key-refused', 'forbidden', 'no-credit', 'model-not-found', 'unreachable', 'redirected', 'not-an-api'],
  ...['bad-address', 'bad-key', 'no-model', 'key-echoed'],
]);

export type Failed = Extract<PlannerEvent, { kind: 'failed' }>;

/** What parts are planned with. */
export interface Desk {
  readonly model: Planner;
  /** For the plan as a whole: of it a part gets the tools, and the files that it names. */
  readonly request: PlannerRequest;
  /** All parts of the plan by name: each is put there when it is planned. */
  readonly plans: Map<string, OwnPlan>;
  /** A part begins with what is left by then. */
  readonly paid: Purse;
  /** Parts within parts. */
  readonly deepest: number;
  readonly now: () => number;
}

export const note = (text: string): PlannerEvent => ({ kind: 'note', text });
const MORE: PlannerEvent = { kind: 'plan' };

/**
 * Streams what is to be told, and a bare `plan` where there is more in `plans`. A part that can't be planned stands there as
 * an open step, and a note says why.
 * @returns why all of it was stopped, where it was
 */
export async function* planParts(
  desk: Desk,
  parts: readonly Part[],
): AsyncGenerator<PlannerEvent, Failed | null> {
  const waiting = [...parts];
  const queue: PlannerEvent[] = [];
  const over: { failure?: Failed; error?: unknown; isThrown?: true } = {};
  let underWay = 0;
  let wake = (): void => undefined;
  /** Why no other part would be answered. */
  let why: string | undefined;
  const tell = (event: PlannerEvent): void => {
    queue.push(event);
    wake();
  };
  const leaveOpen = ({ name, contract }: Part, words: string): void => {
    desk.plans.set(name, opened(contract));
    tell(note(`The part "${name}" could not be planned and stands as an open step. ${words}`));
    tell(MORE);
  };
  const carryOut = async (part: Part): Promise<void> => {
    const { failure, within } = await planOne(desk, part, tell);
    if (failure === undefined) {
      waiting.push(...within);
      tell(MORE);
    } else if (failure.code === 'cancelled' || desk.request.signal.aborted) over.failure = failure;
    else if (BROKEN_OFF.has(failure.code) && !part.isSecond) waiting.push({ ...part, isSecond: true });
    else {
      if (NO_MORE.has(failure.code)) why = failure.message;
      leaveOpen(part, failure.message);
    }
  };
  const begin = (part: Part): void => {
    const held = why ?? (desk.paid.isEmpty() ? 'What planning may cost is used up.' : undefined);
    if (held !== undefined) {
      leaveOpen(part, held);
      return;
    }
    underWay += 1;
    carryOut(part)
      .catch((error: unknown) => Object.assign(over, { error, isThrown: true }))
      .finally(() => {
        underWay -= 1;
        wake();
      });
  };
  for (;;) {
    const isOver = over.isThrown === true || over.failure !== undefined;
    while (!isOver && underWay < AT_ONCE && waiting.length > 0) begin(waiting.shift()!);
    const event = queue.shift();
    if (event) yield event;
    else if (underWay > 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    else if (over.isThrown) throw over.error;
    else if (isOver || waiting.length === 0) return over.failure ?? null;
  }
}

interface Outcome {
  readonly failure?: Failed;
  /** The parts that it is made of. */
  readonly within: readonly Part[];
}

async function planOne(desk: Desk, part: Part, tell: (event: PlannerEvent) => void): Promise<Outcome> {
  const { model, paid, now } = desk;
  const { name, depth, within } = part;
  const about = { part: name, depth, ...(within === undefined ? {} : { within }) };
  let made = NOTHING;
  for await (const event of traced(withChecks(keepingTo(model), now), about, now)(requestFor(desk, part))) {
    made = gathered(made, event);
    paid.take(event);
    if (event.kind === 'note') tell(note(`Part "${name}": ${event.text}`));
    else if (event.kind === 'usage' || event.kind === 'estimate' || event.kind === 'asked') tell(event);
    if (event.kind === 'failed') return { failure: event, within: [] };
  }
  return made.isDone ? { within: takenIn(desk, part, made, tell) } : { failure: CUT, within: [] };
}

const CUT: Failed = {
  kind: 'failed',
  code: 'cut-stream',
  message: 'The planner stopped in the middle of it.',
};

/** A part is told its contract, the tools and the files that it names: neither the whole goal nor any other part. */
function requestFor({ request, paid, deepest }: Desk, part: Part): PlannerRequest {
  const { catalogue, maxCalls, signal, fewerTools, tryPlan } = request;
  const { name, contract, depth, words, lastError = null } = part;
  const schema = contract.input?.schema;
  return {
    goal: contract.goal ?? name,
    files: request.files.filter((file) => words.includes(file.name)),
    ...{ catalogue, maxCalls, signal, history: [], lastError },
    ...(fewerTools ? { fewerTools } : {}),
    inputSchema: schema ?? NO_INPUT,
    part: contract.outputSchema === undefined ? {} : { gives: contract.outputSchema },
    ...(depth < deepest ? { mostParts: MOST_PARTS } : {}),
    ...paid.left(),
    // Without what it is given, nothing of it could be tried; the whole is.
    ...(tryPlan && schema === undefined ? { tryPlan } : {}),
  };
}

/** Reading any input of a part that is given none is a fault. */
const NO_INPUT = { type: 'object', properties: {} };

/** Puts a planned part into the plan, and those that it declares beside it. @returns the ones that are to be planned next */
function takenIn(
  { plans }: Desk,
  { name, contract, depth }: Part,
  made: typeof NOTHING,
  tell: (event: PlannerEvent) => void,
): readonly Part[] {
  const { used, unused } = partsOf(made, depth + 1, name);
  const names = namesFor(used, (id) => plans.has(id));
  const room = Math.max(0, MOST_IN_ALL - plans.size);
  const next = used.map((one) => ({ ...one, name: names.get(one.name) ?? one.name }));
  next.forEach((one, at) => {
    plans.set(one.name, at < room ? one.contract : opened(one.contract));
  });
  plans.set(name, {
    ...contract,
    ...(made.title === undefined ? {} : { title: made.title }),
    calls: made.calls.map((call) => renamed(call, names)),
    ...(made.output === undefined ? {} : { output: made.output }),
  });
  for (const one of unused) tell(note(`No call of the part "${name}" runs "${one}": it was left out.`));
  const left = next.slice(room).map((one) => `"${one.name}"`);
  if (left.length > 0)
    tell(note(`A plan has at most ${MOST_IN_ALL} parts: ${left.join(', ')} stand as open steps.`));
  return next.slice(0, room);
}

/** What a part is given is its contract's to say: what it asked for beside that nobody would give it. */
const keepingTo = (model: Planner): Planner =>
  async function* (request) {
    for await (const event of model(request)) {
      if (event.kind !== 'plan') yield event;
      else {
        const { inputSchema: _, input: __, ...rest } = event;
        if (Object.keys(rest).length > 1) yield rest;
      }
    }
  };

/** A planner whose plan is checked and tried before it is done; what is broken goes back, twice at most. Knows no model. */

import { checkPlan } from '../check/check.ts';
import type { Problem } from '../check/problem.ts';
import type { JsonObject } from '../lib/json.ts';
import { FORMAT, type Plan, VERSION } from '../plan/document.ts';
import { notOffered, openInPlace, stoodBefore } from './not-offered.ts';
import { trialFault } from './offline/trial-fault.ts';
import { unusedMentions } from './offline/unused-mentions.ts';
import type { DraftProblem, Mending, Planner, PlannerEvent, PlannerRequest } from './planner.ts';
import { MALFORMED_ANSWER } from './prompt/read-plan.ts';
import { purse } from './purse.ts';

const MOST_REPAIRS = 2;
const MAX_PROBLEMS = 20;

/**
 * Streams what `planner` streams. Where the plan has errors (warnings are the person's to judge), or comes to nothing on
 * the heads of the files, it is asked again for what is broken, and `restart` comes with the mended plan: until then the
 * first one stands. An answer that was no plan at all is asked for again whole. What is wrong even then is not hidden: the
 * draft ends with a note and `done`, because a person can mend it on the canvas. A call that takes what was not offered is
 * drawn as an open step from the first. Words of the goal that no call uses are
 * named, whatever the planner says of its plan.
 */
export function withChecks(planner: Planner, now: () => number = Date.now): Planner {
  return async function* (request) {
    const paid = purse(request);
    const counting: Planner = async function* (asked) {
      for await (const event of planner(asked)) {
        paid.take(event);
        yield event;
      }
    };
    const { sentBack } = request;
    let answer: Attempt = sentBack
      ? heardBefore(request, sentBack)
      : yield* attempt(counting, request, request);
    for (let repair = sentBack ? sentBack.times - 1 : 0; repair < MOST_REPAIRS; repair++) {
      // A cap holds to one answer: what it cost is known only now.
      if (answer.kind !== 'answered' || answer.problems.length === 0 || paid.isEmpty()) break;
      const before: Answer = answer;
      // Whoever was cut off has told that it went back.
      if (sentBack === undefined || repair >= sentBack.times) await request.again?.(wentBack(before));
      const again = yield* attempt(counting, mending(request, before), request, before);
      const hasDraft = before.plan.calls.length > 0;
      if (again.kind === 'answered') {
        if (again.plan.calls.length > 0 || !hasDraft) answer = again;
        continue;
      }
      // The draft there is stays on the canvas when it could not be mended; a stop is told as one.
      const isStopped = again.failure?.code === 'cancelled' || request.signal.aborted;
      if (!hasDraft || again.began || isStopped) answer = again;
      else
        yield { kind: 'note', text: `The plan could not be mended. ${again.failure?.message ?? ''}`.trim() };
      break;
    }
    const failure = answer.failure;
    if (failure) yield failure;
    if (failure || answer.kind === 'over') return;
    yield* notesOn(answer, request, now(), paid.isEmpty());
    yield { kind: 'done' };
  };
}

/** What goes back, as it is kept. */
const wentBack = ({ plan, problems }: Pick<Answer, 'plan' | 'problems'>): Mending => ({
  calls: plan.calls,
  output: plan.output ?? null,
  problems,
});

/** The answer that had gone back when its run was cut off. */
function heardBefore(request: PlannerRequest, { calls, output, problems }: Mending): Answer {
  const parts = output === null ? {} : { output };
  const plan = { ...draftOf(request, parts), calls };
  return { kind: 'answered', problems, plan, input: request.input, parts };
}

type Failure = Extract<PlannerEvent, { kind: 'failed' }>;

interface Answer {
  readonly kind: 'answered';
  readonly problems: readonly DraftProblem[];
  readonly plan: Plan;
  readonly input: JsonObject | undefined;
  /** What was said of it beside its calls. */
  readonly parts: Omit<Extract<PlannerEvent, { kind: 'plan' }>, 'kind'>;
  /** The answer was no plan: what the planner said. */
  readonly failure?: Failure;
}

type Attempt =
  | Answer
  /** A failure that asking again would not change, or a cut stream. `began`: calls of it have been passed on. */
  | { readonly kind: 'over'; readonly failure?: Failure; readonly began: boolean };

/** @param before what goes back: it is taken away with the first call of the answer to it */
async function* attempt(
  planner: Planner,
  asked: PlannerRequest,
  request: PlannerRequest,
  before?: Answer,
): AsyncGenerator<PlannerEvent, Attempt> {
  let plan = emptyDraft(request);
  let parts: Answer['parts'] = {};
  let taken: DraftProblem[] = [];
  let began = false;
  const restart = function* (): Generator<PlannerEvent> {
    if (began || before === undefined) return;
    yield { kind: 'restart', problems: before.problems.map(({ message }) => message) };
    parts = before.parts;
    plan = draftOf(request, parts);
    taken = [];
    const { output: _, ...others } = parts;
    if (Object.keys(others).length > 0) yield { kind: 'plan', ...others };
  };
  if (before?.plan.calls.length === 0) {
    yield* restart();
    began = true;
  }
  for await (const event of planner(asked)) {
    if (event.kind === 'done') {
      yield* restart();
      return await judged(plan, parts, request, taken);
    }
    if (event.kind === 'failed') {
      if (event.code !== MALFORMED_ANSWER)
        return { kind: 'over', failure: event, began: began && plan.calls.length > 0 };
      const { input } = request;
      return {
        kind: 'answered',
        problems: [{ message: event.message, calls: [] }],
        plan,
        input,
        parts,
        failure: event,
      };
    }
    if (event.kind === 'call' || event.kind === 'plan') {
      yield* restart();
      began = true;
    }
    if (event.kind === 'call') plan = { ...plan, calls: [...plan.calls, event.call] };
    const message = event.kind === 'call' ? notOffered(event.call, request) : null;
    if (event.kind === 'call' && message !== null) {
      taken = [...taken, { message, calls: [event.call._id] }];
      yield { kind: 'call', call: openInPlace(event.call) };
      continue;
    }
    if (event.kind === 'plan') {
      const { kind: _, ...more } = event;
      parts = { ...parts, ...more };
      plan = { ...draftOf(request, parts), calls: plan.calls };
    }
    if (event.kind === 'restart') {
      plan = emptyDraft(request);
      taken = [];
    }
    yield event;
  }
  return { kind: 'over', began: began && plan.calls.length > 0 };
}

/**
 * What the checks say of a whole answer, and where they say nothing, what it comes to on the heads of the files.
 * @param taken what of it was not offered
 */
async function judged(
  plan: Plan,
  parts: Answer['parts'],
  request: PlannerRequest,
  taken: readonly DraftProblem[],
): Promise<Answer> {
  const whole = withHistory(plan, request);
  const input = parts.input ?? request.input;
  const problems = [...taken, ...errorsOf(whole, request)].slice(0, MAX_PROBLEMS);
  const answer = { kind: 'answered', plan, input, parts } as const;
  // What a part comes to nobody knows before it is planned.
  const isInParts = request.mostParts !== undefined && Object.keys(plan.plans ?? {}).length > 0;
  if (problems.length > 0 || plan.calls.length === 0 || !request.tryPlan || isInParts)
    return { ...answer, problems };
  const trial = await request.tryPlan(whole, input).catch((error: unknown) => {
    if (request.signal.aborted) return undefined;
    throw error;
  });
  const fault = trial && trialFault(plan.calls, trial);
  if (fault === undefined) return { ...answer, problems };
  const message = `Tried on the files, call "${fault.call}" did not come out: ${fault.message}`;
  return { ...answer, problems: [{ message, calls: [fault.call] }] };
}

const mending = (
  request: PlannerRequest,
  { plan, problems }: Pick<Answer, 'plan' | 'problems'>,
): PlannerRequest =>
  plan.calls.length > 0
    ? { ...request, mend: wentBack({ plan, problems }) }
    : {
        ...request,
        lastError: [
          ...(request.lastError === null ? [] : [request.lastError, '']),
          'Your last answer could not be read:',
          ...problems.map(({ message }) => `- ${message}`),
        ].join('\n'),
      };

function* notesOn(
  { problems, plan, input }: Answer,
  request: PlannerRequest,
  now: number,
  isPaidUp: boolean,
): Generator<PlannerEvent> {
  if (problems.length > 0) {
    const all = problems.map(({ message }) => message).join(' ');
    // What a run goes on with is drawn nowhere yet.
    const where =
      request.history.length > 0 || request.rest !== undefined
        ? '.'
        : '; those of its calls are marked on the canvas.';
    yield {
      kind: 'note',
      text: `The plan still has problems${isPaidUp ? ', and was not sent back, as what the run may cost is used up' : ' after it was sent back'}${where} ${all}`,
    };
  }
  // A replan, and a turn, go on from where the run stands: its goal is met in part, or by calls to come.
  if (request.history.length > 0 || request.rest !== undefined) return;
  // What one of several answers leaves to the others is judged where all of them are there.
  if (request.mostParts !== undefined || request.part) return;
  yield* notesOfWords(request, plan, input, now);
}

/** Names the words of the goal that no call of the plan uses. */
export function* notesOfWords(
  { goal, files }: Pick<PlannerRequest, 'goal' | 'files'>,
  plan: Plan,
  input: JsonObject | undefined,
  now: number,
): Generator<PlannerEvent> {
  const { words, notes } = unusedMentions(goal, files, plan, input, now);
  if (words.length > 0) {
    const text = `No call uses these words: ${words.map((word) => `"${word}"`).join(', ')}.`;
    yield { kind: 'note', text, unusedWords: words };
  }
  for (const text of notes) yield { kind: 'note', text };
}

const draftOf = (request: PlannerRequest, parts: Answer['parts']): Plan => {
  const draft = emptyDraft(request);
  const { output, inputSchema, plans } = parts;
  return {
    ...draft,
    ...(output === undefined ? {} : { output }),
    ...(inputSchema === undefined ? {} : { input: { ...draft.input, schema: inputSchema } }),
    ...(plans === undefined ? {} : { plans }),
  };
};

/** Of a change all that the plan has beside its calls stays; a replan's calls name what the plan that goes on has. */
const emptyDraft = ({ change, parts = {}, part, inputSchema, stateSchema }: PlannerRequest): Plan => ({
  ...(change?.plan ?? {
    ...{ format: FORMAT, version: VERSION, id: 'draft', mode: 'lazy' },
    ...(parts.plans === undefined ? {} : { plans: parts.plans }),
    ...(parts.data === undefined ? {} : { data: parts.data }),
  }),
  calls: [],
  ...(part?.gives === undefined ? {} : { outputSchema: part.gives }),
  ...(inputSchema === undefined ? {} : { input: { ...change?.plan.input, schema: inputSchema } }),
  ...(stateSchema === undefined ? {} : { state: { ...change?.plan.state, schema: stateSchema } }),
});

/** Completed calls are kept and stand before all new ones (L-42): what they wrote can be read. */
function withHistory(plan: Plan, { history }: PlannerRequest): Plan {
  const again = new Set(plan.calls.map((call) => call._id));
  const kept = history.filter((step) => step.status === 'completed' && !again.has(step.call._id));
  return { ...plan, calls: [...kept.map((step) => step.call), ...plan.calls] };
}

/**
 * Of a replan only what its new calls bring: a problem of a completed call is past mending. So is one that the plan has
 * without any call of its own, as within a sub-plan: no answer has a word for it.
 */
function errorsOf(plan: Plan, request: PlannerRequest): readonly DraftProblem[] {
  const { catalogue, history } = request;
  const past = new Set(history.filter((step) => step.status === 'completed').map((step) => step.call._id));
  const stood = new Set(plan.calls.filter((call) => stoodBefore(call, request)).map(({ _id }) => _id));
  const { output: _, ...bare } = emptyDraft(request);
  const known = new Set(checkPlan(bare, catalogue).problems.map(({ message }) => message));
  const { part, mostParts } = request;
  // To whoever runs it the contract holds: what elsewhere is a person's to judge would come to nothing.
  const isContract = (code: Problem['code']) => part !== undefined && CONTRACT.has(code);
  const lacks = part?.gives !== undefined && (plan.output ?? null) === null && plan.calls.length > 0;
  const problems = checkPlan(plan, catalogue)
    .problems.filter(
      ({ severity, message, code }) => (severity === 'error' || isContract(code)) && !known.has(message),
    )
    .filter(({ calls: [call] }) => call === undefined || !past.has(call))
    // A tool that a turn is not offered is none that nobody knows: sent back, a signed call that was kept would be paid twice.
    .filter(({ code, calls: [call] }) => code !== 'unknown-tool' || call === undefined || !stood.has(call))
    .slice(0, MAX_PROBLEMS)
    .map(({ message, calls, code }) => ({
      message:
        code === 'delegate-missing' && (part || mostParts !== undefined)
          ? notDeclared(calls[0] ?? '')
          : message,
      calls,
    }));
  return lacks ? [...problems, { message: GIVES_NOTHING, calls: [] }] : problems;
}

const CONTRACT: ReadonlySet<Problem['code']> = new Set(['output-type', 'undeclared-input']);

/** Of an answer in parts, and of a part: no plan but those that it declares is there for it. */
const notDeclared = (call: string): string =>
  `Call "${call}" runs a part that this answer does not declare. Declare it in "parts" where that is offered, or use a tool: parts of others are not there for it.`;

const GIVES_NOTHING =
  'The plan has no "output", and its result has a schema. Say in "output" what it returns.';

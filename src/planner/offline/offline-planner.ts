/** The planner that needs no model: composes a plan and streams it. Knows nothing of the executor (P-5). */

import { isOtherReader } from '../../check/file-readers.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { ALREADY_SO } from '../../plan/draft-event.ts';
import type { ReadingsAsked } from '../../plan/readings.ts';
import { settledGoal } from '../../plan/settled.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../planner.ts';
import type { Candidate } from './candidate.ts';
import { NoChange } from './no-change.ts';
import { openStep } from './open-steps.ts';
import { askLeft } from './questions/ask-left.ts';
import { wholly } from './questions/read-whole.ts';
import { isGerman, notChanged, notUnderstood } from './refusals.ts';
import { type Retrieved, retrievePlan } from './retrieval/retrieve.ts';
import { saidIn } from './said-in.ts';
import { glance, searchPlan, trying } from './search.ts';
import { titleOf } from './title.ts';

interface OfflineOptions {
  /** What "tomorrow" counts from, milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Makes an offline planner. It fails with `no_plan` when no tool fits; a goal that needs a single call gets a single call. A replan without a way
 * around the failed tool is a plan of no calls (P-14).
 */
export function offlinePlanner(options: OfflineOptions): Planner {
  return async function* plan(request: PlannerRequest): AsyncGenerator<PlannerEvent> {
    if (request.signal.aborted) return;
    const now = options.now();
    const asSaid = request.goal.slice(0, LONGEST);
    const asked = { ...request, goal: asSaid };
    const { text: goal } = settledGoal(asSaid, request.settled ?? []);
    const first = request.lastError === null && request.history.length === 0;
    const searched =
      first && request.files.length > 0 ? await searchedOrWhy(asked, titleOf(asSaid), now) : undefined;
    if (searched instanceof NoChange) {
      yield { kind: 'failed', code: searched.isSo ? ALREADY_SO : 'no_plan', message: searched.message };
      return;
    }
    const whole = wholly(asked, now);
    const found = isEnough(searched) ? whole(searched, request.settled ?? []) : undefined;
    const asks = () => (first ? left(asked, found, now, whole) : undefined);
    if (request.change !== undefined && found === undefined) {
      // A refusal all the same: a script that answers nothing has no changed plan, and is not told that it has one.
      const question = await asks();
      if (question !== undefined) {
        const { calls, output = null } = request.change.plan;
        yield { kind: 'question', ...askedOf(request, { calls, output }, question) };
      }
      const message = notChanged(goal, request.change.plan, request.files);
      yield { kind: 'failed', code: 'no_plan', message };
      return;
    }
    if (found === undefined || found.isOpen === true) {
      const failed = failedTools(request);
      const made = retrievePlan(request, goal, now, failed);
      // Where a reading of the files stands against it, what tools were found by their words has to be whole.
      const isWhole = found === undefined || Object.keys(made.draft.inputs).length === 0;
      // To read a file is no answer to what a table was asked, and to say the goal again is none to anything.
      const isMore = (found === undefined || made.draft.steps.length > 1) && !echoes(made, goal);
      const understood =
        made.unusedWords.length === 0 &&
        isWhole &&
        isMore &&
        !misreads(request, made) &&
        !sendsNowhere(request, made) &&
        found?.isDivided !== true;
      if (!first || request.files.length === 0 || understood) {
        yield* eventsOf(request, made, failed);
        return;
      }
      if (found === undefined) {
        const message = notUnderstood({ ...request, goal }, now);
        const question = await asks();
        if (question !== undefined) {
          yield* eventsOfCandidate(request, { ...nothingYet(asSaid), notes: [message], question });
          return;
        }
        yield { kind: 'failed', code: 'no_plan', message };
        return;
      }
    }
    const question = await asks();
    yield* eventsOfCandidate(request, question === undefined ? found : { ...found, question });
  };
}

/** Where no call came of a goal, it stands as a whole as what is yet to be said. */
const nothingYet = (goal: string): Candidate => ({
  calls: [openStep(goal, 0)],
  output: null,
  isOpen: true,
  unused: [],
  notes: [],
  language: undefined,
  coverage: 0,
});

/** What a goal comes to; why, where it is known to be no change of the plan. */
async function searchedOrWhy(
  ...asked: Parameters<typeof searchPlan>
): Promise<Candidate | NoChange | undefined> {
  try {
    return await searchPlan(...asked);
  } catch (error) {
    if (error instanceof NoChange) return error;
    throw error;
  }
}

/** What is asked about words that no call uses; nothing where the plan is whole, or asks something of its own first. */
async function left(
  request: PlannerRequest,
  found: Candidate | undefined,
  now: number,
  whole: ReturnType<typeof wholly>,
): Promise<Candidate['question']> {
  const isLeft =
    request.change === undefined
      ? found?.isOpen === true || found?.isDivided === true
      : found !== undefined && found.unused.length > 0;
  if (request.files.length === 0 || (found !== undefined && !isLeft) || found?.question?.isUndecided === true)
    return undefined;
  const title = titleOf(request.goal);
  return askLeft({
    request,
    found,
    said: saidIn(request, now),
    glance: (other) => {
      const one = glance(other, title, now);
      return isEnough(one) ? one : undefined;
    },
    look: async (other) => {
      const one = await searchedOrWhy(other, title, now);
      return one instanceof NoChange || !isEnough(one) ? undefined : whole(one, other.settled ?? []);
    },
    outcomeOf: trying(request),
  });
}

/** Whether a file would be read as one of another kind: what its words found is a chain that only fits by type. */
const misreads = ({ files }: PlannerRequest, { draft }: Retrieved): boolean =>
  draft.steps.some(({ call }) =>
    files.some(
      ({ name, profile }) =>
        call.file === name && profile !== undefined && isOtherReader(call._tool, profile.kind),
    ),
  );

/** Whether something would be written outside, and where to nobody said: that is a guess. */
const sendsNowhere = ({ catalogue }: PlannerRequest, { draft }: Retrieved): boolean =>
  draft.steps.some(
    ({ call }) =>
      !['none', 'read'].includes(catalogue.get(call._tool)?.effect ?? 'none') &&
      Object.values(call).some((value) => typeof value === 'string' && value.startsWith('†input.')),
  );

/** Whether a call is given most of the goal as it stands, and nobody put that in quotation marks. */
const echoes = ({ draft }: Retrieved, goal: string): boolean =>
  !/["“„«]/u.test(goal) &&
  draft.steps.some(({ call }) =>
    Object.values(call).some(
      (value, at) =>
        Object.keys(call)[at]?.startsWith('_') === false &&
        typeof value === 'string' &&
        value.length > goal.length / 2 &&
        goal.includes(value),
    ),
  );

/** Longer goals are cut here: an essay is no goal, and time has to stay bounded. */
const LONGEST = 4_000;

/** A reading that uses less than this of what is mentioned has not understood the goal. */
const ENOUGH = 0.4;
const isEnough = (one: Candidate | undefined): one is Candidate =>
  one !== undefined && one.coverage >= ENOUGH;

function* eventsOfCandidate(request: PlannerRequest, found: Candidate): Generator<PlannerEvent> {
  const { question } = found;
  yield* told(request, {
    ...toldOf(request, found),
    unusedWords: found.unused,
    notes: found.notes,
    ...(question === undefined ? {} : { question: askedOf(request, found, question) }),
  });
}

/** @param now the plan as it stands before the answer */
function askedOf(
  request: PlannerRequest,
  now: PlanMade,
  question: NonNullable<Candidate['question']>,
): ReadingsAsked {
  return {
    words: question.words,
    text: question.text,
    ...(question.isUndecided === true ? { undecided: { ...toldOf(request, now), took: '' } } : {}),
    ...(question.settled === undefined ? {} : { settled: question.settled }),
    readings: question.readings.map(({ took, candidate, result, settles }) => ({
      ...toldOf(request, candidate),
      took,
      ...(settles === undefined ? {} : { settles }),
      ...(candidate.isOpen === true || candidate.isDivided === true || candidate.question !== undefined
        ? { asksOn: true as const }
        : {}),
      ...(result === undefined ? {} : { result }),
    })),
  };
}

type PlanMade = Pick<Candidate, 'calls' | 'output' | 'inputSchema' | 'plans'>;

/** The plan that a reading comes to. */
function toldOf({ goal, change }: PlannerRequest, { calls, output, inputSchema, plans }: PlanMade) {
  const groups = calls.filter(({ _tool }) => _tool === 'groupRows');
  return {
    title: change?.plan.title ?? titleOf(goal, groups.length === 1 ? groups[0]?._description : undefined),
    calls,
    output,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(plans === undefined ? {} : { plans }),
  };
}

/** Tools whose last try failed: a plan that uses them again would fail again. */
function failedTools(request: PlannerRequest): Set<string> {
  if (request.lastError === null) return new Set();
  return new Set(request.history.filter(({ status }) => status === 'failed').map(({ call }) => call._tool));
}

function* eventsOf(
  request: PlannerRequest,
  made: Retrieved,
  failed: ReadonlySet<string>,
): Generator<PlannerEvent> {
  const calls = made.draft.steps.filter((step) => !step.done).map((step) => step.call);
  const replans = request.lastError !== null;
  if (calls.length === 0 && !replans) {
    const message =
      'No tool in the catalogue fits this goal. Say what to do with which file or value, ' +
      'such as "Summarise notes.md", or add calls by hand from the palette.';
    yield { kind: 'failed', code: 'no_plan', message };
    return;
  }
  if (replans && (calls.length === 0 || !goesAround(request, made, failed))) {
    const names = [...failed].join(', ');
    yield {
      kind: 'note',
      text: `There is nothing to replan: no other tool does what ${names || 'it'} does.`,
    };
    yield { kind: 'done' };
    return;
  }
  const { output, unusedWords } = made;
  yield* told(request, {
    calls,
    title: titleOf(request.goal),
    output,
    unusedWords,
    notes: [],
    ...inputOf(request, made),
  });
}

interface Told {
  readonly title: string;
  readonly calls: readonly Call[];
  readonly output: Json;
  readonly inputSchema?: JsonObject;
  readonly plans?: NonNullable<Plan['plans']>;
  readonly unusedWords: readonly string[];
  readonly notes: readonly string[];
  readonly question?: ReadingsAsked;
}

function* told(request: PlannerRequest, plan: Told): Generator<PlannerEvent> {
  const { title, calls, output, inputSchema, plans, unusedWords } = plan;
  yield { kind: 'plan', title, ...(plans === undefined ? {} : { plans }) };
  for (const call of calls) {
    // A stream that ends without `done` was cut: that is what an abort must look like.
    if (request.signal.aborted) return;
    yield { kind: 'call', call };
  }
  const { input } = request;
  yield {
    kind: 'plan',
    title,
    output,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(input === undefined ? {} : { input }),
  };
  if (plan.question !== undefined) yield { kind: 'question', ...plan.question };
  if (unusedWords.length > 0) {
    const german = isGerman(request.goal);
    const words = unusedWords.map((word) => (german ? `„${word}“` : `"${word}"`)).join(', ');
    const text = german ? `Nicht verwendet habe ich: ${words}.` : `I did not use these words: ${words}.`;
    yield { kind: 'note', text, unusedWords };
  }
  for (const text of plan.notes) yield { kind: 'note', text };
  if (request.goal.length > LONGEST) {
    const text = `I read the first ${LONGEST.toLocaleString('en')} characters of the goal and left the rest out.`;
    yield { kind: 'note', text };
  }
  // A plan is never trimmed (L-62): above what was aimed at, both numbers are said.
  if (calls.length > request.maxCalls) {
    const text = `This plan has ${calls.length} calls; ${request.maxCalls} were aimed at. Nothing was left out.`;
    yield { kind: 'note', text };
  }
  yield { kind: 'done' };
}

/** A plan without the failed step that merely leaves its work out is no route around it. */
function goesAround(request: PlannerRequest, made: Retrieved, failed: ReadonlySet<string>): boolean {
  if (failed.size === 0) return true;
  const before = retrievePlan({ ...request, history: [] }, request.goal.slice(0, LONGEST), 0, new Set());
  const left = new Set(before.unusedWords);
  return made.unusedWords.every((word) => left.has(word));
}

function inputOf(request: PlannerRequest, { draft }: Retrieved): { inputSchema?: JsonObject } {
  const names = Object.keys(draft.inputs);
  if (names.length === 0) return {};
  const given = request.inputSchema;
  const base = typeof given === 'object' ? (given as JsonObject) : {};
  const properties = { ...(base.properties as JsonObject | undefined), ...draft.inputs };
  const required = [...((base.required as string[] | undefined) ?? []), ...names];
  return { inputSchema: { ...base, type: 'object', properties, required } };
}

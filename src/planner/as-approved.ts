/**
 * Finds what the person approved for a goal like this one. Beside an offline draft such a plan is offered with the new file
 * in its place: tried, and never taken by itself. A model may be shown some as examples. Knows no planner and no store.
 */

import { checkPlan } from '../check/check.ts';
import { jsonEquals } from '../lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../plan/document.ts';
import { OPEN_TOOL } from '../plan/open-step.ts';
import type { Reading } from '../plan/readings.ts';
import { resultWords, type TryPlan } from '../tools/trial.ts';
import { likeness } from './offline/retrieval/likeness.ts';
import { textStems } from './offline/retrieval/words.ts';
import { trialFault } from './offline/trial-fault.ts';
import { unusedMentions } from './offline/unused-mentions.ts';
import type { Planner, PlannerEvent, PlannerRequest } from './planner.ts';
import { exampleLine, MAX_EXAMPLE_CHARS } from './prompt/planning-prompt.ts';

/** From 0 to 1: a goal that has less in common with one's own is another. */
const NEAR = 0.5;
const MOST_TRIED = 3;
const MOST_SHOWN = 2;

interface Deps {
  readonly now: () => number;
  /** Plans that the person here has approved, the newest first. */
  readonly approved: () => Promise<readonly Plan[]>;
}

/**
 * Streams what `planner` streams. Where an approved plan is near and comes out on the new file, uses no less of the goal and
 * gives something else, that is a question before the end, of which the draft is the first answer. What the planner asks
 * itself comes first: then nothing is offered.
 */
export function withApproved(planner: Planner, { now, approved }: Deps): Planner {
  return async function* (request) {
    let draft: Reading = { took: '', title: '', calls: [], output: null };
    let isAsked = false;
    for await (const event of planner(request)) {
      if (event.kind === 'done' && !isAsked) yield* offered(request, draft, await approved(), now());
      if (event.kind === 'question') isAsked = true;
      draft = drafted(draft, event);
      yield event;
    }
  };
}

function drafted(draft: Reading, event: PlannerEvent): Reading {
  if (event.kind === 'restart') return { ...draft, calls: [] };
  if (event.kind === 'call') return { ...draft, calls: [...draft.calls, event.call] };
  if (event.kind !== 'plan') return draft;
  const { title, output, inputSchema, plans } = event;
  return {
    ...draft,
    ...(title === undefined ? {} : { title }),
    ...(output === undefined ? {} : { output }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(plans === undefined ? {} : { plans }),
  };
}

async function* offered(
  request: PlannerRequest,
  draft: Reading,
  approved: readonly Plan[],
  now: number,
): AsyncGenerator<PlannerEvent> {
  const { goal, files, change, history, lastError, tryPlan, signal } = request;
  const [file, ...others] = files;
  const isFirst = change === undefined && history.length === 0 && lastError === null;
  if (
    !isFirst ||
    tryPlan === undefined ||
    file === undefined ||
    others.length > 0 ||
    draft.calls.length === 0
  )
    return;
  // An open step says the words that nothing does: it uses none of them.
  const unusedIn = ({ calls, plans }: Pick<Reading, 'calls' | 'plans'>): number =>
    unusedMentions(
      goal,
      files,
      { calls: calls.filter(({ _tool }) => _tool !== OPEN_TOOL), ...(plans === undefined ? {} : { plans }) },
      request.input,
      now,
    ).words.length;
  const unused = unusedIn(draft);
  const mine = await outcomeOf(draft, request, tryPlan);
  for (const plan of nearest(approved, goal, [file.name]).slice(0, MOST_TRIED)) {
    if (signal.aborted) return;
    const other = withFile(plan, file.name);
    if (other === undefined || unusedIn(other) > unused || hasErrors(other, request)) continue;
    const its = await outcomeOf(other, request, tryPlan);
    // What did not come out is no offer, and what gives the same is none either.
    if (its?.output === undefined || (mine?.output !== undefined && jsonEquals(mine.output, its.output)))
      continue;
    const title = plan.title ?? plan.goal ?? '';
    const took = `As in “${title}”`;
    const readings = [
      { ...draft, took: stepsOf(draft.calls), ...resultOf(mine) },
      { ...other, took, ...resultOf(its) },
    ];
    const text = `You approved “${title}” for a goal like this one. Tried on ${file.name}, it comes to something else than this draft: you can take it in its place.`;
    yield { kind: 'question', words: goal, text, readings };
    return;
  }
}

type Outcome = Awaited<ReturnType<TryPlan>>;

/** What it comes to on the file; undefined where it does not come out. */
async function outcomeOf(
  reading: Reading,
  { input, signal }: PlannerRequest,
  tryPlan: TryPlan,
): Promise<Outcome | undefined> {
  const trial = await tryPlan(documentOf(reading), input).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  return trial === undefined || trialFault(reading.calls, trial) !== undefined ? undefined : trial;
}

function resultOf(trial: Outcome | undefined): { readonly result?: string } {
  const result = trial && resultWords(trial);
  return result === undefined ? {} : { result };
}

/**
 * What a model may be shown: those for goals like this one, the nearest first. None that is longer than an example may be,
 * and none that would be half of itself there: with plans of its own, or with a tool that is not there for this goal.
 */
export const examplesFor = (
  { goal, files, catalogue }: Pick<PlannerRequest, 'goal' | 'files' | 'catalogue'>,
  approved: readonly Plan[],
): readonly Plan[] =>
  nearest(
    approved,
    goal,
    files.map(({ name }) => name),
  )
    .filter(
      (plan) =>
        Object.keys(plan.plans ?? {}).length === 0 &&
        plan.calls.every(({ _tool }) => catalogue.get(_tool) !== undefined) &&
        exampleLine(plan).length <= MAX_EXAMPLE_CHARS,
    )
    .slice(0, MOST_SHOWN);

const without = (names: readonly string[], text: string): string =>
  names.reduce((left, name) => left.replaceAll(name, ' '), text);

/** Those for goals like this one, the nearest first. A file's name says what is worked on, not what is done. */
function nearest(approved: readonly Plan[], goal: string, files: readonly string[]): readonly Plan[] {
  const asked = textStems(without(files, goal));
  const near = approved.flatMap((plan) => {
    const own = filesOf(plan);
    const like = Math.max(
      ...[plan.goal, plan.title].map((text = '') => likeness(asked, textStems(without(own, text)))),
    );
    return like >= NEAR ? [{ plan, like }] : [];
  });
  return near.toSorted((a, b) => b.like - a.like).map(({ plan }) => plan);
}

/** The files that it names itself. */
const filesOf = ({ calls }: Plan): readonly string[] => [
  ...new Set(calls.flatMap(({ file }) => (typeof file === 'string' && !file.startsWith('†') ? [file] : []))),
];

/** Its calls with that file in the place of its one; undefined where it names none, or several: which is which nobody said. */
function withFile(plan: Plan, name: string): Reading | undefined {
  const [own, ...others] = filesOf(plan);
  if (own === undefined || others.length > 0) return undefined;
  const { calls, output = null, input, plans, title, goal } = plan;
  return {
    ...{ took: '', title: title ?? goal ?? '', output },
    calls: calls.map((call) => ofFile(call, own, name)),
    ...(input?.schema === undefined ? {} : { inputSchema: input.schema }),
    ...(plans === undefined ? {} : { plans }),
  };
}

/** What its card says of the file goes along. */
function ofFile(call: Call, own: string, name: string): Call {
  const { _description } = call;
  return {
    ...call,
    ...(call.file === own ? { file: name } : {}),
    ...(_description === undefined ? {} : { _description: _description.replaceAll(own, () => name) }),
  };
}

const hasErrors = (reading: Reading, { catalogue }: PlannerRequest): boolean =>
  checkPlan(documentOf(reading), catalogue).problems.some(({ severity }) => severity === 'error');

const documentOf = ({ calls, output, inputSchema, plans }: Reading): Plan => ({
  ...{ format: FORMAT, version: VERSION, id: 'draft', calls, output },
  ...(inputSchema === undefined ? {} : { input: { schema: inputSchema } }),
  ...(plans === undefined ? {} : { plans }),
});

const stepsOf = (calls: readonly Call[]): string =>
  calls.map(({ _description, _tool }) => _description ?? _tool).join(' → ');

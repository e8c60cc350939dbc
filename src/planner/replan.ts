/** A planner's answer to a run that failed (L-42), taken to its end. Knows no run. */

import { bothPaid, type Paid } from '../lib/answer-cost.ts';
import { cut } from '../lib/cut-text.ts';
import type { Json } from '../lib/json.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Remedy } from '../plan/draft-event.ts';
import { goesOn } from '../plan/goes-on.ts';
import { type Catalogue, catalogueOf, unlisted } from '../tools/catalogue.ts';
import type { Planner, PlannerEvent, PlannerRequest } from './planner.ts';

/** What the generator aims at where nobody said another number (L-62). */
const MAX_CALLS = 7;

/** An answer that went back, as a journal has it. */
type SentBack = Pick<NonNullable<PlannerRequest['mend']>, 'calls' | 'problems'> & { readonly output?: Json };

interface Mending extends Partial<Pick<PlannerRequest, 'files' | 'tryPlan' | 'costLeft'>> {
  /** As `PlannerRequest` has it. */
  readonly sentBack?: SentBack & { readonly times: number };
  /** As `PlannerRequest` has it, with what the answer took. */
  readonly again?: (answer: Paid & { readonly sentBack?: SentBack }) => Promise<void>;
  readonly goal: string;
  readonly plan: Plan;
  readonly history: PlannerRequest['history'];
  readonly lastError: string | null;
  /** What the person wants of the rest (L-63). */
  readonly said?: string;
  /** What they wanted before that, in order. */
  readonly saidBefore?: readonly string[];
  /** What the person set for the model. */
  readonly maxCalls?: number;
  /** The planner has no model: what a person says is a change of the plan to it, as it is beside the table (L-63). */
  readonly isOffline?: boolean;
}

/**
 * The rest of the plan; without calls where the planner has no way.
 * @param catalogue the contracts in force in the plan
 * @param heard takes each call as it has come whole (L-60): of an answer that is sent back, those that came before that
 */
export async function mended(
  planner: Planner,
  catalogue: Catalogue,
  mending: Mending,
  signal: AbortSignal,
  heard?: (call: Call) => void,
): Promise<Mended> {
  const {
    goal,
    plan,
    history,
    lastError,
    said,
    saidBefore = [],
    files = [],
    tryPlan,
    costLeft,
    sentBack,
    again,
    maxCalls = MAX_CALLS,
  } = mending;
  // A planner without a model reads a goal as its own sentences: what was said on the way has changed the calls by now.
  const wanted = mending.isOffline ? [] : [...saidBefore, ...(said === undefined ? [] : [said])];
  const byChange = said !== undefined && mending.isOffline === true;
  const known = new Set(history.map(({ call }) => call._id));
  const allowed = plan.mandate && new Set(plan.mandate.tools);
  const request: PlannerRequest = {
    goal: byChange ? said : [goal, ...wanted.map((one) => `From here on: ${one}`)].join('\n\n'),
    // What a mandate does not hold would ask each time (L-64); what it names is offered, a tool of no list too.
    catalogue: allowed
      ? catalogueOf(
          ...[[...unlisted()], catalogue.list()].map((tools) =>
            tools.filter(({ name }) => allowed.has(name)),
          ),
        )
      : catalogue,
    files,
    ...(plan.input?.schema === undefined ? {} : { inputSchema: plan.input.schema }),
    ...(plan.state?.schema === undefined ? {} : { stateSchema: plan.state.schema }),
    ...(byChange
      ? { change: { plan, selected: [] }, history: [], lastError: null }
      : { history, rest: plan.calls.filter(({ _id }) => !known.has(_id)), parts: plan, lastError }),
    maxCalls,
    ...(tryPlan === undefined ? {} : { tryPlan }),
    ...(costLeft === undefined ? {} : { costLeft }),
    ...(sentBack === undefined ? {} : { sentBack: { output: null, ...sentBack } }),
    signal,
  };
  const answer = await answerTo(planner, request, again, heard);
  // Nobody is there to press the button, and what was refused for its length cost nothing.
  const { output, told, remedies, tokens, cost, isNone, ...answered } =
    answer.remedies?.[0] === 'fewer-tools' && !signal.aborted
      ? await answerTo(planner, { ...request, fewerTools: true }, again)
      : answer;
  const calls = byChange ? fromHere(answered.calls, history) : answered.calls;
  return {
    calls,
    ...(isNone ? { isNone } : {}),
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost === undefined ? {} : { cost }),
    ...((goesOn(plan) || byChange) && output !== undefined ? { output } : {}),
    ...(told === undefined ? {} : { told: cut(told, MOST_TOLD) }),
    ...(remedies === undefined ? {} : { remedies }),
  };
}

/** Of a whole plan what is not done as it stands; all of it where that is nothing: then what was left goes. */
function fromHere(calls: readonly Call[], history: Mending['history']): readonly Call[] {
  const done = new Map(
    history.flatMap(({ call, status }) => (status === 'completed' ? [[call._id, call]] : [])),
  );
  const rest = calls.filter((call) => {
    const before = done.get(call._id);
    return before === undefined || !behavesAlike(before, call);
  });
  return rest.length > 0 ? rest : calls;
}

async function answerTo(
  planner: Planner,
  asked: PlannerRequest,
  again: Mending['again'],
  heard?: (call: Call) => void,
): Promise<Mended> {
  let hears = heard;
  let calls: Call[] = [];
  let output: Json | undefined;
  let notes: string[] = [];
  let unsettled: string | null = null;
  let taken: Paid = {};
  const request: PlannerRequest = again
    ? {
        ...asked,
        again: (sentBack) => {
          const paid = taken;
          taken = {};
          return again({ ...(sentBack ? { sentBack } : {}), ...paid });
        },
      }
    : asked;
  for await (const event of planner(request)) {
    if (event.kind === 'call') {
      calls.push(event.call);
      hears?.(event.call);
    } else if (event.kind === 'plan' && event.output !== undefined) output = event.output;
    else if (event.kind === 'usage') {
      const { inputTokens: input, outputTokens: out, cost } = event;
      taken = bothPaid(taken, { tokens: { input, output: out }, ...(cost === undefined ? {} : { cost }) });
    } else if (event.kind === 'note') notes.push(event.text);
    else if (event.kind === 'question') unsettled = event.words;
    else if (event.kind === 'restart') {
      calls = [];
      output = undefined;
      notes = [];
      // What has begun by now stands; what comes in its place is one answer, and judged whole.
      hears = undefined;
    } else if (event.kind === 'failed') return { ...noneFor(event), ...taken };
    else if (event.kind === 'done') {
      // A run that goes on is no place to guess.
      if (unsettled !== null) return { calls: [], isNone: true, told: manyWays(unsettled), ...taken };
      const told = notes.join(' ');
      return {
        calls,
        ...(output === undefined ? {} : { output }),
        ...(told === '' ? {} : { told }),
        ...taken,
      };
    }
  }
  return { calls: [], isNone: true, told: CUT, ...taken };
}

const noneFor = ({ message, remedies }: Extract<PlannerEvent, { kind: 'failed' }>): Mended => ({
  calls: [],
  isNone: true,
  told: message,
  ...(remedies === undefined ? {} : { remedies }),
});

const manyWays = (words: string): string =>
  `“${words}” can be meant in more than one way. Say it again with the words that tell which.`;

const CUT = 'The planner stopped before its plan was whole.';

/** Code points of what is recorded with the answer: a server's words may be long. */
const MOST_TOLD = 1_000;

/** What a planner makes of the rest. */
interface Mended extends Paid {
  readonly calls: readonly Call[];
  /** It failed, and there is no answer. */
  readonly isNone?: true;
  /** Of a plan that goes on: what it returns, once that is known (L-63). */
  readonly output?: Json;
  /** What a person should know of it: why there is none, or what is wrong with it still. */
  readonly told?: string;
  readonly remedies?: readonly Remedy[];
}

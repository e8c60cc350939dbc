/** The planner that asks a model, whichever: one turn, streamed. It checks shapes, not the plan; `withChecks` does that. */

import { type Prices, paidFor } from '../../lib/answer-cost.ts';
import type { Plan } from '../../plan/document.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../planner.ts';
import { ChatFault, type ChatRequest, type ChatUsage, type PlanningModel } from './chat-model.ts';
import { type ChosenTools, chosenTools, FEWER_TOOLS, MOST_TOOLS, withSearched } from './chosen-tools.ts';
import { planningMessages, planSchema } from './planning-prompt.ts';
import { createPlanReader } from './read-plan.ts';
import { withRemedies } from './remedies.ts';
import { FEW_CHARS, MOST_CHARS } from './signatures.ts';

/** What a person set for the plans of a model. */
export interface ModelWishes {
  /** US dollars for a million tokens, for a model that does not say what an answer cost. */
  readonly prices?: Prices;
  /** As the model takes it; of its own choice where absent. */
  readonly temperature?: number;
  /** What is wanted of every plan. */
  readonly instructions?: string;
  /** In the place of our messages, with `{rules}` and `{request}` where they go. */
  readonly template?: string;
}

/**
 * A planner on a model. Streams a `call` as soon as it is whole; `done` comes only after an answer that the model
 * called whole and that is one plan. Faults come as `failed`, in sentences.
 * @param examples plans that are shown with a first draft's request, and with no other
 * @param guard throws a `ChatFault` where an event must not be passed on
 */
export function modelPlanner(
  model: PlanningModel,
  wishes: ModelWishes = {},
  examples: readonly Plan[] = [],
  guard: (event: PlannerEvent) => void = () => undefined,
): Planner {
  return async function* (request) {
    try {
      for await (const event of plan(model, request, wishes, examples)) {
        guard(event);
        yield event.kind === 'failed' ? withRemedies(event) : event;
      }
    } catch (error) {
      if (!(error instanceof ChatFault)) throw error;
      const { code, message, retryAfterMs } = error;
      yield withRemedies({
        ...{ kind: 'failed', code, message },
        ...(retryAfterMs === undefined ? {} : { waitMs: retryAfterMs }),
      });
    }
  };
}

/** How often a model may look for more tools before it has to plan with those it was shown. */
const MOST_SEARCHES = 2;

/** How much a request holds: contracts, characters of their lines, and whether what was said and shown before comes along. */
interface Size {
  readonly tools: number;
  readonly chars: number;
  readonly whole: boolean;
}

const WHOLE: Size = { tools: MOST_TOOLS, chars: MOST_CHARS, whole: true };
const LEAST: Size = { tools: FEWER_TOOLS, chars: FEW_CHARS, whole: false };
/** For a model that says how much it has room for: the first that fits is sent. */
const SIZES: readonly Size[] = [
  WHOLE,
  { tools: 40, chars: 5_000, whole: true },
  { tools: 25, chars: 3_200, whole: false },
  LEAST,
];

/** Of a model's room, what the request may take: the answer needs the rest. */
const SHARE_OF_REQUEST = 0.75;

async function* plan(
  model: PlanningModel,
  request: PlannerRequest,
  wishes: ModelWishes,
  examples: readonly Plan[],
): AsyncGenerator<PlannerEvent> {
  const sizes = request.fewerTools ? [LEAST] : model.room ? SIZES : [WHOLE];
  const found: (readonly string[])[] = [];
  let left = request.costLeft ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const { asked, tools, shown, searches } = await fitting(model, sizes, (size) =>
      turn(request, wishes, { size, examples, found }),
    );
    const reader = createPlanReader(request);
    const taken = counting(asked, wishes.prices);
    for await (const event of model.stream(asked)) {
      if (event.kind === 'usage') {
        const told = taken.told(event);
        left -= told.cost ?? 0;
        yield told;
      } else if (event.kind === 'other-model')
        yield { kind: 'note', text: event.text, remedies: ['planner'] };
      else {
        yield* taken.arrived(event.text);
        yield* reader.push(event.text);
      }
    }
    // Each search is another answer to pay for.
    const words = searches > 0 && left > 0 ? reader.searched() : [];
    if (words.length === 0) {
      if (tools.leftOut > 0) yield { kind: 'note', text: leftOutWords(tools) };
      if (shown.length > 0) yield { kind: 'note', text: shownWords(shown) };
      yield* reader.end();
      return;
    }
    await request.again?.();
    found.push(words);
  }
}

interface Turn {
  readonly asked: ChatRequest;
  readonly tools: ChosenTools;
  readonly shown: readonly Plan[];
  readonly searches: number;
}

/** What is asked in a turn of this size, with what the model has searched for so far. */
function turn(
  request: PlannerRequest,
  { instructions, template, temperature }: ModelWishes,
  {
    size,
    examples,
    found,
  }: {
    readonly size: Size;
    readonly examples: readonly Plan[];
    readonly found: readonly (readonly string[])[];
  },
): Turn {
  const { catalogue, goal, signal } = request;
  const shown = size.whole && isFirst(request) ? examples : [];
  const sent = size.whole ? request : withoutSaid(request);
  const first = chosenTools(catalogue, goal, toolsOf(request, shown), size.tools);
  const tools = found.reduce((before, words) => withSearched(catalogue, before, words), first);
  const searches = first.leftOut === 0 ? 0 : MOST_SEARCHES - found.length;
  const { shown: contracts, leftOut } = tools;
  const told = {
    ...(instructions ? { instructions } : {}),
    ...(template ? { template } : {}),
    ...{ examples: shown, contracts, leftOut, searches, chars: size.chars },
  };
  return {
    asked: {
      messages: planningMessages(sent, told),
      schema: { name: 'plan', schema: planSchema(contracts, request, searches) },
      ...(temperature === undefined ? {} : { temperature }),
      signal,
    },
    ...{ tools, shown, searches },
  };
}

/** The plan that it has become says most of it. */
const withoutSaid = ({ said: _, ...request }: PlannerRequest): PlannerRequest => request;

/** The largest turn that the model has room for; one that does not say is asked the largest there is. */
async function fitting(
  model: PlanningModel,
  sizes: readonly Size[],
  turnOf: (size: Size) => Turn,
): Promise<Turn> {
  let last: { readonly used: number; readonly room: number } | undefined;
  for (const size of sizes) {
    const made = turnOf(size);
    const taken = await model.room?.(made.asked);
    if (taken == null || taken.used <= taken.room * SHARE_OF_REQUEST) return made;
    last = taken;
  }
  throw new ChatFault('prompt-too-long', tooLongWords(last ?? { used: 0, room: 0 }));
}

const tooLongWords = ({ used, room }: { readonly used: number; readonly room: number }): string =>
  `Even with the fewest tools the request takes ${Math.ceil(used)} of the ${Math.floor(room)} tokens that this model has room for, and the answer needs a quarter of them. Say less at once, or use another planner.`;

/** Characters of a token, of our requests as of the plans that answer them, as `o200k_base` counts. */
const CHARS_OF_TOKEN = 3.8;
/** Tokens of an answer after which its count is told anew. */
const TOLD_EVERY = 60;

type Counted = Extract<PlannerEvent, { kind: 'usage' | 'estimate' }>;

/** What a turn takes: by its characters until the server says it, which most do at the end. Told as what has come on top. */
function counting({ messages }: ChatRequest, prices: Prices | undefined) {
  const sent = messages.reduce((sum, { content }) => sum + content.length, 0);
  let last: ChatUsage | undefined;
  let isBegun = false;
  let untold = 0;
  const counted = (kind: Counted['kind'], usage: ChatUsage): Counted => {
    const { cost } = paidFor(usage, prices);
    const { inputTokens, outputTokens } = usage;
    return { kind, inputTokens, outputTokens, ...(cost === undefined ? {} : { cost }) };
  };
  return {
    /** Before it answers, a server may not have taken the request. */
    *arrived(text: string): Generator<Counted> {
      untold += text.length;
      const outputTokens = Math.round(untold / CHARS_OF_TOKEN);
      if (last !== undefined || (isBegun && outputTokens < TOLD_EVERY)) return;
      const inputTokens = isBegun ? 0 : Math.round(sent / CHARS_OF_TOKEN);
      isBegun = true;
      untold = 0;
      yield counted('estimate', { inputTokens, outputTokens });
    },
    /** A server that tells it in every chunk tells the whole each time. */
    told: ({ inputTokens, outputTokens, cost }: ChatUsage): Counted => {
      const before = last;
      last = { inputTokens, outputTokens, ...(cost === undefined ? {} : { cost }) };
      return counted('usage', {
        inputTokens: inputTokens - (before?.inputTokens ?? 0),
        outputTokens: outputTokens - (before?.outputTokens ?? 0),
        ...(cost === undefined ? {} : { cost: cost - (before?.cost ?? 0) }),
      });
    },
  };
}

const leftOutWords = ({ shown, leftOut }: ChosenTools): string =>
  `The model was shown the ${shown.length} tools that fit the goal best; ${leftOut} were left out.`;

const shownWords = (examples: readonly Plan[]): string =>
  `The model was shown ${examples.length === 1 ? 'a plan' : `${examples.length} plans`} you approved: ${examples
    .map(({ title, goal }) => `“${title ?? goal ?? ''}”`)
    .join(' and ')}.`;

/** A part is told its contract and the tools, and nothing else. */
const isFirst = ({ history, lastError, change, mend, part }: PlannerRequest): boolean =>
  history.length === 0 &&
  lastError === null &&
  change === undefined &&
  mend === undefined &&
  part === undefined;

/** What the plan so far and the examples call has to be told, whatever the goal says. */
const toolsOf = (
  { history, rest = [], change, mend }: PlannerRequest,
  examples: readonly Plan[],
): ReadonlySet<string> =>
  new Set(
    [
      ...history.map(({ call }) => call),
      ...rest,
      ...(change?.plan.calls ?? []),
      ...(mend?.calls ?? []),
      ...examples.flatMap(({ calls }) => calls),
    ].map(({ _tool }) => _tool),
  );

/** Tools without code: a model produces the result. Every turn that led on is recorded and replayed (L-93). */

import { type Paid, type Prices, paidFor, ROUNDING } from '../lib/answer-cost.ts';
import { canonicalJson } from '../lib/canonical.ts';
import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { sha256Hex } from '../lib/sha256.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, JsonSchema } from '../plan/document.ts';
import type { ChatAnswer, ChatMessage, ChatModel, ChatRequest } from '../planner/prompt/chat-model.ts';
import { validateJson } from '../tools/json-schema.ts';
import { leastOutcomes, resultSchema } from '../tools/result-shape.ts';
import { type Activity, ActivityError } from './activity.ts';
import { answerSchema, latentMessages, outcomesOf } from './latent-prompt.ts';

/** What is recorded of an answer beside what it said. */
export interface Heard extends Paid {
  /** That another model answered than was asked, in words: its price may be another, too. */
  readonly otherModel?: string;
}

/** Where a run keeps what a model answered, by the hash of what was asked (L-93). */
export interface ModelRecord {
  get(hash: string): Promise<Json | undefined>;
  /** Resolves when the answer is durable: until then a crash would pay for it again. */
  put(hash: string, response: Json, heard: Heard): Promise<void>;
  /** Hears of an answer that was paid for and is not kept. */
  paid?(hash: string, heard: Heard): void;
}

export interface LatentOptions {
  /** Turns of one call at most; below 1 it is the default, 5. */
  readonly stepMaxIterations?: number;
  /** The plan's data kinds, beside those every plan has (L-5a). */
  readonly kinds?: ReadonlySet<string>;
  /** Of the model, where the person entered them. */
  readonly prices?: Prices | undefined;
  /** US dollars that may still be spent: at nothing left, a call asks no second time. */
  readonly costLeft?: () => number;
}

const DEFAULT_TURNS = 5;

/** UTF-16 units of one prompt; more than any model reads, and never cut in silence. */
const MAX_PROMPT_CHARS = 2_000_000;

/** Makes the activity of one call whose tool has none. */
type LatentActivity = (call: Call, contract: ToolContract) => Activity;

/**
 * A call is answered in one turn. An answer without the asked form is asked for again, within the turns of R-34;
 * a value that does not fit its schema gets one corrective turn. Faults of the model come as `ActivityError`s whose
 * code tells the executor whether a retry can help (L-40).
 */
export function createLatentActivity(
  model: ChatModel,
  record: ModelRecord,
  options: LatentOptions = {},
): LatentActivity {
  const asked = options.stepMaxIterations ?? DEFAULT_TURNS;
  const turns = asked >= 1 ? asked : DEFAULT_TURNS;
  return (call, contract) => async (params, context) => {
    const outcomes = outcomesOf(call, options.kinds);
    const result = resultSchema(contract, params);
    if (!result.ok) throw new ActivityError('invalid-arguments', result.error);
    if (outcomes.length < leastOutcomes(contract))
      throw new ActivityError(
        'invalid-arguments',
        `"${call._id}" has nothing to choose between: its output path names fewer than ${leastOutcomes(contract)} ways.`,
      );
    const schema = { name: 'result', schema: answerSchema(result.value, outcomes) };
    let messages = latentMessages(call, contract, params, context.scopes, outcomes, result.value);
    const size = messages.reduce((sum, message) => sum + message.content.length, 0);
    if (size > MAX_PROMPT_CHARS) {
      throw new ActivityError(
        'invalid-arguments',
        `What "${call._id}" is given comes to ${size.toLocaleString('en')} characters; a model takes at most ${MAX_PROMPT_CHARS.toLocaleString('en')}. Shorten it with a tool first.`,
      );
    }
    let corrected = false;
    const purse = purseOf(options.costLeft);
    for (let turn = 1; ; turn++) {
      const request = { messages, schema, signal: context.signal };
      if (turn > 1 && purse.isEmpty()) throw nothingLeft(call._id, turn);
      const { answer, cost, replayed, otherModel, keep, drop } = await ask(
        model,
        record,
        request,
        options.prices,
      );
      purse.pay(cost);
      if (otherModel !== undefined) context.log(`[Obs] ${otherModel}`);
      if (replayed) context.log('[Obs] The model’s answer is taken from the journal.');
      const read = readLatentAnswer(answer, result.value, outcomes);
      if (read.ok) {
        await keep();
        const { value, branch } = read.value;
        return branch === undefined ? value : context.route(branch, value);
      }
      const { kind, message } = read.error;
      // The answer that ends the attempt is not kept: a retry would only replay it.
      if (turn >= turns || (kind === 'schema' && corrected)) {
        drop();
        throw new ActivityError(
          'tool-error',
          `The model's answer for "${call._id}" does not fit after ${turn} ${turn === 1 ? 'turn' : 'turns'}. ${message}`,
        );
      }
      await keep();
      corrected ||= kind === 'schema';
      messages = [...messages, ...correction(answer, message)];
    }
  };
}

/** What a call may still spend. Its own answers are counted here: the journal hears of them a moment later. */
function purseOf(costLeft: (() => number) | undefined) {
  const atFirst = costLeft?.() ?? Number.POSITIVE_INFINITY;
  let paid = 0;
  return {
    pay: (cost: number) => {
      paid += cost;
    },
    isEmpty: () => Math.min(atFirst - paid, costLeft?.() ?? Number.POSITIVE_INFINITY) <= ROUNDING,
  };
}

const nothingLeft = (id: string, turn: number): ActivityError =>
  new ActivityError(
    'budget-exceeded',
    `The model's answers for "${id}" have used up what this run may cost, so it was not asked a ${turn === 2 ? 'second' : 'further'} time.`,
  );

const correction = (answer: ChatAnswer, message: string): readonly ChatMessage[] => [
  { role: 'assistant', content: answer.text },
  { role: 'user', content: `That does not fit. ${message} Answer again with the whole JSON object.` },
];

interface Turn {
  readonly answer: ChatAnswer;
  /** US dollars; 0 where it was paid for before, or nobody knows. */
  readonly cost: number;
  readonly replayed: boolean;
  /** That another model answered than was asked: its price may be another, too. */
  readonly otherModel?: string | undefined;
  /** Records the answer, if it is new. */
  keep(): Promise<void>;
  /** Records what it cost and nothing more. */
  drop(): void;
}

const NOTHING: Pick<Turn, 'keep' | 'drop'> = { keep: async () => {}, drop: () => {} };

async function ask(
  model: ChatModel,
  record: ModelRecord,
  request: ChatRequest,
  prices: Prices | undefined,
): Promise<Turn> {
  const hash = hashOf(model.model, request);
  const known = recordedAnswer(await record.get(hash));
  if (known !== undefined) return { answer: known, cost: 0, replayed: true, ...NOTHING };
  try {
    const { usage, otherModel, ...answer } = await model.answer(request);
    const paid = paidFor(usage, prices);
    const heard = { ...paid, ...(otherModel === undefined ? {} : { otherModel }) };
    return {
      answer,
      cost: paid.cost ?? 0,
      replayed: false,
      otherModel,
      keep: () => record.put(hash, { ...answer } as JsonObject, heard),
      drop: () => record.paid?.(hash, heard),
    };
  } catch (error) {
    throw asActivityError(error);
  }
}

/** SHA-256 of canonical JSON of model, messages, tools and sampling (L-93). */
function hashOf(model: string, { messages, schema }: ChatRequest): string {
  const canonical = canonicalJson({ model, messages, tools: [], sampling: { response_format: schema } });
  if (canonical.ok) return sha256Hex(canonical.value);
  throw new ActivityError(
    'invalid-arguments',
    `What the model would be asked cannot be sent. ${canonical.error}`,
  );
}

/** A record that is not an answer counts as none: it is asked for again rather than trusted. */
function recordedAnswer(response: Json | undefined): ChatAnswer | undefined {
  if (!isObject(response) || typeof response.text !== 'string') return undefined;
  const { text, json } = response;
  return json === undefined ? { text } : { text, json: json as Json };
}

/** Codes that are never retried (L-40) where asking again cannot help. */
const FINAL: Readonly<Record<string, string>> = {
  'bad-address': 'permission-denied',
  'bad-key': 'permission-denied',
  'no-model': 'permission-denied',
  'key-refused': 'permission-denied',
  'key-echoed': 'permission-denied',
  forbidden: 'permission-denied',
  'no-credit': 'permission-denied',
  'model-not-found': 'permission-denied',
  'prompt-too-long': 'invalid-arguments',
};

function asActivityError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const wait =
    'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : undefined;
  return new ActivityError(FINAL[error.code] ?? error.code, error.message, { retryAfterMs: wait });
}

// Reads a model's answer for a latent call: the value, checked against its schema, and the outcome. Pure.

interface LatentResult {
  readonly value: Json;
  /** Index of the alternative, where there is a choice (L-23). */
  readonly branch?: number;
}

/** `form`: the answer has not the form that was asked for. `schema`: its value does not fit `_output`. */
interface AnswerFault {
  readonly kind: 'form' | 'schema';
  readonly message: string;
}

function readLatentAnswer(
  answer: ChatAnswer,
  schema: JsonSchema | undefined,
  outcomes: readonly string[],
): Result<LatentResult, AnswerFault> {
  const { json } = answer;
  const framed = isObject(json) && 'value' in json;
  // Many models give the bare result, or plain text where text was asked for: taken where it fits.
  const value = framed ? (json.value as Json) : (json ?? answer.text);
  const branch = framed && typeof json.outcome === 'string' ? outcomes.indexOf(json.outcome) : -1;
  if (outcomes.length > 0 && branch < 0) {
    return err({ kind: 'form', message: `"outcome" must be one of ${outcomes.join(', ')}.` });
  }
  const wrong = validateJson(schema, value);
  if (wrong !== undefined) {
    if (!framed) return err({ kind: 'form', message: 'The answer is not a JSON object with "value".' });
    const place = ['value', ...wrong.path].join('.');
    return err({ kind: 'schema', message: `"${place}" ${wrong.message}.` });
  }
  return ok(outcomes.length > 0 ? { value, branch } : { value });
}

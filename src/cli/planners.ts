/** The planners a terminal can ask, and a plan drained from one. The key comes from the environment, never from a file. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Call, JsonSchema, Plan } from '../plan/document.ts';
import type { Asked } from '../plan/planning-trace.ts';
import type { ReadingsAsked } from '../plan/readings.ts';
import { fold } from '../planner/offline/lexicon/forms.ts';
import { languageOf } from '../planner/offline/lexicon/index-of.ts';
import { offlinePlanner } from '../planner/offline/offline-planner.ts';
import type { ModelConnection } from '../planner/openai/connection.ts';
import { createOpenAiPlanner } from '../planner/openai/planner.ts';
import { inKnownLanguages } from '../planner/other-language.ts';
import type { Planner, PlannerRequest } from '../planner/planner.ts';
import { withChecks } from '../planner/with-checks.ts';
import { Misuse } from './command.ts';

export const PLANNERS = ['offline', 'openai'] as const;
type PlannerName = (typeof PLANNERS)[number];

/** L-62: 15 at most. */
export const MOST_CALLS = 15;

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const DEFAULT_MODEL = 'gpt-5-mini';

/**
 * OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, OBELUS_MOST_CALLS; null where neither a key nor a server is named.
 * @throws Misuse where the most calls are no number of calls
 */
export function connectionFromEnvironment(environment: NodeJS.ProcessEnv): ModelConnection | null {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = environment;
  if (!key && !baseUrl) return null;
  const most = environment.OBELUS_MOST_CALLS;
  return {
    baseUrl: baseUrl || DEFAULT_BASE_URL,
    model: model || DEFAULT_MODEL,
    ...(key ? { key } : {}),
    ...(most ? { mostCalls: callsIn(most, 'OBELUS_MOST_CALLS') } : {}),
  };
}

/** @param name of what says it @throws Misuse */
export function callsIn(text: string, name: string, most = MOST_CALLS): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new Misuse(`${name} is a whole number from 1 to ${most}; "${text}" is not.`);
  return count;
}

/** @param send by which its requests leave; the global one where none is given */
export function plannerOf(
  name: PlannerName,
  connection: ModelConnection | null,
  send?: typeof fetch,
): Planner {
  if (name === 'offline') return inKnownLanguages(offlinePlanner({ now: () => Date.now() }));
  if (connection) return withChecks(createOpenAiPlanner(connection, send ? { fetch: send } : {}));
  throw new Misuse(
    'No model is connected. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server without a key, and OPENAI_MODEL for the model.',
  );
}

/** What a planner’s stream came to. */
export interface Draft {
  readonly calls: readonly Call[];
  readonly title?: string;
  readonly output?: Json;
  readonly inputSchema?: JsonSchema;
  readonly plans?: NonNullable<Plan['plans']>;
  readonly input?: JsonObject;
  /** What its planner was asked, and what came of each. */
  readonly asked: readonly Asked[];
  readonly notes: readonly string[];
  /** Words of the goal that were not used. */
  readonly unusedWords: readonly string[];
  /** What is asked: answered by the number of an answer, or, where words may be said otherwise, by those. */
  readonly question?: ReadingsAsked;
  /** Why there is no plan; where there is a question beside it, an answer to that may make one. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** Takes a planner's stream to its end. A stream without one was cut, and is no plan. */
export async function draft(planner: Planner, request: PlannerRequest): Promise<Draft> {
  let calls: Call[] = [];
  let parts: Pick<Draft, 'title' | 'output' | 'inputSchema' | 'input' | 'plans'> = {};
  const notes: string[] = [];
  const asked: Asked[] = [];
  const unusedWords: string[] = [];
  let question: ReadingsAsked | undefined;
  const failed = (code: string, message: string): Draft => ({
    calls: [],
    asked,
    notes,
    unusedWords,
    ...(question === undefined ? {} : { question }),
    error: { code, message },
  });
  for await (const event of planner(request)) {
    switch (event.kind) {
      case 'call':
        calls.push(event.call);
        break;
      case 'plan': {
        const { kind: _, ...given } = event;
        parts = { ...parts, ...given };
        break;
      }
      case 'note':
        notes.push(event.text);
        unusedWords.push(...(event.unusedWords ?? []));
        break;
      case 'asked':
        asked.push(event.asked);
        break;
      case 'question':
        notes.push(askedWords(event, isGerman(request.goal)));
        question = event;
        break;
      case 'restart':
        calls = [];
        parts = {};
        question = undefined;
        break;
      case 'failed':
        return failed(event.code, event.message);
      case 'done':
        return {
          ...parts,
          ...{ calls, asked, notes, unusedWords },
          ...(question === undefined ? {} : { question }),
        };
    }
  }
  return failed('cut', 'The planner stopped before its plan was whole. Try again.');
}

/** What the question is called where one answers it: by its words, or by this where it is of the whole goal. */
export const QUESTION = 'question';

/** Words that leave what they answer out, as the list of answers says. */
export const LEAVES_OUT: ReadonlySet<string> = new Set(['', 'nothing', 'nichts']);

const isGerman = (goal: string): boolean =>
  languageOf((goal.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold))?.code === 'de';

/** What was in doubt, what each way to read it gives where that was tried, and how to answer. */
function askedWords({ text, readings, settled, words, undecided }: ReadingsAsked, german: boolean): string {
  const isWhole = undecided !== undefined && settled === undefined;
  const one = `--settle ${JSON.stringify(`${isWhole ? QUESTION : words}=${readings.length > 1 ? 2 : 1}`)}`;
  const how = german
    ? settled === undefined
      ? `Antworten mit ${one}: die Nummer einer Antwort.`
      : `Antworten mit ${one}: die Nummer einer Antwort, eine Spalte, andere Worte, oder nichts, um es wegzulassen.`
    : settled === undefined
      ? `Answer with ${one}: the number of an answer.`
      : `Answer with ${one}: the number of an answer, a column, other words, or nothing to leave it out.`;
  return [text, ...answersTo(readings), how].join('\n  ');
}

/** What could be answered, a line each, with what it gives where that was tried. */
const answersTo = (readings: ReadingsAsked['readings']): readonly string[] =>
  readings.map(({ took, result }, at) => `${at + 1}. ${took}${result === undefined ? '' : ` → ${result}`}`);

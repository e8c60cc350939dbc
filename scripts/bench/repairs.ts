/**
 * How well answers of models are read that are not in the form that was asked for: the examples' calls, written with
 * faults put together at random. Their shapes are those that people report of models; each answer has one of each kind.
 */

import { readFileSync } from 'node:fs';
import { type Json, type JsonObject, jsonEquals } from '../../src/lib/json.ts';
import type { Call, JsonSchema, Plan } from '../../src/plan/document.ts';
import type { PlannerEvent } from '../../src/planner/planner.ts';
import { createPlanReader } from '../../src/planner/prompt/read-plan.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { Figure } from './figure.ts';

const ANSWERS = 200;

/** Always the same answers. */
function dice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
}

type Rewrite<T> = (value: T) => T;

const deep = (value: Json, text: Rewrite<string>): Json => {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => deep(one, text));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deep(one, text)]));
};

/** References in other signs. One with a quoted key or two operands is left to the plan language. */
const simple =
  (ref: Rewrite<string>): Rewrite<string> =>
  (text) =>
    /^†(state|input)(\.\w+)+$/.test(text) ? ref(text.slice(1)) : text;
const REFERENCES: readonly Rewrite<string>[] = [
  (text) => text,
  simple((path) => path),
  simple((path) => `$${path}`),
  simple((path) => `{{${path}}}`),
  simple((path) => `{{ ${path.replace(/\.(\d+)/g, '[$1]')} }}`),
  simple((path) => `\${${path}}`),
  simple((path) => (path.startsWith('state.') ? `†${path.slice('state.'.length)}` : `†${path}`)),
];

type Form = (call: JsonObject) => JsonObject;
const apart = (call: JsonObject) => {
  const { _tool, _id, _description, _outputPath, _after, ...rest } = call;
  const own = Object.entries(rest);
  return {
    tool: _tool!,
    about: {
      id: _id!,
      ...(_description === undefined ? {} : { description: _description }),
      ...(_outputPath === undefined ? {} : { output: _outputPath }),
      ...(_after === undefined ? {} : { depends_on: [_after] }),
      ...Object.fromEntries(own.filter(([key]) => key.startsWith('_'))),
    },
    given: Object.fromEntries(own.filter(([key]) => !key.startsWith('_'))),
  };
};
const formed =
  (make: (of: ReturnType<typeof apart>) => JsonObject): Form =>
  (call) =>
    make(apart(call));
const FORMS: readonly Form[] = [
  (call) => call,
  formed(({ tool, about, given }) => ({ tool, arguments: given, ...about })),
  formed(({ tool, about, given }) => ({ ...about, name: tool, arguments: given })),
  formed(({ tool, about, given }) => ({ ...about, tool_name: tool, parameters: given })),
  formed(({ tool, about, given }) => ({
    ...about,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(given) },
  })),
  (call) => {
    const { given } = apart(call);
    const meta = Object.fromEntries(Object.entries(call).filter(([key]) => key.startsWith('_')));
    return { ...meta, args: given };
  },
];

const FRAMES: readonly ((calls: readonly JsonObject[], output: Json) => Json)[] = [
  (calls, output) => ({ title: 'T', calls: [...calls], output }),
  (calls, output) => ({ title: 'T', steps: [...calls], output }),
  (calls, output) => ({ thoughts: 'First I look at it.', plan: [...calls], output }),
  (calls, output) => ({ plan: { calls: [...calls], output } }),
  (calls) => [...calls],
  (calls, output) => ({ response: JSON.stringify({ calls: [...calls], output }) }),
];

/** A value in another spelling of JSON. @param end what stands before a closing bracket */
function spelled(value: Json, word: (value: string | boolean | null) => string, end: string): string {
  const inner = (one: Json) => spelled(one, word, end);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return word(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}${value.length > 0 ? end : ''}]`;
  const entries = Object.entries(value).map(([key, one]) => `${word(key)}: ${inner(one)}`);
  return `{${entries.join(', ')}${entries.length > 0 ? end : ''}}`;
}
const PYTHON = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);
const pythonWord = (value: string | boolean | null): string =>
  PYTHON.get(value) ?? `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;

const SPELLINGS: readonly ((value: Json) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, 2).replace(/\n(\s*)"/g, '\n$1// that\'s [one\n$1"'),
  (value) => JSON.stringify(value, null, 2).replace(/\n/g, ' # it\'s "so"\n'),
  (value) => JSON.stringify(value, null, 2).replace(/,\n/g, '\n'),
  (value) => spelled(value, JSON.stringify, ','),
  (value) => JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, '$1$2:'),
  (value) => spelled(value, pythonWord, ''),
];

const SURROUNDINGS: readonly Rewrite<string>[] = [
  (text) => text,
  (text) => `Here is the plan [as you asked], for {you}:\n\n\`\`\`json\n${text}\n\`\`\`\nIt's done. {ok}`,
  (text) => `<think>Maybe {"calls":[{"_tool":"wrong"}]}?</think>\n${text}`,
  (text) => `<thinking>I'd do\n${text.slice(0, text.length / 2)}</thinking>${text}`,
  (text) => `{"title": "First", "calls": [{"_id": "no", "_tool": "note", "text": "no"}]}\n\nBetter:\n${text}`,
];

interface Clean {
  readonly calls: readonly Call[];
  readonly output: Json;
  /** As the model is told it, where the example has one. */
  readonly inputSchema?: JsonSchema;
}

function cleanPlans(): readonly Clean[] {
  const file = new URL('../../public/examples/index.json', import.meta.url);
  const examples = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly plan: Plan }[];
  return examples.map(({ plan: { calls, output, input } }) => ({
    calls,
    output: (output ?? null) as Json,
    ...(input?.schema ? { inputSchema: input.schema } : {}),
  }));
}

function read(
  text: string,
  given: Pick<Clean, 'inputSchema'>,
): { readonly calls: readonly Call[]; readonly end: PlannerEvent | undefined } {
  const catalogue = catalogueOf(builtInTools);
  const reader = createPlanReader({ maxCalls: 100, history: [], catalogue, ...given });
  const events = [...text.match(/[\s\S]{1,7}/g)!.flatMap((piece) => reader.push(piece)), ...reader.end()];
  let calls: Call[] = [];
  for (const event of events)
    if (event.kind === 'restart') calls = [];
    else if (event.kind === 'call') calls.push(event.call);
  return { calls, end: events.at(-1) };
}

export function repairFigures(): Figure[] {
  const plans = cleanPlans();
  const pick = dice(20261123);
  let same = 0;
  let other = 0;
  for (let at = 0; at < ANSWERS; at++) {
    const { calls, output, ...given } = pick(plans);
    const [sign, form, frame] = [pick(REFERENCES), pick(FORMS), pick(FRAMES)];
    const odd = calls.map((call) => form(deep(call as unknown as Json, sign) as JsonObject));
    const text = pick(SURROUNDINGS)(pick(SPELLINGS)(frame(odd, deep(output, sign))));
    const { calls: got, end } = read(text, given);
    const isSame = jsonEquals(got as unknown as Json, calls as unknown as Json);
    if (isSame && end?.kind === 'done') same += 1;
    else if (end?.kind === 'done') other += 1;
    if (process.env.OBELUS_BENCH_SHOW && !isSame)
      console.error(`${end?.kind}\n${text}\n${JSON.stringify(got)}\n${JSON.stringify(calls)}\n`);
  }
  const how = `${ANSWERS} answers, faults of five kinds put together at random over the calls of ${plans.length} examples, in pieces of 7 characters`;
  const share = same / ANSWERS;
  return [
    {
      name: 'planner/repairs',
      value: share,
      unit: '',
      goal: '>= 0.95',
      held: share >= 0.95,
      how: `${how}: read as the very same calls, unasked`,
    },
    {
      name: 'planner/repairs-other',
      value: other,
      unit: '',
      goal: '0',
      held: other === 0,
      how: `${how}: read as other calls, without a word`,
    },
  ];
}

/** A model's streamed text as planner events: decoding and shapes. Pure; checks no plan. */

import { cut } from '../../lib/cut-text.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { Call } from '../../plan/document.ts';
import type { PlannerEvent, PlannerRequest } from '../planner.ts';
import { decodeCall } from './decode-call.ts';
import { readParts } from './read-parts.ts';
import { createStreamDecoder } from './stream-decoder.ts';
import { usualForms } from './usual-forms.ts';

/** The answer was whole, but no plan: asking again with the reason can help. */
export const MALFORMED_ANSWER = 'malformed-answer';
const NO_PLAN = 'no-plan';

export type AnswerFaultCode = typeof MALFORMED_ANSWER | typeof NO_PLAN;

interface PlanReader {
  push(text: string): readonly PlannerEvent[];
  /** The plan's output, then `done`; or `failed` with what is wrong. To be called once, after an answer that came whole. */
  end(): readonly PlannerEvent[];
  /** What the answer asks to be shown tools for, in the place of a plan; none in a plan. */
  searched(): readonly string[];
}

type Asked = Pick<
  PlannerRequest,
  'maxCalls' | 'history' | 'catalogue' | 'inputSchema' | 'rest' | 'change' | 'mend' | 'parts' | 'mostParts'
>;

/** What one answer has said; a second plan behind a first begins anew. */
function answerTo({ catalogue, inputSchema, history, rest = [], change, mend }: Asked) {
  const forms = usualForms(catalogue);
  forms.declare(inputSchema);
  // What stands already has written its paths: a reference to one is read without its sign, too.
  const before = [
    ...history.map(({ call }) => call),
    ...rest,
    ...(change?.plan.calls ?? []),
    ...(mend?.calls ?? []),
  ];
  for (const call of before) forms.call(call as unknown as Json);
  return {
    forms,
    ids: new Set<string>(),
    problems: [] as string[],
    count: 0,
    /** Read when all is there that it may name. */
    output: undefined as Json | undefined,
    searched: [] as readonly string[],
    /** Of a change: calls that stay. Of a mending: calls that go. */
    named: [] as readonly string[],
    /** Of a mending, whose calls come with those that stay. */
    mended: new Map<string, Call>(),
    /** Parts that it has declared, by name. */
    parts: new Set<string>(),
  };
}

export function createPlanReader(asked: Asked): PlanReader {
  const { maxCalls, history, change, mend, parts, mostParts } = asked;
  const decoder = createStreamDecoder();
  let said = answerTo(asked);

  const give = (call: Call): PlannerEvent[] => {
    said.count += 1;
    return [{ kind: 'call', call }];
  };

  const field = (key: string, value: Json): PlannerEvent[] => {
    if (key === 'output') said.output = value;
    else if (key === 'search') said.searched = textsIn(value);
    else if (key === (mend ? 'remove' : 'keep')) said.named = textsIn(value);
    else if (key === 'parts' && mostParts !== undefined && value !== null) {
      const read = readParts(value, mostParts);
      if (!read.ok) said.problems.push(read.error);
      else {
        said.parts = new Set(Object.keys(read.value));
        return [{ kind: 'plan', plans: read.value }];
      }
    } else {
      if (key === 'inputSchema') said.forms.declare(value);
      const decoded = decodeField(key, value);
      if (!decoded.ok) said.problems.push(decoded.error);
      else if (decoded.value !== null) return [decoded.value];
    }
    return [];
  };

  const call = (value: Json): PlannerEvent[] => {
    const ours = said.forms.call(value);
    const decoded = decodeCall(mostParts === undefined ? ours : runsPart(ours, said.parts), said.ids);
    if (!decoded.ok) said.problems.push(decoded.error);
    else if (mend === undefined) return give(decoded.value);
    else said.mended.set(decoded.value._id, decoded.value);
    return [];
  };

  /** The calls that were there before: of a change those that the answer keeps, of a mending all with what is new. */
  const others = (): PlannerEvent[] => {
    if (mend) return mendedCalls(mend.calls, said.mended, new Set(said.named)).flatMap(give);
    const kept = new Set(said.named.filter((id) => !said.ids.has(id)));
    return (change?.plan.calls ?? []).filter(({ _id }) => kept.has(_id)).flatMap(give);
  };

  return {
    searched: () => (said.count + said.mended.size > 0 ? [] : said.searched),
    push: (text) =>
      decoder.push(text).flatMap((part): PlannerEvent[] => {
        if (part.kind === 'call') return call(part.value);
        if (part.kind === 'field') return field(part.key, part.value);
        said = answerTo(asked);
        return mend ? [] : [{ kind: 'restart', problems: [] }];
      }),
    end() {
      const ended = decoder.end();
      if (!ended.ok) return failed(MALFORMED_ANSWER, `The model's answer is no plan. ${ended.error.message}`);
      const problems = [
        ...said.problems,
        ...said.forms
          .missed()
          .map((one) => `"${one.slice(0, 60)}" is plain text: a reference begins with †.`),
      ];
      if (problems.length > 0)
        return failed(
          MALFORMED_ANSWER,
          `The model's plan has wrong parts. ${problems.slice(0, 10).join(' ')}`,
        );
      const kept = others();
      const out = said.output === undefined ? (mend?.output ?? null) : said.forms.references(said.output);
      // A replanner may find that nothing is left to do; the run then ends with `no_plan` (L-42). In its first turn it may know
      // the answer: refused, it would be asked for it until the turns are used up.
      if (said.count === 0 && history.length === 0 && (parts === undefined || out === null))
        return failed(
          NO_PLAN,
          change && change.plan.calls.length > 0
            ? 'The model would remove every call, and a change leaves at least one: the plan is as it was. Select the calls on the canvas and remove them there, or say what should stand in their place.'
            : 'The model found no calls that reach the goal. Say the goal in other words, or add a tool for it.',
        );
      return [
        ...kept,
        ...(out === null ? [] : [{ kind: 'plan' as const, output: out }]),
        ...(said.count > maxCalls ? [tooMany(said.count, maxCalls)] : []),
        { kind: 'done' },
      ];
    },
  };
}

/** A call of a part in our form: its tool is the part's name, as of every call that runs a plan of the document. */
function runsPart(value: Json, declared: ReadonlySet<string>): Json {
  if (!isObject(value)) return value;
  const { _tool: tool, _delegate: runs } = value as JsonObject;
  const named = typeof runs === 'string' ? runs.replace(/^#/, '') : runs == null ? tool : undefined;
  if (typeof named !== 'string' || (runs == null && !declared.has(named))) return value;
  const isOther = typeof runs === 'string' && !runs.startsWith('#') && !declared.has(named);
  return isOther ? value : { ...(value as JsonObject), _tool: named, _delegate: `#${named}` };
}

/** A plan is never trimmed, and shown whatever its size (L-62). */
const tooMany = (count: number, most: number): PlannerEvent => ({
  kind: 'note',
  text: `The model made a plan of ${count} calls; ${most} at most were asked for. Nothing was left out.`,
  remedies: ['most-calls', 'other-words'],
});

/** The plan with its broken calls mended, each in its place, and what is new behind them. */
function mendedCalls(
  before: readonly Call[],
  mended: ReadonlyMap<string, Call>,
  removed: ReadonlySet<string>,
): readonly Call[] {
  const calls = new Map<Call | string, Call>();
  for (const call of before) {
    const { _id: id } = call;
    // Two calls of one id: the answer's takes the place of both.
    if (mended.has(id)) calls.set(id, mended.get(id) ?? call);
    else if (!removed.has(id)) calls.set(call, call);
  }
  for (const [id, call] of mended) calls.set(id, call);
  return [...calls.values()];
}

/** Bounded: a model's list of words goes into a search. */
const textsIn = (value: Json): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => typeof one === 'string')
    .slice(0, MOST_TEXTS)
    .map((one) => one.slice(0, 200));

const MOST_TEXTS = 200;

const failed = (code: string, message: string): readonly PlannerEvent[] => [
  { kind: 'failed', code, message },
];

// The parts of a model's plan that are not calls: title, input schema, input values.

type PlanPart = Extract<PlannerEvent, { kind: 'plan' | 'note' }>;

const MAX_TITLE = 200;

/** The event of one field; null for a key that is none of ours or says nothing, an error for a wrong type. */
function decodeField(key: string, value: Json): Result<PlanPart | null, string> {
  if (value === null) return ok(null);
  switch (key) {
    case 'title':
      if (typeof value !== 'string') return err('"title" must be text.');
      return ok({ kind: 'plan', title: value.slice(0, MAX_TITLE) });
    case 'inputSchema':
      if (!isObject(value)) return err('"inputSchema" must be a JSON Schema.');
      return ok({ kind: 'plan', inputSchema: value });
    case 'input':
      if (!isObject(value)) return err('"input" must be an object.');
      return ok({ kind: 'plan', input: value as JsonObject });
    case 'reflection':
      return ok(
        typeof value !== 'string' || value.trim() === ''
          ? null
          : { kind: 'note', text: `The model says: ${cut(value.replace(/\s+/g, ' ').trim(), MAX_TITLE)}` },
      );
    default:
      return ok(null);
  }
}

/**
 * What a stranger's event must be, by its type: whatever a fold or a screen reads of it, a field of another shape would break
 * for as long as the run is kept. A type that is unknown is kept and shown (§12). Knows no archive.
 */

import { z } from 'zod';
import { callShape, planShape } from '../plan/document.ts';
import { EFFECTS } from '../plan/vocabulary.ts';
import type { Choice, WaitKind } from '../run/decision.ts';
import type { ResumeClass, RunEventBody, RunEventType, RunReason, SkipReason } from '../run/events.ts';
import { OUTCOMES } from '../run/outcome.ts';

/** A number of things, or of units. */
export const count = z.int().nonnegative();
/** How a run stands. */
export const runStatus = z.enum([
  'running',
  'waiting',
  'completed',
  'completed_with_errors',
  'failed',
  'aborted',
]);

/** All of the words that a field may have: one that is forgotten here does not compile. */
const oneOf = <T extends string>(words: Readonly<Record<T, true>>) => z.enum(Object.keys(words) as T[]);

const reason = oneOf<RunReason>({
  goal_met: true,
  errors: true,
  nothing_ran: true,
  call_failed: true,
  step_budget: true,
  replan_budget: true,
  turn_budget: true,
  cost_budget: true,
  time_budget: true,
  no_plan: true,
  rejected: true,
  aborted: true,
  discarded: true,
  invalid: true,
});
const because = oneOf<SkipReason>({
  'branch-not-taken': true,
  failure: true,
  rejected: true,
  person: true,
  unanswered: true,
  'input-not-given': true,
  'switched-off': true,
  'not-in-part': true,
});
const waitKind = oneOf<WaitKind>({
  approval: true,
  answer: true,
  gate: true,
  retry: true,
  time: true,
  child: true,
  failure: true,
  in_doubt: true,
  mandate: true,
});
const choice = oneOf<Choice>({
  retry: true,
  edit: true,
  skip: true,
  value: true,
  replan: true,
  abort: true,
  approve: true,
  reject: true,
});
const classes: Record<ResumeClass, z.ZodType> = {
  pending: count,
  completed_with_result: count,
  failed: count,
  in_doubt: count,
  interrupted_with_child: count,
};

const text = z.string();
const texts = z.array(text);
const yes = z.literal(true).optional();
const bag = z.record(text, z.unknown());
/** Read as it is, whatever it is: all that JSON can say. It must be there. */
const any = z.unknown();
const mayBe = any.optional();
const millis = z.number().nonnegative();
const path = z.array(z.union([text, z.number()]));
const turns = z.enum(['shown', 'unasked']);
const calls = z.array(callShape);
const named = z.looseObject({ _id: text });

const sentRequest = {
  n: z.number(),
  host: text,
  method: text,
  path: text.optional(),
  bytes: z.number().optional(),
  key: text.optional(),
  allowed: yes,
  look: yes,
  again: yes,
  answered: z.union([z.number(), z.literal('broke')]).optional(),
};

const flow = z.looseObject({
  source: z.looseObject({
    kind: z.enum(['literal', 'file', 'input', 'secret', 'result', 'given', 'state', 'any', 'run']),
    name: text.nullish(),
    path: text.optional(),
    call: text.optional(),
  }),
  call: text,
  sink: z.looseObject({
    kind: z.enum(['device', 'file', 'host', 'model', 'own']),
    name: text.nullish(),
    host: text.nullish(),
    server: text.nullish(),
    activity: text.optional(),
  }),
  effect: z.enum(EFFECTS),
});

const capsule = z.looseObject({
  goal: text,
  planSnapshot: z
    .looseObject({
      revision: z.number(),
      todos: z.array(
        z.looseObject({
          ...{ id: text, content: text, calls: texts, note: text.optional() },
          status: z.enum(['pending', 'in_progress', 'completed', 'failed', 'skipped']),
        }),
      ),
      focus: text,
      updatedAt: z.number(),
    })
    .optional(),
  keyFindings: texts,
  artifacts: z.array(z.looseObject({ type: text, ref: text, summary: text })),
  nextActions: texts.optional(),
});

/** What any event may have, and what it must be wherever it stands: what a planner or another model said, and what that took. */
export const EVERYWHERE = {
  tokens: z.looseObject({ input: z.number(), output: z.number() }).optional(),
  cost: z.number().nonnegative().optional(),
  reflection: text.optional(),
  told: text.optional(),
  remedies: texts.optional(),
  problems: texts.optional(),
  /** What of its value is kept apart: the reference of one archive must lead into that archive. */
  large: z
    .array(
      z.object({
        path: z.array(z.union([text, count])),
        ref: text,
        size: count,
        kind: z.enum(['list', 'object', 'text']),
        count,
        head: z.json(),
      }),
    )
    .optional(),
  /** Where its value lies apart (L-92). */
  stored: z.object({ as: z.enum(['value', 'output']), length: z.number() }).optional(),
};

type Everywhere = keyof typeof EVERYWHERE;
type FieldsOf<Body> = Body extends unknown ? keyof Body : never;
/** Each field of each type of event: a new one that has no shape here does not compile. */
type Shapes = {
  readonly [T in RunEventType]: Readonly<
    Record<Exclude<FieldsOf<Extract<RunEventBody, { type: T }>>, 'type' | Everywhere>, z.ZodType> &
      Partial<Record<Everywhere, z.ZodType>>
  >;
};

const attempt = { call: text, attempt: count };
const drafted = { revision: z.number(), calls, refused: z.literal('step_budget').optional(), output: mayBe };

const SHAPES: Shapes = {
  'plan.commit': {
    plan: planShape,
    revision: z.int().positive(),
    rules: z.number().optional(),
    hash: text.optional(),
    v: z.number().optional(),
    flows: z.array(flow).optional(),
    part: z.looseObject({ starts: texts, given: texts }).optional(),
    input: bag.optional(),
    instances: z
      .array(z.looseObject({ label: text, input: bag.optional(), state: bag.optional() }))
      .optional(),
    canary: z.int().positive().optional(),
    delegates: z.record(text, planShape).optional(),
    parent: z.looseObject({ runId: text, call: text, index: count.optional() }).optional(),
    forkOf: z
      .looseObject({
        ...{ runId: text, call: text.optional(), changed: yes },
        again: z.literal('failed').optional(),
      })
      .optional(),
    isPart: yes,
    to: text.optional(),
    replans: z.enum(['ask', 'unasked']).optional(),
    turns: turns.optional(),
  },
  'plan.draft': {
    ...drafted,
    beyond: yes,
    by: z.literal('person').optional(),
    from: text.optional(),
    cause: z.literal('person').optional(),
  },
  'plan.diff': { revision: z.number(), removed: texts, added: texts, revised: texts },
  plan_turn: { ...drafted, turn: z.number(), from: text.optional() },
  plan_turn_call: { turn: z.number(), planned: callShape },
  plan_turns: { turns },
  plan_said: { said: text },
  plan_replan_waiting: { about: text, from: text.optional() },
  plan_replan_sent: { replan: z.number(), turn: z.number().optional(), ...sentRequest },
  plan_replan_again: {
    replan: z.number(),
    cause: z.enum(['failure', 'tick', 'person']),
    from: text.optional(),
    sentBack: z
      .looseObject({
        calls: z.array(named),
        problems: z.array(z.looseObject({ message: text, calls: texts })),
      })
      .optional(),
  },
  plan_started: { goal: text.optional(), total: count },
  plan_step_started: { ...attempt, again: yes, keyed: yes, announced: yes },
  plan_step_completed: {
    ...attempt,
    value: any,
    branch: count.optional(),
    via: z.enum(['error', 'person', 'planner']).optional(),
    lost: yes,
    unreadable: text.optional(),
  },
  plan_step_failed: {
    ...attempt,
    code: text,
    message: text,
    retryAfterMs: z.number().optional(),
    by: z.enum(['engine', 'person']).optional(),
    outcome: z.enum(OUTCOMES).optional(),
  },
  plan_step_retry: { call: text, retry: count, delayMs: millis },
  plan_step_skipped: { call: text, because, detail: text.optional() },
  plan_step_memoized: {
    call: text,
    value: any,
    branch: count.optional(),
    lost: yes,
    via: z.enum(['person', 'unproven']).optional(),
  },
  plan_step_waiting: {
    call: text,
    kind: waitKind,
    repeats: text.optional(),
    doubtOf: text.optional(),
    doneIn: text.optional(),
    known: text.optional(),
    about: text.optional(),
    gate: text.optional(),
    form: bag.optional(),
    until: z.number().optional(),
    attempt: count.optional(),
    ms: z.number().optional(),
    run: text.optional(),
  },
  plan_sub_run_ended: {
    call: text,
    run: text,
    index: count.optional(),
    status: runStatus,
    steps: count,
    cost: millis,
    lost: count.optional(),
    capsule,
  },
  approval: {
    call: text.optional(),
    gate: text.optional(),
    about: text.optional(),
    choose: choice,
    value: mayBe,
    params: bag.optional(),
    calls: calls.optional(),
    by: z.enum(['nobody', 'whole-run']).optional(),
  },
  plan_allowed: { about: text },
  llm_recorded: { call: text, hash: text, otherModel: text.optional() },
  plan_step_sent: { call: text, attempt: z.number(), ...sentRequest },
  plan_doubt_looked: {
    call: text,
    tool: text,
    params: bag,
    value: mayBe,
    failure: z.looseObject({ code: text, message: text }).optional(),
    asks: text.optional(),
  },
  plan_value_read: {
    ref: text,
    found: z.array(
      z.union([
        z.looseObject({ path, value: any }),
        z.looseObject({ path, absent: z.enum(['key', 'place']) }),
      ]),
    ),
    value: mayBe,
    lost: yes,
  },
  plan_aggregated: { output: any },
  plan_completed: {
    status: z.enum(['completed', 'completed_with_errors', 'failed']),
    reason,
    output: any,
  },
  plan_aborted: { reason: reason.extract(['aborted', 'discarded']), lost: yes },
  plan_run_interrupted: {},
  plan_resumed: {
    classes: z.looseObject(classes),
    saved: z.looseObject({ calls: count, modelCalls: count, cost: millis }),
  },
  plan_done_before: {
    writes: z.array(
      z.looseObject({
        ...{ id: text, digest: text, instance: text.nullable(), seq: z.number() },
        ...{ asSigned: yes, request: yes, begun: z.number().optional(), doubtOf: text.optional() },
      }),
    ),
  },
  plan_resumed_from: { call: text, order: z.enum(['dependants', 'list']), cleared: texts },
  plan_step_log: { call: text, line: text },
};

const shapes: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(SHAPES).map(([type, fields]) => [type, z.looseObject(fields)]),
);

/** Whether an event is what its type says; a value that lies apart is where it says (L-92). */
export function isOfItsType(event: {
  readonly type: string;
  readonly stored?: { readonly as: string } | undefined;
}): boolean {
  const whole = event.stored === undefined ? event : { [event.stored.as]: null, ...event };
  return shapes.get(event.type)?.safeParse(whole).success ?? true;
}

/** A model's streamed text as planner events: decoding, shapes and the limit on calls. Pure; checks no plan. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { PlannerEvent, PlannerRequest } from '../planner.ts';
import { decodeCall } from './decode-call.ts';
import { createStreamDecoder } from './stream-decoder.ts';
import { usualForms } from './usual-forms.ts';

/** The answer was whole, but no plan: asking again with the reason can help. */
export const MALFORMED_ANSWER = 'malformed-answer';
/** More calls than allowed: rejected with both numbers, never trimmed (L-62). */
const TOO_MANY_CALLS = 'too-many-calls';
const NO_PLAN = 'no-plan';

interface PlanReader {
  push(text: string): readonly PlannerEvent[];
  /** The plan's output, then `done`; or `failed` with what is wrong. To be called once, after an answer that came whole. */
  end(): readonly PlannerEvent[];
}

export function createPlanReader({
  maxCalls,
  history,
  catalogue,
  inputSchema,
}: Pick<PlannerRequest, 'maxCalls' | 'history' | 'catalogue' | 'inputSchema'>): PlanReader {
  const decoder = createStreamDecoder();
  let forms = usualForms(catalogue);
  forms.declare(inputSchema);
  let ids = new Set<string>();
  let problems: string[] = [];
  let count = 0;
  /** Read when all is there that it may name. */
  let output: Json = null;

  return {
    push(text) {
      const events: PlannerEvent[] = [];
      for (const part of decoder.push(text)) {
        if (part.kind === 'restart') {
          forms = usualForms(catalogue);
          forms.declare(inputSchema);
          ids = new Set();
          problems = [];
          count = 0;
          output = null;
          events.push({ kind: 'restart', problems: [] });
          continue;
        }
        if (part.kind === 'field') {
          if (part.key === 'inputSchema') forms.declare(part.value);
          if (part.key === 'output') {
            output = part.value;
            continue;
          }
          const field = decodeField(part.key, part.value);
          if (!field.ok) problems.push(field.error);
          else if (field.value !== null) events.push(field.value);
          continue;
        }
        count += 1;
        // Over the limit the calls are only counted, so that the message can say both numbers.
        if (count > maxCalls) continue;
        const call = decodeCall(forms.call(part.value), ids);
        if (call.ok) events.push({ kind: 'call', call: call.value });
        else problems.push(call.error);
      }
      return events;
    },
    end() {
      const ended = decoder.end();
      if (!ended.ok) return failed(MALFORMED_ANSWER, `The model's answer is no plan. ${ended.error.message}`);
      if (count > maxCalls) {
        return failed(
          TOO_MANY_CALLS,
          `The model made a plan of ${count} calls; the limit is ${maxCalls}. Raise the limit, or ask for less at once.`,
        );
      }
      for (const text of forms.missed())
        problems.push(`"${text.slice(0, 60)}" is plain text: a reference begins with †.`);
      if (problems.length > 0) {
        return failed(
          MALFORMED_ANSWER,
          `The model's plan has wrong parts. ${problems.slice(0, 10).join(' ')}`,
        );
      }
      // A replanner may find that nothing is left to do; the run then ends with `no_plan` (L-42).
      if (count === 0 && history.length === 0) {
        return failed(
          NO_PLAN,
          'The model found no calls that reach the goal. Say the goal in other words, or add a tool for it.',
        );
      }
      const out = forms.references(output);
      return [...(out === null ? [] : [{ kind: 'plan' as const, output: out }]), { kind: 'done' }];
    },
  };
}

const failed = (code: string, message: string): readonly PlannerEvent[] => [
  { kind: 'failed', code, message },
];

// The parts of a model's plan that are not calls: title, input schema, input values.

type PlanPart = Extract<PlannerEvent, { kind: 'plan' }>;

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
    default:
      return ok(null);
  }
}

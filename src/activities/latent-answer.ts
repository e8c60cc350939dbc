/** Reads a model's answer for a latent call: the value, checked against `_output`, and the outcome. Pure. */

import { isObject, type Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { ChatAnswer } from '../planner/prompt/chat-model.ts';
import { validateJson } from '../tools/json-schema.ts';

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

export function readLatentAnswer(
  answer: ChatAnswer,
  contract: ToolContract,
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
  const wrong = validateJson(contract._output, value);
  if (wrong !== undefined) {
    if (!framed) return err({ kind: 'form', message: 'The answer is not a JSON object with "value".' });
    const place = ['value', ...wrong.path].join('.');
    return err({ kind: 'schema', message: `"${place}" ${wrong.message}.` });
  }
  return ok(outcomes.length > 0 ? { value, branch } : { value });
}

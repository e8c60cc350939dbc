/** An envelope around a plan of any shape: `{version, plan: {…}, tools, input, state, meta}` (K-33). */

import { isObject, type JsonObject } from '../../lib/json.ts';
import { ok } from '../../lib/result.ts';
import { dataMember } from './context.ts';
import type { ForeignResult } from './foreign.ts';
import { readContract } from './tool-contract.ts';

export const isEnvelope = (value: Record<string, unknown>): boolean =>
  isObject(value.plan) || Array.isArray(value.plan);

/** What the envelope holds beside its plan is added to the plan, unless the plan has it already. */
export function readEnvelope(
  value: Record<string, unknown>,
  readPlan: (plan: unknown) => ForeignResult,
): ForeignResult {
  const inner = readPlan(value.plan);
  if (!inner.ok) return inner;
  const { document } = inner.value;
  const input = dataMember(value.input, 'input');
  const state = dataMember(value.state, 'state');
  const notes = ['Read the plan out of its envelope.', ...inner.value.normalised];
  const contracts = Array.isArray(value.tools) ? value.tools.map((tool) => readContract(tool)) : [];
  const tools = [...(Array.isArray(document.tools) ? document.tools : []), ...contracts.filter((c) => c)];
  const unread = contracts.filter((contract) => contract === undefined).length;
  if (unread > 0) notes.push(`Dropped ${unread} tools that are no contract.`);
  const values = inner.value.input ?? (input?.values as JsonObject | undefined);
  return ok({
    document: {
      ...(isObject(value.meta) ? { meta: value.meta } : {}),
      ...(input?.schema === undefined ? {} : { input: { schema: input.schema } }),
      ...(state === undefined ? {} : { state: { ...schemaOf(state.schema), initial: state.values } }),
      ...document,
      ...(tools.length > 0 ? { tools } : {}),
    },
    ...(values === undefined ? {} : { input: values }),
    normalised: notes,
  });
}

const schemaOf = (schema: unknown): object => (schema === undefined ? {} : { schema });

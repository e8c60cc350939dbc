/** A value that a person gives in the place of a result (L-41): it passes the checks of a returned one. Changes nothing. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import type { RunState } from './state.ts';
import { violation } from './state-schema.ts';

/**
 * Why the value can't be the call's result, as sentences; empty where it can.
 * @param call its id, or `id@LABEL`
 * @param branch index of the alternative it goes to
 */
export function problemsWithValue(state: RunState, call: string, value: Json, branch = 0): string[] {
  const index = state.program.index.get(call);
  if (index === undefined) return [`The plan has no call "${call}" that could be given a value.`];
  const { contract, alternatives, accumulating, errorAlternative } = itemAt(state.program.steps, index);
  const problems: string[] = [];
  // What goes to the error alternative is a failure's code and message (L-24), not what the tool returns.
  if (branch !== errorAlternative) {
    const fault = schemaCheck(contract?._output)(value);
    if (fault) {
      const place = fault.path.length > 0 ? `At ${fault.path.join('.')} the value` : 'The value';
      problems.push(`${place} for "${call}" ${fault.message}, as the result of ${contract!.name} does.`);
    }
  }
  // What an accumulating write comes to is known only with what stands there already.
  for (const ref of accumulating ? [] : (alternatives[branch] ?? [])) {
    const wrong = violation(state.program.plan, ref, value);
    if (wrong) problems.push(wrong);
  }
  return problems;
}

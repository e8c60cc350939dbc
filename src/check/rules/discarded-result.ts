/** Results that nobody can read (L-29): a call without an output path that makes one. */

import { itemAt } from '../../lib/columns.ts';
import { effectOf } from '../../tools/catalogue.ts';
import { isTrivialSchema } from '../../tools/json-schema.ts';
import { freeStatePath, takenStateNames } from '../free-names.ts';
import { callsWithoutOutput, looseCalls } from '../loose-calls.ts';
import { fix, type PlanRule, warning } from '../rule.ts';

export const discardedResult: PlanRule = ({ plan, graph, findings }, problems) => {
  let told: Set<string> | undefined;
  let taken: Set<string> | undefined;
  for (const i of callsWithoutOutput(graph)) {
    const { call } = itemAt(graph.calls, i);
    const contract = itemAt(findings, i).contract?.contract;
    if (!contract || call._delegate !== undefined) continue;
    const { _output } = contract;
    const effect = effectOf(contract);
    const makesResult = _output !== undefined && !isTrivialSchema(_output);
    // A call that changes something is worth its effect alone; one that only reads was made for its result.
    if (!makesResult && effect !== 'read' && effect !== 'none') continue;
    told ??= toldAlready(graph);
    if (told.has(call._id)) continue;
    taken ??= takenStateNames(plan, graph);
    const path = freeStatePath(call._id, taken);
    const message = `Call "${call._id}" has no output path, so nobody can read its result and nothing waits for it. Write it to ${path}, or remove the call.`;
    const edit = { kind: 'set-in-call', id: call._id, path: ['_outputPath'], value: path } as const;
    problems.push(
      warning('discarded-result', message, { calls: [call._id], fixes: [fix(`Write to ${path}`, edit)] }),
    );
  }
};

/** The warning `no-data-edge` names these calls and has the same fix. */
function toldAlready(graph: Parameters<typeof looseCalls>[0]): Set<string> {
  const loose = looseCalls(graph);
  return new Set(loose.length < 2 ? [] : loose.map(({ call }) => call._id));
}

/** `convert FILE --to …`: a plan in another notation. */

import { itemAt } from '../lib/columns.ts';
import { printRef } from '../plan/expression.ts';
import { buildGraph, edgesOf } from '../plan/graph.ts';
import { toMermaid } from '../plan/mermaid.ts';
import { type Command, Misuse, oneOf, onlyOne, printJson, readArgs } from './command.ts';
import { openPlan, refusePlan } from './open-plan.ts';

const NOTATIONS = ['plan', 'mermaid'] as const;

export const convert: Command = {
  usage: 'obelus convert FILE --to plan|mermaid [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, { to: { type: 'string' }, json: { type: 'boolean' } });
    const file = onlyOne(positionals, 'the file with the plan');
    if (values.to === undefined) throw new Misuse('Say what to convert it to with --to.');
    const to = oneOf(values.to, NOTATIONS, 'to');
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, values.json);
    const { plan, normalised } = opened.value;
    for (const sentence of normalised) terminal.err(`note: ${sentence}`);
    if (to === 'plan') {
      printJson(terminal, plan);
      return 0;
    }
    const graph = buildGraph(plan);
    const edges = edgesOf(graph).map(({ from, to: reader, ref }) => ({
      from: itemAt(graph.calls, from).call._id,
      to: itemAt(graph.calls, reader).call._id,
      label: printRef(ref),
    }));
    terminal.out(toMermaid(plan, edges));
    return 0;
  },
};

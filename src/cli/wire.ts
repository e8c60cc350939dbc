/** `wire FILE`: calls without references → the same calls with them. */

import type { JsonObject } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import { importPlan } from '../plan/import.ts';
import { wireCalls } from '../planner/wire.ts';
import { type Command, Misuse, onlyOne, printJson, readArgs } from './command.ts';
import { catalogueFor, openPlan, refusePlan } from './open-plan.ts';
import { readLines, readTools } from './read-file.ts';

export const wire: Command = {
  usage: 'obelus wire FILE [--tools FILE] [--json], or: obelus wire --batch FILE.jsonl',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      batch: { type: 'boolean' },
      tools: { type: 'string' },
      json: { type: 'boolean' },
    });
    const file = onlyOne(positionals, 'the file with the calls');
    if (values.batch) {
      if (values.tools !== undefined) throw new Misuse('With --batch every line brings its own tools.');
      let unread = 0;
      for (const { line, value } of await readLines(file)) {
        const id = value.id ?? line;
        const wired = wireLine(value);
        if ('error' in wired) unread += 1;
        terminal.out(`${JSON.stringify({ id, ...wired })}\n`);
      }
      return unread === 0 ? 0 : 1;
    }
    const tools = values.tools === undefined ? [] : await readTools(values.tools);
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, values.json);
    const { plan } = opened.value;
    printJson(terminal, { ...plan, calls: wireCalls(plan.calls, catalogueFor(plan, tools).list()) });
    return 0;
  },
};

/** One line of a batch: `{id, calls, tools}` → the calls, or why they can't be read. */
function wireLine(value: JsonObject): { calls: readonly Call[] } | { calls: []; error: string } {
  const { calls, tools } = value;
  const imported = importPlan(
    { calls, ...(tools === undefined ? {} : { tools }) },
    { planId: () => 'batch' },
  );
  if (!imported.ok) return { calls: [], error: imported.error.map((problem) => problem.message).join(' ') };
  const { plan } = imported.value;
  // The line's own tools alone: a built-in one of another's name would draw edges to itself.
  const own = plan.tools ?? catalogueFor(plan).list();
  return { calls: wireCalls(plan.calls, own) };
}

/** `look`: whether a doubtful call has happened, seen with a read that the person names (L-41), from another call of the terminal. */

import { isObject, type JsonObject } from '../lib/json.ts';
import { visible, visibleJson } from '../lib/visible-text.ts';
import { readJson } from '../plan/read-json.ts';
import type { DoubtLook } from '../run/events.ts';
import { type Command, Misuse, onlyOne, printJson, readArgs } from './command.ts';
import { steered, WHICH } from './journal-commands.ts';

export const look: Command = {
  usage: 'obelus look JOURNAL --call ID --tool TOOL [--params JSON] [--allow NAME] [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      ...{ call: { type: 'string' }, tool: { type: 'string' }, params: { type: 'string' } },
      ...{ allow: { type: 'string', multiple: true }, json: { type: 'boolean' } },
    });
    const folder = onlyOne(positionals, WHICH);
    const { call, tool, allow = [] } = values;
    if (call === undefined || tool === undefined)
      throw new Misuse('Name the call that is in doubt with --call, and the read to look with with --tool.');
    const params = paramsIn(values.params ?? '{}');
    let came: DoubtLook | undefined;
    const code = await steered(folder, values.json === true, terminal, async (runs, { runId }, { store }) => {
      await runs.steer({ kind: 'look', runId, call, tool, params, allow });
      const last = (await store.events(runId)).at(-1);
      if (last?.type === 'plan_doubt_looked') came = last;
      return null;
    });
    if (code !== 0 || !came) return code;
    const { value, failure, asks } = came;
    if (values.json) printJson(terminal, { ok: failure === undefined && asks === undefined, ...came });
    else if (asks !== undefined)
      terminal.err(
        visible(
          `Nothing was sent: no line of what you approved leads ${call} there. To let this look do so, add --allow "${asks}".`,
        ),
      );
    else if (failure !== undefined) terminal.err(visible(`${tool} could not look: ${failure.message}`));
    else terminal.out(`${visibleJson(JSON.stringify(value ?? null, null, 2))}\n`);
    return asks === undefined ? (failure === undefined ? 0 : 4) : 3;
  },
};

function paramsIn(text: string): JsonObject {
  const read = readJson(text);
  if (read.ok && isObject(read.value)) return read.value as JsonObject;
  throw new Misuse(`--params is no JSON object, such as '{"url": "https://shop.example/orders/7"}'.`);
}

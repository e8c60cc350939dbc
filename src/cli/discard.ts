/** `discard`: ends a run and deletes its record; what that leaves forgotten is named first (L-41). */

import { Refusal } from '../host/refusal.ts';
import { visible } from '../lib/visible-text.ts';
import { forgetWord, openWrites, openWriteWords, writeKey } from '../run/open-writes.ts';
import { type Command, onlyOne, readArgs } from './command.ts';
import { JSON_ONLY, steered, WHICH } from './journal-commands.ts';
import { standing } from './run/standing.ts';

export const discard: Command = {
  usage: 'obelus discard JOURNAL [--forget=WORD] [--json]',
  run(args, terminal) {
    const { values, positionals } = readArgs(args, { ...JSON_ONLY, forget: { type: 'string' } });
    const folder = onlyOne(positionals, WHICH);
    return steered(folder, values.json === true, terminal, async (runs, { runId }, journal) => {
      const inDoubt = async () => [...(await standing(journal, folder)).family.values()].flatMap(openWrites);
      const named = await inDoubt();
      const forget = values.forget === forgetWord(named) ? named.map(writeKey) : [];
      try {
        await runs.steer({ kind: 'discard-run', runId, forget });
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'in-doubt') throw error;
        // Its end may have left more in doubt than it had before.
        const left = await inDoubt();
        const lines = left.map((write) => visible(openWriteWords(write, (ms) => new Date(ms).toISOString())));
        const wrong = values.forget === undefined ? '' : `That is not the word for what is in doubt now. `;
        throw new Refusal(
          'in-doubt',
          `${wrong}The run has ended, but its record stays: nothing else would remember this.\n${lines.join('\n')}\nSay first what became of it, with obelus look and obelus answer. To delete the record and forget that: obelus discard ${folder} --forget=${forgetWord(left)}`,
        );
      }
      return 'The run is discarded, and its records are deleted.';
    });
  },
};

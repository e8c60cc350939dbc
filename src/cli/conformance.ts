/** `conformance FOLDER`: the language's own test cases. */

import { type Command, Fault, onlyOne, printJson, readArgs } from './command.ts';
import { runFolder } from './conformance/run-folder.ts';
import { wordsOf } from './read-file.ts';

export const conformance: Command = {
  usage: 'obelus conformance FOLDER [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, { json: { type: 'boolean' } });
    const folder = onlyOne(positionals, 'the folder with the cases');
    const faults: string[] = [];
    const tally = await runFolder(folder, (line) => faults.push(line)).catch((error: unknown) => {
      throw new Fault(`The cases in ${folder} can't be read: ${wordsOf(error)}.`);
    });
    if (values.json) printJson(terminal, { ...tally, faults });
    else terminal.out([...faults, `${tally.passed} passed, ${tally.failed} failed\n`].join('\n'));
    if (tally.passed + tally.failed === 0) throw new Fault(`There are no cases in ${folder}.`);
    return tally.failed === 0 ? 0 : 1;
  },
};

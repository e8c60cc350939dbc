/** `convert FILE --to …`: a plan in another notation. */

import { planInWords } from '../canvas/in-words.ts';
import { mermaidOf } from '../canvas/mermaid.ts';
import { pictureOf } from '../canvas/picture.ts';
import { teaPlan } from '../plan/export-tea.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { type Command, Misuse, oneOf, onlyOne, printJson, readArgs } from './command.ts';
import { openPlan, refusePlan } from './open-plan.ts';

const NOTATIONS = ['plan', 'mermaid', 'svg', 'words', 'tea'] as const;

export const convert: Command = {
  usage: 'obelus convert FILE --to plan|mermaid|svg|words|tea [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, { to: { type: 'string' }, json: { type: 'boolean' } });
    const file = onlyOne(positionals, 'the file with the plan');
    if (values.to === undefined) throw new Misuse('Say what to convert it to with --to.');
    const to = oneOf(values.to, NOTATIONS, 'to');
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, values.json);
    const { plan, normalised } = opened.value;
    for (const sentence of normalised) terminal.err(`note: ${sentence}`);
    if (to === 'plan' || to === 'tea') {
      printJson(terminal, to === 'plan' ? plan : teaPlan(plan, Date.now() / 1000));
      return 0;
    }
    const catalogue = catalogueOf(builtInTools, plan.tools);
    if (to === 'mermaid') terminal.out(mermaidOf(plan, catalogue));
    else if (to === 'svg') terminal.out(pictureOf(plan, catalogue));
    else terminal.out(`${planInWords(plan, catalogue).join('\n')}\n`);
    return 0;
  },
};

/** `simulate FILE`: the dry run, in virtual time. No tool is called. */

import { hasActivity } from '../activities/registry.ts';
import { delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { RunSetting } from '../run/state.ts';
import { type AllWays, coverageOf, extentWords, simulateAll, type Way } from '../simulate/all-ways.ts';
import { simulate as play, type Simulation } from '../simulate/simulate.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { type Command, onlyOne, printJson, readArgs, type Terminal } from './command.ts';
import { readLibrary } from './library-folder.ts';
import {
  catalogueFor,
  folderOf,
  hasErrors,
  openPlan,
  problemsOf,
  refusePlan,
  sayProblems,
} from './open-plan.ts';
import { ofFiles, profilesIn } from './profiles.ts';
import { readObject, readTools } from './read-file.ts';

const builtIns = catalogueOf(builtInTools);

export const simulate: Command = {
  usage:
    'obelus simulate FILE [--all] [--input FILE] [--tools FILE] [--library FOLDER] [--files FOLDER] [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      all: { type: 'boolean' },
      input: { type: 'string' },
      tools: { type: 'string' },
      library: { type: 'string' },
      files: { type: 'string' },
      json: { type: 'boolean' },
    });
    const file = onlyOne(positionals, 'the file with the plan');
    const tools = values.tools === undefined ? [] : await readTools(values.tools);
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, values.json);
    const { plan } = opened.value;
    const catalogue = catalogueFor(plan, tools);
    const library =
      values.library === undefined ? libraryOf(NO_DELEGATES) : await readLibrary(values.library);
    const catalogueBelow = (sub: Plan) => catalogueFor(sub, tools);
    const delegates = delegatesOf(plan, library);
    const profiles = await profilesIn(values.files ?? folderOf(file), [plan, ...Object.values(delegates)]);
    const problems = problemsOf(plan, catalogue, { library, catalogueBelow, profiles });
    if (hasErrors(problems)) return refusePlan(terminal, problems, values.json);
    sayProblems(terminal, ofFiles(problems));
    const given = values.input === undefined ? opened.value.input : await readObject(values.input);
    const setting: RunSetting = { catalogue, hasActivity, contractBehind: (name) => builtIns.get(name) };
    const options = { setting, delegates, ...(given === undefined ? {} : { input: given }) };
    if (values.all) {
      const ways = await simulateAll(plan, catalogue, options);
      if (values.json) printJson(terminal, allReport(ways));
      else sayAll(terminal, ways);
      return 0;
    }
    const simulation = await play(plan, {}, options);
    if (values.json) printJson(terminal, report(simulation));
    else sayOne(terminal, simulation);
    return 0;
  },
};

const reportOfWay = ({ status, reason, output, order, waves, elapsedMs, cost }: Way['simulation']) => ({
  ok: true,
  status,
  reason,
  output,
  order,
  waves,
  elapsedMs,
  cost,
});

const report = (simulation: Simulation) => ({
  ...reportOfWay(simulation),
  calls: simulation.calls,
  writes: simulation.writes.map(({ call, path, root, method, time }) => ({ call, path, root, method, time })),
});

const allReport = ({ decisions, ways, extent, ran }: AllWays) => ({
  ok: true,
  played: ways.length,
  possible: extent === 'all' ? ways.length : null,
  sampled: extent !== 'all',
  extent,
  decisions,
  ran,
  ways: ways.map(({ scenario, simulation }) => ({ scenario, ...reportOfWay(simulation) })),
});

function sayOne(terminal: Terminal, { status, waves, calls, elapsedMs, cost }: Simulation): void {
  waves.forEach((wave, i) => {
    terminal.out(`wave ${i + 1}: ${wave.join(', ')}\n`);
  });
  // Of one way "never" can't be said (L-82).
  const missed = Object.keys(calls).filter((id) => calls[id]!.wave === 0);
  if (missed.length > 0) terminal.out(`not in this way: ${missed.join(', ')}\n`);
  terminal.out(`${status} after about ${(elapsedMs / 1000).toFixed(1)} s${cost > 0 ? `, $${cost}` : ''}\n`);
}

function sayAll(terminal: Terminal, all: AllWays): void {
  terminal.out(`${extentWords(all)}\n`);
  for (const { call, words } of coverageOf(all)) terminal.out(`${call}: ${words.toLowerCase()}\n`);
}

/** `simulate FILE`: the dry run, in virtual time. No tool is called. */

import { delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import { type AllWays, coverageOf, extentWords, simulateAll, type Way } from '../simulate/all-ways.ts';
import { simulate as play, type Simulation } from '../simulate/simulate.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { type Command, onlyOne, printJson, readArgs, type Terminal } from './command.ts';
import { readLibrary } from './library-folder.ts';
import { folderOf, hasErrors, openPlan, refusePlan, sayProblems } from './open-plan.ts';
import { ofFiles, profilesIn } from './profiles.ts';
import { readObject } from './read-file.ts';
import { broughtBy, problemsHere, settingOf, TOOL_OPTIONS } from './run/setting.ts';

export const simulate: Command = {
  usage:
    'obelus simulate FILE [--all] [--input FILE] [--activities FILE.mjs] [--tools FILE] [--library FOLDER] [--files FOLDER] [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      all: { type: 'boolean' },
      input: { type: 'string' },
      ...TOOL_OPTIONS,
      library: { type: 'string' },
      files: { type: 'string' },
      json: { type: 'boolean' },
    });
    const file = onlyOne(positionals, 'the file with the plan');
    const { own, tools } = await broughtBy(values);
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, values.json);
    const { plan } = opened.value;
    const library =
      values.library === undefined ? libraryOf(NO_DELEGATES) : await readLibrary(values.library);
    const delegates = delegatesOf(plan, library);
    const plans = [plan, ...Object.values(delegates)];
    const profiles = await profilesIn(values.files ?? folderOf(file), plans);
    const setting = settingOf(own, tools, plans);
    const problems = problemsHere(plan, { own, setting }, { library, profiles });
    if (hasErrors(problems)) return refusePlan(terminal, problems, values.json);
    sayProblems(terminal, ofFiles(problems));
    const given = values.input === undefined ? opened.value.input : await readObject(values.input);
    const options = { setting, delegates, ...(given === undefined ? {} : { input: given }) };
    if (values.all) {
      const ways = await simulateAll(plan, catalogueOf(setting.catalogue.list(), plan.tools), options);
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

/** `validate FILE`: what the checks say of a plan. */

import { delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Command, onlyOne, printJson, readArgs } from './command.ts';
import { readLibrary } from './library-folder.ts';
import { folderOf, hasErrors, openPlan, plainProblem, sayProblems } from './open-plan.ts';
import { profilesIn } from './profiles.ts';
import { broughtBy, problemsHere, settingOf, TOOL_OPTIONS } from './run/setting.ts';

export const validate: Command = {
  usage:
    'obelus validate FILE [--activities FILE.mjs] [--tools FILE] [--library FOLDER] [--files FOLDER] [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      ...TOOL_OPTIONS,
      library: { type: 'string' },
      files: { type: 'string' },
      json: { type: 'boolean' },
    });
    const file = onlyOne(positionals, 'the file with the plan');
    const { own, tools } = await broughtBy(values);
    const library = values.library === undefined ? undefined : await readLibrary(values.library);
    const opened = await openPlan(file);
    const judge = async (plan: Plan) => {
      const plans = [plan, ...Object.values(delegatesOf(plan, library ?? libraryOf(NO_DELEGATES)))];
      const profiles = await profilesIn(values.files ?? folderOf(file), plans);
      const here = { own, setting: settingOf(own, tools, plans) };
      return problemsHere(plan, here, { ...(library ? { library } : {}), profiles });
    };
    const problems = opened.ok ? await judge(opened.value.plan) : opened.problems;
    const normalised = opened.ok ? opened.value.normalised : [];
    const ok = !hasErrors(problems);
    if (values.json) {
      printJson(terminal, { ok, normalised, problems: problems.map(plainProblem) });
      return ok ? 0 : 1;
    }
    for (const sentence of normalised) terminal.err(`note: ${sentence}`);
    sayProblems(terminal, problems);
    const errors = problems.filter((problem) => problem.severity === 'error').length;
    const warnings = problems.length - errors;
    terminal.out(
      `${errors} error${errors === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}\n`,
    );
    return ok ? 0 : 1;
  },
};

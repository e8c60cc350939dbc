/** `validate FILE`: what the checks say of a plan. */

import { delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Command, onlyOne, printJson, readArgs } from './command.ts';
import { readLibrary } from './library-folder.ts';
import {
  catalogueFor,
  folderOf,
  hasErrors,
  openPlan,
  plainProblem,
  problemsOf,
  sayProblems,
} from './open-plan.ts';
import { profilesIn } from './profiles.ts';
import { readTools } from './read-file.ts';

export const validate: Command = {
  usage: 'obelus validate FILE [--tools FILE] [--library FOLDER] [--files FOLDER] [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      tools: { type: 'string' },
      library: { type: 'string' },
      files: { type: 'string' },
      json: { type: 'boolean' },
    });
    const file = onlyOne(positionals, 'the file with the plan');
    const tools = values.tools === undefined ? [] : await readTools(values.tools);
    const library = values.library === undefined ? undefined : await readLibrary(values.library);
    const opened = await openPlan(file);
    const catalogueBelow = (plan: Plan) => catalogueFor(plan, tools);
    const problems = opened.ok
      ? problemsOf(opened.value.plan, catalogueBelow(opened.value.plan), {
          catalogueBelow,
          ...(library ? { library } : {}),
          profiles: await profilesIn(values.files ?? folderOf(file), [
            opened.value.plan,
            ...Object.values(delegatesOf(opened.value.plan, library ?? libraryOf(NO_DELEGATES))),
          ]),
        })
      : opened.problems;
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

/** The plan's `output`: its expressions, like a call's, without a call (§2). */

import { error, type PlanRule, pathWords, warning } from '../rule.ts';
import { syntaxProblem } from './expression-syntax.ts';
import { findRounded } from './whole-numbers.ts';

export const planOutput: PlanRule = ({ plan, output }, problems) => {
  for (const { path, error: fault } of output.errors)
    problems.push(syntaxProblem(`The plan's ${pathWords(path)}`, [], path, fault));
  for (const { path, refs } of output.places) {
    if (refs.some((ref) => ref.kind === 'secret')) {
      const message = `The plan's ${pathWords(path)} would give a secret away: secrets go to parameters alone. Return something else.`;
      problems.push(error('secret-misplaced', message, { path }));
    }
    if (refs.some((ref) => ref.kind === 'run')) {
      const message = `The plan's ${pathWords(path)} reads †run, which may depend on timing. Return †state where you can.`;
      problems.push(warning('timing-dependent', message, { path }));
    }
  }
  const rounded =
    findRounded(plan.output, ['output']) ?? findRounded(plan.state?.initial, ['state', 'initial']);
  if (rounded) {
    const message = `${pathWords(rounded)}: a whole number of 2^53 or more can't be kept exactly. Write it as text.`;
    problems.push(error('limit', message, { path: rounded }));
  }
};

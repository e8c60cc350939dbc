/** Expressions and output paths that do not parse (L-1 to L-6, L-5b), with their carets and hints. */

import type { JsonPath } from '../../plan/edit.ts';
import type { ExpressionError } from '../../plan/expression.ts';
import { TRAITS } from '../../plan/text-paths.ts';
import type { Problem } from '../problem.ts';
import { type CallRule, error, pathWords } from '../rule.ts';

export const expressionSyntax: CallRule = ({ call, parsed, traits }, problems) => {
  if ((traits & TRAITS.faulty) === 0) return;
  for (const { path, error: fault } of parsed.errors)
    problems.push(syntaxProblem(`Call "${call._id}", ${pathWords(path)}`, [call._id], path, fault));
};

export function syntaxProblem(
  place: string,
  calls: readonly string[],
  path: JsonPath,
  fault: ExpressionError,
): Problem {
  const hint = fault.hint === undefined ? '' : ` Hint: ${fault.hint}.`;
  return error(fault.code, `${place}: ${fault.message}${hint}`, { calls, path, caret: fault.caret });
}

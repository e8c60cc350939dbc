/** What the checks say of a field, at the field, with what mends it by one press. */

import { visible } from '../../lib/visible-text.ts';
import type { JsonPath } from '../../plan/edit.ts';
import { Button } from '../parts/Button.tsx';
import styles from './form.module.css';

export interface FieldProblem {
  readonly message: string;
  readonly isError: boolean;
  /** Inside the field's value. */
  readonly path: JsonPath;
  readonly fixes: readonly { readonly title: string; readonly apply: () => void }[];
}

/** Those of a part of the value, as that part has them. */
export const below = (problems: readonly FieldProblem[] = [], key: string | number): FieldProblem[] =>
  problems
    .filter(({ path }) => String(path[0]) === String(key) && path.length > 0)
    .map((problem) => ({ ...problem, path: problem.path.slice(1) }));

/** Those to show at the field itself. @param hasParts those of its parts are shown there */
export const problemsAt = (problems: readonly FieldProblem[], hasParts: boolean): readonly FieldProblem[] =>
  hasParts ? problems.filter(({ path }) => path.length === 0) : problems;

export function FieldProblems({ id, problems }: { id: string; problems: readonly FieldProblem[] }) {
  return (
    <div id={id}>
      {problems.map(({ message, isError, fixes }) => (
        <div key={message} className={styles.problem}>
          <p className={isError ? 'small fault' : `small ${styles.warned}`}>{visible(message)}</p>
          {fixes.map(({ title, apply }) => (
            <Button key={title} onClick={apply}>
              {visible(title)}
            </Button>
          ))}
        </div>
      ))}
    </div>
  );
}

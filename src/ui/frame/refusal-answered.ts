/** Whether a person did something that may answer a refusal. What comes by itself does not: it would go before it is read. */

import type { DocumentState } from '../../stores/document.ts';
import type { SessionState } from '../../stores/session.ts';

type Table = Pick<DocumentState, 'plan' | 'common'>;
type Files = SessionState['files'];

/** Whether the plan was edited, or another opened. What another tab saved comes with what both have in common then. */
export const isEdited = (is: Table, was: Table): boolean =>
  is.plan !== was.plan && (is.plan.id !== was.plan.id || is.common === was.common);

/** Whether a file was given or taken away. One that is judged is another object, and no other file. */
export const isGiven = (is: Files, was: Files): boolean =>
  was.some(({ name }) => !is.some((file) => file.name === name)) ||
  is.some((file) => file.profile === undefined && !was.includes(file));

/** Edits of the plan itself: one undo step each, and what is refused is said where it was asked for. */

import type { Edit } from '../../plan/edit.ts';
import { useServices } from '../services.ts';

/** @returns a sentence where it was refused, else null. With a mark, what is typed on in one place is one step. */
export type EditPlan = (edits: readonly Edit[], label: string, mark?: string) => string | null;

export function useEditPlan(): EditPlan {
  const { document } = useServices();
  return (edits, label, mark) => {
    const done = document.actions.edit(edits, { label, ...(mark === undefined ? {} : { mark }) });
    return done.ok ? null : done.error;
  };
}

/** The same, told in a notice: for what has no place of its own for a sentence. */
export function useEditOrTell(): (...edit: Parameters<EditPlan>) => void {
  const { session } = useServices();
  const edit = useEditPlan();
  return (...all) => {
    const refused = edit(...all);
    if (refused !== null) session.actions.notify(refused, 'danger');
  };
}

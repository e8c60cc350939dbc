/** Which dialog is open. One that can't be loaded is told of in a notice. The list of tools is the canvas's own. */

import { Suspense } from 'react';
import { late } from '../parts/late.tsx';
import { useServices, useSession } from '../services.ts';

const OpenDialog = late(() => import('./OpenDialog.tsx'));

/** Fetches what knows the dialogs, so that the first one asks for itself alone. */
export const dialogsAhead = (): Promise<void> => OpenDialog.ahead();

export function Dialogs() {
  const { session } = useServices();
  const open = useSession((state) => state.dialog);
  if (open === null || open === 'add-call') return null;
  const onClose = () => session.actions.set({ dialog: null });
  const onMissing = (sentence: string) => {
    onClose();
    session.actions.notify(sentence, 'danger');
  };
  return (
    <Suspense fallback={null}>
      <OpenDialog name={open} onClose={onClose} onMissing={onMissing} onNotLoaded={onMissing} />
    </Suspense>
  );
}

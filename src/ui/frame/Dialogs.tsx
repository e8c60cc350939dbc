/**
 * Which dialog is open. Each is loaded when it is first wanted; one that can't be is told of in a notice. The list of
 * tools is the canvas's own.
 */

import { Suspense } from 'react';
import type { DialogName } from '../../stores/session.ts';
import { late } from '../parts/late.tsx';
import { useServices, useSession } from '../services.ts';

const DIALOGS = {
  approve: late(() => import('../approve/ApproveDialog.tsx')),
  'approve-run': late(() => import('../approve/ApproveRun.tsx')),
  approvals: late(() => import('../approve/ApprovalsDialog.tsx')),
  import: late(() => import('../share/ImportDialog.tsx')),
  share: late(() => import('../share/ShareDialog.tsx')),
  planner: late(() => import('../goal/PlannerDialog.tsx')),
  palette: late(() => import('../palette/Palette.tsx')),
  secrets: late(() => import('../settings/SecretsDialog.tsx')),
  storage: late(() => import('../settings/StorageDialog.tsx')),
  settings: late(() => import('../settings/SettingsDialog.tsx')),
  runs: late(() => import('../library/RunsDialog.tsx')),
  'run-from': late(() => import('../history/RunFromDialog.tsx')),
  fork: late(() => import('../history/ForkDialog.tsx')),
  compare: late(() => import('../history/CompareDialog.tsx')),
  shortcuts: late(() => import('../palette/ShortcutSheet.tsx')),
  conflicts: late(() => import('../conflicts/ConflictsDialog.tsx')),
  discard: late(() => import('../run/DiscardDialog.tsx')),
  'doubts-first': late(() => import('../run/DoubtsFirstDialog.tsx')),
  'plan-status': late(() => import('../run/PlanStatusDialog.tsx')),
} satisfies Record<Exclude<DialogName, 'add-call'>, unknown>;

export function Dialogs() {
  const { session } = useServices();
  const open = useSession((state) => state.dialog);
  if (open === null || open === 'add-call') return null;
  const Dialog = DIALOGS[open];
  const onClose = () => session.actions.set({ dialog: null });
  const onNotLoaded = (sentence: string) => {
    onClose();
    session.actions.notify(sentence, 'danger');
  };
  return (
    <Suspense fallback={null}>
      <Dialog key={open} onClose={onClose} onNotLoaded={onNotLoaded} />
    </Suspense>
  );
}

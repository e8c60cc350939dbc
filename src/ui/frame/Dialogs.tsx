/** Which dialog is open. Each is loaded when it is first wanted. The list of tools is the canvas's own. */

import { lazy, Suspense } from 'react';
import type { DialogName } from '../../stores/session.ts';
import { useServices, useSession } from '../services.ts';

const DIALOGS = {
  approve: lazy(() => import('../approve/ApproveDialog.tsx')),
  import: lazy(() => import('../share/ImportDialog.tsx')),
  share: lazy(() => import('../share/ShareDialog.tsx')),
  planner: lazy(() => import('../goal/PlannerDialog.tsx')),
  palette: lazy(() => import('../palette/Palette.tsx')),
  secrets: lazy(() => import('../settings/SecretsDialog.tsx')),
  storage: lazy(() => import('../settings/StorageDialog.tsx')),
  settings: lazy(() => import('../settings/SettingsDialog.tsx')),
  runs: lazy(() => import('../library/RunsDialog.tsx')),
  'run-from': lazy(() => import('../history/RunFromDialog.tsx')),
  fork: lazy(() => import('../history/ForkDialog.tsx')),
  compare: lazy(() => import('../history/CompareDialog.tsx')),
  shortcuts: lazy(() => import('../palette/ShortcutSheet.tsx')),
  conflicts: lazy(() => import('../conflicts/ConflictsDialog.tsx')),
  discard: lazy(() => import('../run/DiscardDialog.tsx')),
  'plan-status': lazy(() => import('../run/PlanStatusDialog.tsx')),
} satisfies Record<Exclude<DialogName, 'add-call'>, unknown>;

export function Dialogs() {
  const { session } = useServices();
  const open = useSession((state) => state.dialog);
  if (open === null || open === 'add-call') return null;
  const Dialog = DIALOGS[open];
  return (
    <Suspense fallback={null}>
      <Dialog onClose={() => session.actions.set({ dialog: null })} />
    </Suspense>
  );
}

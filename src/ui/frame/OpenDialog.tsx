/**
 * Every dialog by its name. Each is loaded when it is first wanted. Apart from who asks for one: the list of what all of
 * them are made of would be a fiftieth of the first load.
 */

import type { DialogName } from '../../stores/session.ts';
import { late } from '../parts/late.tsx';

const DIALOGS = {
  approve: late(() => import('../approve/ApproveDialog.tsx')),
  'approve-run': late(() => import('../approve/ApproveRun.tsx')),
  'approve-list': late(() =>
    import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.ApproveList })),
  ),
  'over-list': late(() =>
    import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.ListDialog })),
  ),
  instances: late(() =>
    import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.InstancesDialog })),
  ),
  approvals: late(() => import('../approve/ApprovalsDialog.tsx')),
  import: late(() => import('../share/ImportDialog.tsx')),
  share: late(() => import('../share/ShareDialog.tsx')),
  pictures: late(() => import('../share/PicturesDialog.tsx')),
  planner: late(() => import('../goal/PlannerDialog.tsx')),
  palette: late(() => import('../palette/Palette.tsx')),
  secrets: late(() => import('../settings/SecretsDialog.tsx')),
  storage: late(() => import('../settings/StorageDialog.tsx')),
  settings: late(() => import('../settings/SettingsDialog.tsx')),
  inbox: late(() => import('../library/InboxDialog.tsx')),
  runs: late(() => import('../library/RunsDialog.tsx')),
  'run-from': late(() => import('../history/RunFromDialog.tsx')),
  fork: late(() => import('../history/ForkDialog.tsx')),
  compare: late(() => import('../history/CompareDialog.tsx')),
  shortcuts: late(() => import('../palette/ShortcutSheet.tsx')),
  conflicts: late(() => import('../conflicts/ConflictsDialog.tsx')),
  discard: late(() => import('../run/DiscardDialog.tsx')),
  'doubts-first': late(() => import('../run/DoubtsFirstDialog.tsx')),
  'swap-file': late(() => import('../source/SwapDialog.tsx')),
  'try-prompt': late(() => import('../prompt/TryPromptDialog.tsx')),
  'plan-status': late(() => import('../run/PlanStatusDialog.tsx')),
} satisfies Record<Exclude<DialogName, 'add-call'>, unknown>;

export type OpenName = keyof typeof DIALOGS;

interface OpenDialogProps {
  readonly name: OpenName;
  readonly onClose: () => void;
  /** Takes the sentence where it can't be loaded. */
  readonly onMissing: (sentence: string) => void;
}

export default function OpenDialog({ name, onClose, onMissing }: OpenDialogProps) {
  const Dialog = DIALOGS[name];
  return <Dialog key={name} onClose={onClose} onNotLoaded={onMissing} />;
}

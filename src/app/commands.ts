/** Every action of the app by name: what the palette lists and the shortcuts call. */

import { goesOn } from '../run/view.ts';
import { errorsOf } from '../stores/document.ts';
import { holdOf } from '../stores/run-hold.ts';
import { type About, DOCK_TABS } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { Command, Services } from '../ui/services.ts';
import { historyCommands } from './history-commands.ts';

const PANEL_NAMES = {
  problems: 'Problems',
  timeline: 'Timeline',
  state: 'State',
  journal: 'Journal',
  checklist: 'Checklist',
  result: 'Result',
} as const;

export function createCommands(services: Omit<Services, 'commands'>): readonly Command[] {
  const { document, session, runs, revising, planning, plans, running } = services;
  const always = () => true;
  const isRevising = () => session.getState().view.kind === 'revise';
  /** What is being edited: the plan on the table, or the rest of a run's plan. */
  const edited = () => (isRevising() ? (revising.getState().now?.document ?? document) : document);
  /** A draft is no plan: while it streams in it is neither tried nor signed nor run (L-60). */
  const isDrafting = () => session.getState().drafting;
  const hasCalls = () => document.getState().plan.calls.length > 0;
  const isSound = () => {
    const { problems, isChecked } = document.getState();
    return !isRevising() && !isDrafting() && hasCalls() && isChecked && errorsOf(problems).length === 0;
  };
  const runningId = (): string | null => {
    const { view } = session.getState();
    if (view.kind !== 'run') return null;
    const run = runs.getState().known.get(view.runId);
    return run && goesOn(run.state) ? view.runId : null;
  };
  /** What holds the run that goes on; undefined where there is none. */
  const hold = () => {
    const { list, known } = runs.getState();
    const run = known.get(runningId() ?? '');
    return run && holdOf(run, list, session.getState().pausing);
  };
  /** The run on the canvas, or the one whose rest is being rewritten. */
  const shownRun = (): ShownRun | null => {
    const { view } = session.getState();
    return 'runId' in view ? (runs.getState().known.get(view.runId) ?? null) : null;
  };
  /** The one call of a run that is selected. */
  const selectedCall = (): About | null => {
    const { view, selection } = session.getState();
    const [call] = selection;
    return view.kind === 'run' && call !== undefined && selection.length === 1
      ? { runId: view.runId, call }
      : null;
  };
  const { actions } = session;

  return [
    {
      id: 'draft',
      title: 'Draft plan',
      section: 'Plan',
      keys: 'Mod+Enter',
      inText: true,
      isEnabled: () => !isDrafting() && !isRevising(),
      run: planning.draftPlan,
    },
    {
      id: 'dry-run',
      title: 'Dry run',
      section: 'Plan',
      keys: 'Mod+Shift+D',
      isEnabled: isSound,
      run: plans.dryRun,
    },
    {
      id: 'approve',
      title: 'Approve',
      section: 'Plan',
      keys: 'Mod+Shift+A',
      isEnabled: isSound,
      run: () => actions.set({ dialog: 'approve' }),
    },
    {
      id: 'approvals',
      title: 'Approvals of this plan',
      section: 'Plan',
      isEnabled: hasCalls,
      run: () => actions.set({ dialog: 'approvals' }),
    },
    {
      id: 'run',
      title: 'Run',
      section: 'Run',
      keys: 'Mod+Shift+Enter',
      inText: true,
      isEnabled: () => isSound() && runningId() === null,
      run: () => running.startRun(),
    },
    {
      id: 'stop',
      title: 'Stop the run',
      section: 'Run',
      keys: 'Mod+.',
      isEnabled: () => runningId() !== null,
      run: () => {
        const runId = runningId();
        if (runId) running.stopRun(runId);
      },
    },
    {
      id: 'pause',
      title: 'Pause the run, or go on with it',
      section: 'Run',
      keys: 'P',
      isEnabled: () => hold() === null || hold() === 'paused',
      run: () => {
        const runId = runningId();
        if (runId === null) return;
        if (hold() === 'paused') running.goOnRun(runId);
        else running.pauseRun(runId);
      },
    },
    {
      id: 'run-from',
      title: 'Run again from the selected call',
      section: 'Run',
      keys: 'Mod+Shift+F',
      isEnabled: () => selectedCall() !== null,
      run: () => {
        const about = selectedCall();
        if (about) actions.openAbout('run-from', about);
      },
    },
    {
      id: 'discard',
      title: 'Discard the run',
      section: 'Run',
      isEnabled: () => shownRun() !== null,
      run: () => {
        const run = shownRun();
        if (run) actions.openAbout('discard', { runId: run.runId });
      },
    },
    {
      id: 'plan-status',
      title: 'Plan status',
      section: 'Run',
      isEnabled: () => shownRun() !== null,
      run: () => {
        const run = shownRun();
        if (run) actions.openAbout('plan-status', { runId: run.runId });
      },
    },
    {
      id: 'add-call',
      title: 'Add a call',
      section: 'Edit',
      keys: 'A',
      isEnabled: () => session.getState().view.kind === 'plan' || isRevising(),
      // The first screen stands in for the canvas, which has the list of tools.
      run: () => actions.set({ dialog: 'add-call', welcome: false }),
    },
    {
      id: 'undo',
      title: 'Undo',
      section: 'Edit',
      keys: 'Mod+Z',
      isEnabled: () => edited().getState().history.past.length > 0,
      run: () => void edited().actions.undo(),
    },
    {
      id: 'redo',
      title: 'Redo',
      section: 'Edit',
      keys: 'Mod+Shift+Z',
      isEnabled: () => edited().getState().history.future.length > 0,
      run: () => void edited().actions.redo(),
    },
    {
      id: 'palette',
      title: 'Command palette',
      section: 'View',
      keys: 'Mod+K',
      inText: true,
      isEnabled: always,
      run: () => actions.set({ dialog: 'palette' }),
    },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts',
      section: 'View',
      keys: '?',
      isEnabled: always,
      run: () => actions.set({ dialog: 'shortcuts' }),
    },
    {
      id: 'goal',
      title: 'Go to the goal',
      section: 'View',
      keys: 'G',
      isEnabled: always,
      run: () => globalThis.document.getElementById('goal')?.focus(),
    },
    {
      id: 'rail',
      title: 'Show or hide the plans',
      section: 'View',
      keys: 'Mod+B',
      inText: true,
      isEnabled: always,
      run: () => actions.set({ railOpen: !session.getState().railOpen }),
    },
    {
      id: 'dock',
      title: 'Fold or unfold the panels',
      section: 'View',
      keys: 'Mod+J',
      inText: true,
      isEnabled: always,
      run: () => actions.set({ dockOpen: !session.getState().dockOpen }),
    },
    ...DOCK_TABS.map(
      (tab, at): Command => ({
        id: `panel-${tab}`,
        title: `Show ${PANEL_NAMES[tab]}`,
        section: 'View',
        keys: `Alt+${at + 1}`,
        isEnabled: always,
        run: () => actions.showTab(tab),
      }),
    ),
    {
      id: 'back-to-plan',
      title: 'Back to the plan',
      section: 'View',
      isEnabled: () => session.getState().view.kind !== 'plan',
      run: () => actions.set({ view: { kind: 'plan' } }),
    },
    {
      id: 'conflicts',
      title: 'Choose between two tabs’ versions',
      section: 'Plan',
      isEnabled: () => !isRevising() && document.getState().conflicts.length > 0,
      run: () => actions.set({ dialog: 'conflicts' }),
    },
    {
      id: 'theme',
      title: 'Follow the system theme',
      section: 'View',
      isEnabled: () => session.getState().theme !== null,
      run: () => actions.set({ theme: null }),
    },
    { id: 'new', title: 'New plan', section: 'Open', isEnabled: always, run: plans.newPlan },
    {
      id: 'import',
      title: 'Import a plan',
      section: 'Open',
      keys: 'Mod+O',
      inText: true,
      isEnabled: always,
      run: () => actions.set({ dialog: 'import' }),
    },
    {
      id: 'export',
      title: 'Export the plan as JSON',
      section: 'Plan',
      keys: 'Mod+Shift+S',
      inText: true,
      isEnabled: hasCalls,
      run: plans.exportPlan,
    },
    {
      id: 'save',
      title: 'Save',
      section: 'Plan',
      keys: 'Mod+S',
      inText: true,
      isEnabled: always,
      // A habit of many hands: a download, or the browser's own dialog, would come as a surprise.
      run: () => session.actions.notify('Plans are saved as you type. Export makes a file of one.'),
    },
    {
      id: 'share',
      title: 'Share as a link',
      section: 'Plan',
      isEnabled: hasCalls,
      run: () => actions.set({ dialog: 'share' }),
    },
    {
      id: 'secrets',
      title: 'Secrets on this device',
      section: 'Plan',
      isEnabled: always,
      run: () => actions.set({ dialog: 'secrets' }),
    },
    {
      id: 'storage',
      title: 'Storage: export or import everything',
      section: 'Open',
      isEnabled: always,
      run: () => actions.set({ dialog: 'storage' }),
    },
    {
      id: 'planner',
      title: 'Change the planner',
      section: 'Plan',
      isEnabled: always,
      run: () => actions.set({ dialog: 'planner' }),
    },
    ...historyCommands(services),
  ];
}

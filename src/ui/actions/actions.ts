/**
 * Every action of the app, written once: its name, its shortcut, when it is possible and what it does. Palette, shortcuts,
 * their sheet, buttons and menus read this table, and nothing is done from them that is not in it. What changes a plan
 * does so through the document's `edit`, and can thereby be undone.
 */

import { CANVAS_ACTIONS, type CanvasAction, type CanvasActionId } from '../../canvas/keys.ts';
import type { CallOffer } from '../../canvas/menu.ts';
import { DOCK_TABS } from '../../stores/session.ts';
import { otherTheme } from '../frame/use-theme.ts';
import { type Action, opens } from './action.ts';
import { RUN_ACTIONS } from './run-actions.ts';
import { type At, always, edited, hasCalls, isRevising, isSound } from './when.ts';

const PLAN = {
  draft: {
    title: 'Draft plan',
    section: 'Plan',
    keys: 'Mod+Enter',
    inText: true,
    whyNot: (at) =>
      isRevising(at)
        ? 'The rest of a run’s plan is being changed.'
        : at.session.getState().drafting
          ? 'A plan is being drafted.'
          : null,
    run: ({ planning }) => planning.draftPlan(),
  },
  'cancel-draft': {
    title: 'Stop drafting',
    section: 'Plan',
    whyNot: ({ session }) => (session.getState().drafting ? null : 'Nothing is being drafted.'),
    run: ({ planning }) => planning.cancelDraft(),
  },
  'dry-run': {
    title: 'Dry run',
    section: 'Plan',
    keys: 'Mod+Shift+D',
    whyNot: isSound,
    run: ({ plans }) => plans.dryRun(),
  },
  approve: {
    title: 'Approve',
    section: 'Plan',
    keys: 'Mod+Shift+A',
    whyNot: isSound,
    run: opens('approve'),
  },
  approvals: { title: 'Approvals of this plan', section: 'Plan', whyNot: hasCalls, run: opens('approvals') },
  export: {
    title: 'Export the plan as JSON',
    short: 'Export',
    section: 'Plan',
    keys: 'Mod+Shift+S',
    inText: true,
    whyNot: hasCalls,
    run: ({ plans }) => plans.exportPlan(),
  },
  save: {
    title: 'Save',
    section: 'Plan',
    keys: 'Mod+S',
    inText: true,
    whyNot: always,
    // A habit of many hands: a download, or the browser's own dialog, would come as a surprise.
    run: ({ session }) => session.actions.notify('Plans are saved as you type. Export makes a file of one.'),
  },
  share: {
    title: 'Share as a link',
    short: 'Share',
    section: 'Plan',
    whyNot: hasCalls,
    run: opens('share'),
  },
  conflicts: {
    title: 'Choose between two tabs’ versions',
    short: 'Compare',
    section: 'Plan',
    whyNot: (at) =>
      !isRevising(at) && at.document.getState().conflicts.length > 0
        ? null
        : 'No other tab has changed the same parts of this plan.',
    run: opens('conflicts'),
  },
  'keep-as-new': {
    title: 'Keep the plan that another tab removed',
    short: 'Keep as a new plan',
    section: 'Plan',
    whyNot: ({ document }) =>
      document.getState().saved === 'removed' ? null : 'No other tab has removed this plan.',
    run: ({ plans }) => plans.keepAsNew(),
  },
  secrets: { title: 'Secrets on this device', section: 'Plan', whyNot: always, run: opens('secrets') },
  planner: { title: 'Change the planner', section: 'Plan', whyNot: always, run: opens('planner') },
} satisfies Record<string, Action>;

const EDIT = {
  'add-call': {
    title: 'Add a call',
    section: 'Edit',
    keys: 'A',
    whyNot: ({ session }) =>
      ['plan', 'revise'].includes(session.getState().view.kind) ? null : 'The canvas shows a run.',
    // The first screen stands in for the canvas, which has the list of tools.
    run: ({ session }) => session.actions.set({ dialog: 'add-call', welcome: false }),
  },
  undo: {
    title: 'Undo',
    section: 'Edit',
    keys: 'Mod+Z',
    whyNot: (at) => (edited(at).getState().history.past.length > 0 ? null : 'Nothing to undo'),
    run: (at) => void edited(at).actions.undo(),
  },
  redo: {
    title: 'Redo',
    section: 'Edit',
    keys: 'Mod+Shift+Z',
    whyNot: (at) => (edited(at).getState().history.future.length > 0 ? null : 'Nothing to redo'),
    run: (at) => void edited(at).actions.redo(),
  },
} satisfies Record<string, Action>;

const VIEW = {
  palette: {
    title: 'Command palette',
    section: 'View',
    keys: 'Mod+K',
    inText: true,
    whyNot: always,
    run: opens('palette'),
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    section: 'View',
    keys: '?',
    whyNot: always,
    run: opens('shortcuts'),
  },
  goal: {
    title: 'Go to the goal',
    section: 'View',
    keys: 'G',
    whyNot: always,
    run: () => document.getElementById('goal')?.focus(),
  },
  rail: {
    title: 'Show or hide the plans',
    section: 'View',
    keys: 'Mod+B',
    inText: true,
    whyNot: always,
    run: ({ session }) => session.actions.set({ railOpen: !session.getState().railOpen }),
  },
  dock: {
    title: 'Fold or unfold the panels',
    section: 'View',
    keys: 'Mod+J',
    inText: true,
    whyNot: always,
    run: ({ session }) => session.actions.set({ dockOpen: !session.getState().dockOpen }),
  },
  'back-to-plan': {
    title: 'Back to the plan',
    section: 'View',
    whyNot: ({ session }) => (session.getState().view.kind === 'plan' ? 'The plan is shown.' : null),
    run: ({ session }) => session.actions.set({ view: { kind: 'plan' } }),
  },
  'other-theme': {
    title: 'Change between the light and the dark theme',
    section: 'View',
    whyNot: always,
    run: ({ session }) => session.actions.set({ theme: otherTheme(session.getState().theme) }),
  },
  theme: {
    title: 'Follow the system theme',
    section: 'View',
    whyNot: ({ session }) => (session.getState().theme === null ? 'It is followed.' : null),
    run: ({ session }) => session.actions.set({ theme: null }),
  },
} satisfies Record<string, Action>;

const OPEN = {
  new: { title: 'New plan', section: 'Open', whyNot: always, run: ({ plans }) => plans.newPlan() },
  import: {
    title: 'Import a plan',
    short: 'Import',
    section: 'Open',
    keys: 'Mod+O',
    inText: true,
    whyNot: always,
    run: opens('import'),
  },
  storage: {
    title: 'Storage: export or import everything',
    section: 'Open',
    whyNot: always,
    run: opens('storage'),
  },
  runs: { title: 'All runs', section: 'Open', keys: 'Mod+Shift+H', whyNot: always, run: opens('runs') },
  settings: {
    title: 'Settings of this device',
    section: 'Open',
    keys: 'Mod+,',
    inText: true,
    whyNot: always,
    run: opens('settings'),
  },
  tidy: {
    title: 'Tidy: delete runs that are kept no longer',
    section: 'Open',
    whyNot: always,
    run: opens('storage'),
  },
} satisfies Record<string, Action>;

const PANEL_NAMES = ['Problems', 'Timeline', 'State', 'Journal', 'Checklist', 'Result'] as const;

const PANELS = DOCK_TABS.map((tab, i): readonly [`panel-${typeof tab}`, Action] => [
  `panel-${tab}`,
  {
    title: `Show ${PANEL_NAMES[i]}`,
    section: 'View',
    keys: `Alt+${i + 1}`,
    whyNot: always,
    run: ({ session }) => session.actions.showTab(tab),
  },
]);

/** What the canvas can do, done from elsewhere: its own table says what, and its controller does it. */
const ofCanvas = (action: CanvasAction): Action => ({
  title: action.title,
  section: action.edits ? 'Edit' : 'View',
  onCanvas: true,
  ...(action.keys === undefined ? {} : { keys: action.keys }),
  whyNot: ({ canvas, session, call }) => {
    const shown = canvas.controller?.shows;
    if (!shown) return 'No plan is on the canvas.';
    if (action.edits && shown.mode !== 'edit') return 'The canvas shows a run.';
    const isSelected =
      call !== undefined || session.getState().selection.length + shown.session.selectedEdges.size > 0;
    return action.ofCalls && !isSelected ? 'No call is selected.' : null;
  },
  run: ({ canvas, call }) => void canvas.controller?.perform(action.does(call)),
});

const OF_CANVAS = (Object.keys(CANVAS_ACTIONS) as CanvasActionId[]).map(
  (id) => [id, ofCanvas(CANVAS_ACTIONS[id])] as const,
);

const GROUPS = { ...PLAN, ...RUN_ACTIONS, ...EDIT, ...VIEW, ...OPEN };

export type ActionId = keyof typeof GROUPS | CanvasActionId | `panel-${(typeof DOCK_TABS)[number]}`;

/** The table. */
export const ACTIONS: ReadonlyMap<ActionId, Action> = new Map<ActionId, Action>([
  ...(Object.entries(GROUPS) as [ActionId, Action][]),
  ...PANELS,
  ...OF_CANVAS,
]);

export function actionOf(id: ActionId): Action {
  const action = ACTIONS.get(id);
  if (!action) throw new Error(`Broken invariant: there is an action ${id}`);
  return action;
}

/** Does it, where it is possible; else says why not. */
export function act(id: ActionId, at: At): void {
  const { whyNot, run } = actionOf(id);
  const reason = whyNot(at);
  if (reason === null) run(at);
  else at.session.actions.notify(reason);
}

/** What the menu of a call of a run offers beside what the canvas does. */
export const callMenuActions = (at: At): readonly CallOffer[] =>
  [...ACTIONS.values()].flatMap(({ inMenu, keys, whyNot, run }) =>
    inMenu
      ? [
          {
            title: inMenu(at),
            ...(keys === undefined ? {} : { keys }),
            isEnabled: whyNot(at) === null,
            run: () => run(at),
          },
        ]
      : [],
  );

/**
 * Every action of the app, written once: its name, its shortcut, when it is possible and what it does. Palette, shortcuts,
 * their sheet, buttons and menus read this table, and nothing is done from them that is not in it. What changes a plan
 * does so through the document's `edit`, and can thereby be undone.
 */

import { CANVAS_ACTIONS, type CanvasAction, type CanvasActionId } from '../../canvas/keys.ts';
import type { CallOffer } from '../../canvas/menu.ts';
import { DOCK_TABS } from '../../stores/session.ts';
import { otherTheme } from '../frame/use-theme.ts';
import { type Action, inSection, opens } from './action.ts';
import { RUN_ACTIONS } from './run-actions.ts';
import { type At, always, edited, hasCalls, isProposed, isRevising, isSound } from './when.ts';

const PLAN = inSection('Plan', {
  draft: {
    title: 'Draft plan',
    keys: 'Mod+Enter',
    inText: true,
    whyNot: (at) =>
      isRevising(at)
        ? 'The rest of a run’s plan is being changed.'
        : at.session.getState().progress
          ? 'A plan is being drafted.'
          : null,
    run: ({ planning }) => planning.draftPlan(),
  },
  'cancel-draft': {
    title: 'Stop drafting',
    whyNot: ({ session }) => (session.getState().progress ? null : 'Nothing is being drafted.'),
    run: ({ planning }) => planning.cancelDraft(),
  },
  'take-change': {
    title: 'Accept the proposed change',
    short: 'Accept',
    keys: 'Alt+Enter',
    inText: true,
    whyNot: isProposed,
    run: ({ planning }) => planning.takeChange(),
  },
  'leave-change': {
    title: 'Leave the proposed change',
    short: 'Leave it',
    keys: 'Alt+Backspace',
    whyNot: isProposed,
    run: ({ planning }) => planning.leaveChange(),
  },
  'dry-run': { title: 'Dry run', keys: 'Mod+Shift+D', whyNot: isSound, run: ({ plans }) => plans.dryRun() },
  approve: { title: 'Approve', keys: 'Mod+Shift+A', whyNot: isSound, run: opens('approve') },
  approvals: { title: 'Approvals of this plan', whyNot: hasCalls, run: opens('approvals') },
  export: {
    title: 'Export the plan as JSON',
    short: 'Export',
    keys: 'Mod+Shift+S',
    inText: true,
    whyNot: hasCalls,
    run: ({ plans }) => plans.exportPlan(),
  },
  save: {
    title: 'Save',
    keys: 'Mod+S',
    inText: true,
    // A habit of many hands: a download, or the browser's own dialog, would come as a surprise.
    run: ({ session }) => session.actions.notify('Plans are saved as you type. Export makes a file of one.'),
  },
  share: { title: 'Share as a link', short: 'Share', whyNot: hasCalls, run: opens('share') },
  conflicts: {
    title: 'Choose between two tabs’ versions',
    short: 'Compare',
    whyNot: (at) =>
      !isRevising(at) && at.document.getState().conflicts.length > 0
        ? null
        : 'No other tab has changed the same parts of this plan.',
    run: opens('conflicts'),
  },
  'keep-as-new': {
    title: 'Keep the plan that another tab removed',
    short: 'Keep as a new plan',
    whyNot: ({ document }) =>
      document.getState().saved === 'removed' ? null : 'No other tab has removed this plan.',
    run: ({ plans }) => plans.keepAsNew(),
  },
  secrets: { title: 'Secrets on this device', run: opens('secrets') },
  planner: { title: 'Change the planner', run: opens('planner') },
});

/** The calls that a sentence would be about: of several that are selected, the menu is for all. */
function askedOf({ session, call }: At): readonly string[] {
  const { selection } = session.getState();
  return call === undefined || selection.includes(call) ? selection : [call];
}

const EDIT = inSection('Edit', {
  'add-call': {
    title: 'Add a call',
    keys: 'A',
    whyNot: ({ session }) =>
      ['plan', 'revise'].includes(session.getState().view.kind) ? null : 'The canvas shows a run.',
    // The first screen stands in for the canvas, which has the list of tools.
    run: ({ session }) => session.actions.set({ dialog: 'add-call', welcome: false }),
  },
  'ask-change': {
    title: 'Ask for a change of the selected call',
    short: 'Ask for a change of this call…',
    inMenu: (at) => {
      const { length } = askedOf(at);
      return `Ask for a change of ${length > 1 ? `these ${length} calls` : 'this call'}…`;
    },
    whyNot: (at) =>
      at.session.getState().view.kind !== 'plan'
        ? 'Back to the plan first: there a change of a call is asked for.'
        : askedOf(at).length === 0
          ? 'No call is selected.'
          : null,
    run: (at) => {
      const selection = [...askedOf(at)];
      at.session.actions.set({ selection, talkedOf: selection, talkOpen: true, plansOpen: false });
      document.getElementById('goal')?.focus();
    },
  },
  undo: {
    title: 'Undo',
    keys: 'Mod+Z',
    whyNot: (at) => (edited(at).getState().history.past.length > 0 ? null : 'Nothing to undo'),
    run: (at) => void edited(at).actions.undo(),
  },
  redo: {
    title: 'Redo',
    keys: 'Mod+Shift+Z',
    whyNot: (at) => (edited(at).getState().history.future.length > 0 ? null : 'Nothing to redo'),
    run: (at) => void edited(at).actions.redo(),
  },
});

const VIEW = inSection('View', {
  palette: { title: 'Command palette', keys: 'Mod+K', inText: true, run: opens('palette') },
  shortcuts: { title: 'Keyboard shortcuts', keys: '?', run: opens('shortcuts') },
  goal: { title: 'Go to the goal', keys: 'G', run: () => document.getElementById('goal')?.focus() },
  rail: {
    title: 'Show or hide the plans',
    keys: 'Mod+B',
    inText: true,
    run: ({ session }) => {
      const { welcome, railOpen, plansOpen } = session.getState();
      session.actions.set(welcome ? { railOpen: !railOpen } : { plansOpen: !plansOpen });
    },
  },
  conversation: {
    title: 'Fold or unfold the conversation',
    short: 'Conversation',
    whyNot: ({ session }) => (session.getState().welcome ? 'No plan is on the table.' : null),
    run: ({ session }) => {
      const { talkOpen, plansOpen } = session.getState();
      session.actions.set({ talkOpen: plansOpen || !talkOpen, plansOpen: false });
    },
  },
  'plan-itself': {
    title: 'The plan itself: goal, result, inputs, limits, versions',
    short: 'The plan itself',
    keys: 'I',
    whyNot: ({ session }) =>
      session.getState().view.kind === 'plan' ? null : 'The canvas shows no plan to change.',
    run: ({ session }) => {
      const { planOpen, selection } = session.getState();
      session.actions.set({ planOpen: !planOpen || selection.length > 0, selection: [], welcome: false });
    },
  },
  dock: {
    title: 'Fold or unfold the panels',
    keys: 'Mod+J',
    inText: true,
    run: ({ session }) => session.actions.set({ dockOpen: !session.getState().dockOpen }),
  },
  'back-to-plan': {
    title: 'Back to the plan',
    whyNot: ({ session }) => (session.getState().view.kind === 'plan' ? 'The plan is shown.' : null),
    run: ({ session }) => session.actions.set({ view: { kind: 'plan' } }),
  },
  'other-theme': {
    title: 'Change between the light and the dark theme',
    run: ({ session }) => session.actions.set({ theme: otherTheme(session.getState().theme) }),
  },
  'live-values': {
    title: 'Show values on cards, or no longer',
    run: ({ settings, session }) => {
      const { liveValues } = settings.getState();
      settings.change({ liveValues: !liveValues });
      session.actions.notify(liveValues ? 'Cards show no values now.' : 'Cards show values as you edit.');
    },
  },
  theme: {
    title: 'Follow the system theme',
    whyNot: ({ session }) => (session.getState().theme === null ? 'It is followed.' : null),
    run: ({ session }) => session.actions.set({ theme: null }),
  },
});

const OPEN = inSection('Open', {
  new: { title: 'New plan', run: ({ plans }) => plans.newPlan() },
  import: { title: 'Import a plan', short: 'Import', keys: 'Mod+O', inText: true, run: opens('import') },
  storage: { title: 'Storage: export or import everything', run: opens('storage') },
  runs: { title: 'All runs', keys: 'Mod+Shift+H', run: opens('runs') },
  settings: { title: 'Settings of this device', keys: 'Mod+,', inText: true, run: opens('settings') },
  tidy: { title: 'Tidy: delete runs that are kept no longer', run: opens('storage') },
});

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
    if (action.edits && shown.mode !== 'edit')
      return shown.mode === 'proposed'
        ? 'Accept the proposed change first, or leave it.'
        : 'The canvas shows a run.';
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

/** What the menu of a call, of a run or of the plan, offers beside what the canvas does. */
export const callMenuActions = (at: At): readonly CallOffer[] => {
  const ofRun = at.session.getState().view.kind === 'run';
  return [...ACTIONS.values()].flatMap(({ section, inMenu, keys, whyNot, run }) =>
    inMenu && (section === 'Run') === ofRun
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
};

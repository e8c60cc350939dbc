/**
 * Every action of the app, written once: its name, its shortcut, when it is possible and what it does. Palette, shortcuts,
 * their sheet, buttons and menus read this table, and nothing is done from them that is not in it. What changes a plan
 * does so through the document's `edit`, and can thereby be undone.
 */

import { CANVAS_ACTIONS, type CanvasAction, type CanvasActionId } from '../../canvas/keys.ts';
import type { CallOffer } from '../../canvas/menu.ts';
import { visible } from '../../lib/visible-text.ts';
import type { DocumentStore } from '../../stores/document.ts';
import { DOCK_TABS } from '../../stores/panels.ts';
import { nextStepButton } from '../frame/focus.ts';
import { otherTheme } from '../frame/use-theme.ts';
import type { ListActionId } from '../over-list/actions.ts';
import type { PlanPartActionId } from '../plan/actions.ts';
import type { PromptActionId } from '../prompt/actions.ts';
import type { WithinActionId } from '../within/actions.ts';
import { type Action, inSection, opens } from './action.ts';
import { askFor } from './ask-for.ts';
import { RUN_ACTIONS } from './run-actions.ts';
import type { ValueActionId } from './value-actions.ts';
import {
  type At,
  always,
  canRunPart,
  canTravel,
  edited,
  hasCalls,
  isProposed,
  isRevising,
  isSound,
  oneCall,
} from './when.ts';

const NOT_CHANGED = 'The canvas shows no plan to change.';

/** Something is typed that no plan has come of yet. */
const isSaying = ({ session }: At): boolean => {
  const { welcome, goal } = session.getState();
  return welcome || goal.trim() !== '';
};

const PLAN = inSection('Plan', {
  draft: {
    title: 'Draft plan',
    keys: 'Mod+Enter',
    inText: 'only',
    whyNot: (at) =>
      isRevising(at)
        ? 'The rest of a run’s plan is being changed.'
        : at.session.getState().progress
          ? 'A plan is being drafted.'
          : null,
    run: ({ planning }) => planning.draftPlan(),
  },
  'next-step': {
    title: 'Go on with the plan: draft, dry run, approve or run, whichever is next',
    keys: 'Mod+Enter',
    whyNot: (at) => (isSaying(at) || nextStepButton() ? null : 'None of the steps at the top is next.'),
    // What is typed is not drafted yet: it is what the person goes on with.
    run: (at) => (isSaying(at) ? act('draft', at) : nextStepButton()?.click()),
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
  'run-to': {
    title: 'Run to the selected call: it, and what it needs',
    short: 'Run to this call',
    inMenu: () => 'Run to here',
    keys: 'T',
    whyNot: canRunPart,
    run: (at) => runPart(at, 'to'),
  },
  'run-on': {
    title: 'Run from the selected call: it, and what follows from it',
    short: 'Run from this call',
    inMenu: () => 'Run from here',
    keys: 'Shift+T',
    whyNot: canRunPart,
    run: (at) => runPart(at, 'from'),
  },
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
  pictures: { title: 'Picture of the plan, or the plan in words', whyNot: hasCalls, run: opens('pictures') },
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
  'swap-file': {
    title: 'Put another file in the place of one that the plan reads',
    short: 'Another file…',
    whyNot: (at) => (at.session.getState().view.kind === 'plan' ? hasCalls(at) : 'Back to the plan first.'),
    run: ({ session }) => session.actions.set({ swapping: null, dialog: 'swap-file' }),
  },
  secrets: { title: 'Secrets on this device', run: opens('secrets') },
  planner: { title: 'Change the planner', run: opens('planner') },
});

function runPart(at: At, way: 'to' | 'from'): void {
  const call = oneCall(at);
  if (call !== undefined) at.running.runPart(way, call);
}

/** The calls that a sentence would be about: of several that are selected, the menu is for all. */
function askedOf({ session, call }: At): readonly string[] {
  const { selection } = session.getState();
  return call === undefined || selection.includes(call) ? selection : [call];
}

/** What the canvas does not show – a test that is kept no longer, a limit, the plan under a run – is said. */
function travelled(
  at: At,
  did: string,
  travel: (actions: DocumentStore['actions']) => string | undefined,
): void {
  const { actions, getState } = edited(at);
  const { calls, layout } = getState().plan;
  // What is taken back may be out of sight: the view goes there.
  at.canvas.controller?.perform({ kind: 'follow' });
  let label: string | undefined;
  try {
    label = travel(actions);
  } catch (fault) {
    // A step that does not fit is gone, and undo with it: without a word it would only be a button that has gone grey.
    at.session.actions.tellFault(fault);
    return;
  }
  const { plan } = getState();
  const isShown = ['plan', 'revise'].includes(at.session.getState().view.kind);
  if (label === undefined) return;
  if (isShown && (plan.calls !== calls || plan.layout !== layout)) {
    // What was said of the step before is not of this one.
    if (/^(?:Undone|Done again): /u.test(at.session.getState().notice?.text ?? ''))
      at.session.actions.set({ notice: null });
    return;
  }
  at.session.actions.notify(`${did}: ${visible(label)}${isShown ? '.' : ', in the plan on the table.'}`);
}

const EDIT = inSection('Edit', {
  'add-call': {
    title: 'Add a call',
    keys: 'A',
    whyNot: ({ session }) => (/plan|revise|within/.test(session.getState().view.kind) ? null : NOT_CHANGED),
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
    run: (at) => askFor(at.session, askedOf(at)),
  },
  undo: {
    title: 'Undo',
    keys: 'Mod+Z',
    whyNot: (at) => canTravel(at, 'past', 'Nothing to undo'),
    run: (at) => travelled(at, 'Undone', ({ undo }) => undo()),
  },
  redo: {
    title: 'Redo',
    keys: 'Mod+Shift+Z',
    whyNot: (at) => canTravel(at, 'future', 'Nothing to redo'),
    run: (at) => travelled(at, 'Done again', ({ redo }) => redo()),
  },
});

const VIEW = inSection('View', {
  palette: { title: 'Command palette', keys: 'Mod+K', inText: true, run: opens('palette') },
  shortcuts: { title: 'Keyboard shortcuts', keys: '?', run: opens('shortcuts') },
  find: {
    title: 'Find in the plan',
    keys: 'Mod+F',
    // The form of a call has the keyboard as often as the canvas: there the browser would search its own page.
    inText: true,
    // Where there is nothing to find in, the browser's own search is the right one.
    whyNot: ({ canvas }) =>
      canvas.controller && !canvas.controller.shows.isEmpty ? null : 'No plan is on the canvas.',
    run: ({ canvas }) => void canvas.controller?.perform({ kind: 'begin-finding' }),
  },
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
    whyNot: ({ session }) => (/plan|within/.test(session.getState().view.kind) ? null : NOT_CHANGED),
    run: ({ session }) => {
      const { planOpen, selection } = session.getState();
      session.actions.set({ planOpen: !planOpen || selection.length > 0, selection: [], welcome: false });
    },
  },
  outline: {
    title: 'Show the plan as a list, or no longer',
    short: 'Outline',
    keys: 'L',
    whyNot: ({ session }) => (session.getState().welcome ? 'No plan is on the table.' : null),
    run: ({ session }) => session.actions.set({ outlineOpen: !session.getState().outlineOpen }),
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
  inbox: { title: 'What waits for you', keys: 'Mod+Shift+U', run: opens('inbox') },
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
      return shown.mode === 'proposed' ? 'Accept the proposed change first, or leave it.' : NOT_CHANGED;
    const { selection } = session.getState();
    if (action.ofEdge && shown.session.selectedEdges.size === 0) return 'No reference is selected.';
    if (action.ofMany !== undefined && selection.length < action.ofMany)
      return `At least ${action.ofMany} calls have to be selected.`;
    const isSelected = call !== undefined || selection.length + shown.session.selectedEdges.size > 0;
    return action.ofCalls && !isSelected ? 'No call is selected.' : null;
  },
  run: ({ canvas, call }) => void canvas.controller?.perform(action.does(call)),
});

const OF_CANVAS = (Object.keys(CANVAS_ACTIONS) as CanvasActionId[]).map(
  (id) => [id, ofCanvas(CANVAS_ACTIONS[id])] as const,
);

const GROUPS = { ...PLAN, ...RUN_ACTIONS, ...EDIT, ...VIEW, ...OPEN };

export type ActionId =
  | keyof typeof GROUPS
  | CanvasActionId
  | WithinActionId
  | ListActionId
  | PlanPartActionId
  | PromptActionId
  | ValueActionId
  | `panel-${(typeof DOCK_TABS)[number]}`;

/** The table. Rows whose code comes later join it by themselves. */
export const ACTIONS: Map<ActionId, Action> = new Map<ActionId, Action>([
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
  return [...ACTIONS.values()].flatMap(({ section, inMenu, keys, whyNot, run }) => {
    const title = inMenu?.(at);
    return title && (section === 'Run') === ofRun
      ? [
          {
            title,
            ...(keys === undefined ? {} : { keys }),
            isEnabled: whyNot(at) === null,
            run: () => run(at),
          },
        ]
      : [];
  });
};

/** The session store: what this tab is looking at. Never saved with a plan; panel sizes and the theme are remembered. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Json } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import type { ShownDiff } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import type { TestOutcome } from '../plan/plan-tests.ts';
import type { ProposedPart } from '../plan/proposed.ts';
import type { ReadingsAsked } from '../plan/readings.ts';
import type { Said } from '../plan/talk.ts';
import type { InputFile } from '../planner/planner.ts';
import type { ClearOrder, Replans } from '../run/events.ts';
import type { PlannerKind } from '../run/messages.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import type { LiveShown } from './live.ts';
import type { Memory } from './ports.ts';

/** In the order in which they stand. */
export const DOCK_TABS = ['problems', 'timeline', 'state', 'journal', 'checklist', 'result'] as const;
/** Names a tab of the dock. */
export type DockTab = (typeof DOCK_TABS)[number];

/** What a person chose over the system’s. */
export type Theme = 'light' | 'dark';
/** Names a dialog; one at most is open. */
export type DialogName =
  | 'add-call'
  | 'approve'
  | 'approve-run'
  | 'approvals'
  | 'import'
  | 'share'
  | 'planner'
  | 'palette'
  | 'shortcuts'
  | 'secrets'
  | 'storage'
  | 'runs'
  | 'run-from'
  | 'fork'
  | 'compare'
  | 'settings'
  | 'conflicts'
  | 'discard'
  | 'plan-status'
  | 'doubts-first';

/** The run that an open dialog is about, and the call in it where it is about one. */
export interface About {
  readonly runId: string;
  /** The call's id, or `id@LABEL`. */
  readonly call?: string;
  /** For running it again: which calls with it. */
  readonly order?: ClearOrder;
  /** For a run that waits for this: what the person chose for drafts of replans (L-71). */
  readonly replans?: Replans;
}

/** What the canvas shows: the plan on the table, a dry run of it, a run as it was approved, or its rest being rewritten. */
export type View =
  | { readonly kind: 'plan' }
  | { readonly kind: 'dry-run' }
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'revise'; readonly runId: string };

/** Which value of the plan on the table, before any run, or of a run. Names it, and holds none. */
export type ViewedValue =
  | { readonly kind: 'live'; readonly planId: string; readonly call: string }
  | { readonly kind: 'call'; readonly runId: string; readonly call: string }
  /** A path as the run names it (`written-paths.ts`). */
  | { readonly kind: 'path'; readonly runId: string; readonly path: string }
  | { readonly kind: 'output'; readonly runId: string };

/** A value in a view of its own: over the whole screen, or beside the canvas. */
export interface Viewed {
  readonly of: ViewedValue;
  readonly place: 'full' | 'beside';
}

/** Results by call id. */
export type Pins = Readonly<Record<string, Json>>;

/** A planner at work. */
export interface DraftProgress {
  /** `change`: the plan on the table stands until what comes is taken. */
  readonly of: 'plan' | 'change';
  /** When it was asked, ms. */
  readonly since: number;
  /** Calls that have come. */
  readonly calls: number;
  /** What a model has used so far; absent where it does not say. */
  readonly tokens?: number;
  /** US dollars. */
  readonly cost?: number;
}

export interface ShownPart extends ProposedPart {
  readonly isTaken: boolean;
  /** Not taken, though nobody refused it: what it needs was. */
  readonly fell?: true;
  /** What is not taken and would be with it. */
  readonly brings?: readonly string[];
}

/** A change that a planner proposes for the plan on the table, as it would stand with what the person takes of it. */
export interface ProposedChange {
  readonly planId: string;
  /** What the person said. */
  readonly sentence: string;
  readonly parts: readonly ShownPart[];
  /** New calls that were refused and are read all the same: open steps. */
  readonly open: readonly string[];
  /** Calls that were to go and stay, for they are read. */
  readonly kept: readonly string[];
  /** Whether the person goes through its parts. */
  readonly choosing: boolean;
  /** The plan with all of it. */
  readonly after: Plan;
  readonly diff: ShownDiff;
  /** What the checks find wrong with it that is not wrong without it: in sentences, the first of them. */
  readonly faults: readonly string[];
  /** What the person changed meanwhile in the same place, which stands: in words. */
  readonly overruled: readonly string[];
}

/** A change of the plan of a run, proposed beside it: taken, a new run begins with it and with what is done. */
export interface BesideChange extends ProposedChange {
  readonly runId: string;
  /** The run's plan as it ran. */
  readonly before: Plan;
  /** Its calls that are done and stay as they are: of no other is what the run has what the new one would. */
  readonly taken: ReadonlySet<string>;
}

/** What the last draft, or the last change, has yet to be told: which reading was meant, and the input a draft asks for. */
interface Asked {
  readonly planId: string;
  readonly question?: ReadingsAsked;
  /** What the question is about where it is about a change: the plan on the table waits for no answer. */
  readonly change?: ChangeAsked;
}

/** A change that is to be made again with an answer in it. Over once the plan on the table is another than `table`. */
export interface ChangeAsked {
  readonly sentence: string;
  /** With what it went on from. */
  readonly title: string;
  readonly selected: readonly string[];
  readonly table: Plan;
  /** What the sentence was said of: the table, or as a change that was proposed already would have it. */
  readonly before: Plan;
  /** What it came to; `before` itself where nothing of it was understood, and nothing of it is proposed. */
  readonly after: Plan;
}

/** Something to say outside any panel; read out by screen readers. */
interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'success' | 'danger';
}

/** How the tests of the plan on the table stand (L-84). */
export interface TestsShown {
  /** `held`: the plan came from outside, and the person has not said that it may be computed. */
  readonly state: 'running' | 'done' | 'held';
  readonly planId: string;
  /** By name; while they run, as they came last. */
  readonly outcomes: ReadonlyMap<string, TestOutcome>;
  /** How many of them break. */
  readonly broken: number;
}

interface Panels {
  /** The list of plans, on the first screen. */
  readonly railOpen: boolean;
  /** The same list beside a plan: there it stands in the conversation's place, which is one line meanwhile. */
  readonly plansOpen: boolean;
  /** Whether the conversation is a panel; else it is one line below the canvas. */
  readonly talkOpen: boolean;
  /** The selection that a sentence is to be about, while it is that: on a phone its inspector would cover the box. */
  readonly talkedOf: readonly string[] | null;
  /** The plan itself stands in the inspector's place while no call is selected. */
  readonly planOpen: boolean;
  readonly dockOpen: boolean;
  /** Pixels. */
  readonly dockHeight: number;
  readonly dockTab: DockTab;
}

/** A secret as the screen knows it: never its value. */
export interface SecretShown {
  readonly name: string;
  /** Where it may go; null where an older version kept it and nobody was asked. */
  readonly hosts: readonly string[] | null;
  /** `open`: an older version kept it as it is, and it is to be sealed. */
  readonly how: 'session' | 'sealed' | 'locked' | 'open';
}

/** What a tab shows and has selected; no plan depends on it. */
export interface SessionState extends Panels {
  /** null: as the system says. */
  readonly theme: Theme | null;
  readonly view: View;
  readonly selection: readonly string[];
  readonly dialog: DialogName | null;
  readonly viewed: Viewed | null;
  /** For the dialogs that are about a run; the others do not look at it. */
  readonly about: About | null;
  /** Whether the large first screen stands in for an empty plan. */
  readonly welcome: boolean;
  /** What the goal box says about the planner. The key is not here: it never enters a store. */
  readonly planner: {
    readonly kind: PlannerKind;
    readonly model: string;
    readonly host: string;
    readonly showsApproved?: boolean;
  };
  readonly goal: string;
  readonly files: readonly InputFile[];
  readonly drafting: boolean;
  /** The planner at work; null where none is. */
  readonly progress: DraftProgress | null;
  readonly proposed: ProposedChange | null;
  readonly beside: BesideChange | null;
  /** Runs that this tab has asked to pause and that do not rest yet. */
  readonly pausing: readonly string[];
  /** The revision that was last tried dry; null before. */
  readonly triedDry: number | null;
  /** Secrets on this device, by name. Their values are not here: they never enter a store. */
  readonly secrets: readonly SecretShown[];
  /** What secrets are kept in: `new` where nothing is kept yet, and a passphrase is to be chosen. */
  readonly vault: 'new' | 'locked' | 'unlocked';
  /** By plan id, then call id: results that stand in every dry run of that plan (L-81). */
  readonly pinned: Readonly<Record<string, Pins>>;
  /** Half an answer, by the question's name and the field in it; never saved. */
  readonly typed: Readonly<Record<string, Json>>;
  /** What the page itself said beside any plan; what was said of the plan stands with it. */
  readonly thread: readonly Said[];
  readonly asked: Asked | null;
  /** null where the plan has none. */
  readonly tests: TestsShown | null;
  /** null where there are no values to show: they are switched off, or nothing has been computed yet. */
  readonly live: LiveShown | null;
  /** When this tab was opened, ms: what runs said before is history. */
  readonly openedAt: number;
  readonly notice: Notice | null;
}

/** The only ways to change it. */
export interface SessionActions {
  set(part: Partial<SessionState>): void;
  select(ids: readonly string[]): void;
  /** Opens the dock at a tab. */
  showTab(tab: DockTab): void;
  say(line: Omit<Said, 'at'>): void;
  notify(text: string, tone?: Notice['tone']): void;
  /** What was thrown, in its own words: the one way in which a fault that nobody else tells reaches the person. */
  tellFault(thrown: unknown): void;
  addFiles(files: readonly InputFile[]): void;
  removeFile(name: string): void;
  /** Keeps what is typed into a question. */
  type(name: string, value: Json): void;
  /** Forgets what was typed into a question, in all its fields. */
  forgetTyped(question: string): void;
  /** Opens a dialog that is about a run. */
  openAbout(dialog: DialogName, about: About): void;
  /** Adds results to those that stand in the plan's dry runs. */
  pin(planId: string, results: Pins): void;
  /** Takes those calls' results out again. */
  unpin(planId: string, calls: readonly string[]): void;
}

/** One a tab. */
export type SessionStore = StoreApi<SessionState> & { readonly actions: SessionActions };

const MEMORY_NAME = 'obelus.session';
const MEMORY_VERSION = 1;

/** Pixels. */
export const DOCK_MIN = 96;
/** Pixels. */
export const DOCK_MAX = 640;

const FIRST: SessionState = {
  theme: null,
  view: { kind: 'plan' },
  selection: [],
  dialog: null,
  viewed: null,
  about: null,
  welcome: true,
  planner: { kind: 'offline', model: '', host: '' },
  goal: '',
  files: [],
  drafting: false,
  progress: null,
  proposed: null,
  beside: null,
  pausing: [],
  triedDry: null,
  secrets: [],
  vault: 'new',
  pinned: {},
  typed: {},
  thread: [],
  asked: null,
  tests: null,
  live: null,
  openedAt: 0,
  notice: null,
  railOpen: true,
  plansOpen: false,
  talkOpen: true,
  talkedOf: null,
  planOpen: false,
  // An empty panel below the canvas says nothing: it opens when there is something to see.
  dockOpen: false,
  dockHeight: 240,
  dockTab: 'problems',
};

/** A height in pixels that the dock may have. */
export const clampDock = (height: number): number =>
  Math.round(Math.min(DOCK_MAX, Math.max(DOCK_MIN, height)));

/** What is remembered, read with suspicion: another version or a foreign hand may have written it. */
function recall(memory: Memory): Partial<SessionState> {
  try {
    const kept = JSON.parse(memory.read(MEMORY_NAME) ?? 'null') as Record<string, unknown> | null;
    if (kept?.version !== MEMORY_VERSION) return {};
    return {
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : null,
      railOpen: kept.railOpen !== false,
      plansOpen: kept.plansOpen === true,
      talkOpen: kept.talkOpen !== false,
      planOpen: kept.planOpen === true,
      dockOpen: kept.dockOpen === true,
      dockHeight: typeof kept.dockHeight === 'number' ? clampDock(kept.dockHeight) : FIRST.dockHeight,
      dockTab: DOCK_TABS.find((tab) => tab === kept.dockTab) ?? FIRST.dockTab,
    };
  } catch {
    return {};
  }
}

/** @param narrow on a phone a panel would cover or squeeze what it is beside, so it opens only when asked for */
export function createSessionStore(memory: Memory, narrow = false, now = () => 0): SessionStore {
  const folded = narrow
    ? { railOpen: false, plansOpen: false, talkOpen: false, planOpen: false, dockOpen: false }
    : {};
  const store = createStore<SessionState>(() => ({
    ...FIRST,
    ...recall(memory),
    ...folded,
    openedAt: now(),
  }));
  let notices = 0;

  store.subscribe((now, before) => {
    const kept = [
      'theme',
      'railOpen',
      'plansOpen',
      'talkOpen',
      'planOpen',
      'dockOpen',
      'dockHeight',
      'dockTab',
    ] as const;
    if (kept.every((key) => now[key] === before[key])) return;
    const entries = kept.map((key) => [key, now[key]] as const);
    memory.write(MEMORY_NAME, JSON.stringify({ version: MEMORY_VERSION, ...Object.fromEntries(entries) }));
  });

  const actions: SessionActions = {
    set: (part) => store.setState(part),
    select: (selection) => store.setState({ selection }),
    showTab: (dockTab) => store.setState({ dockTab, dockOpen: true }),
    say: (line) => store.setState((state) => ({ thread: [...state.thread, { ...line, at: now() }] })),
    notify: (text, tone = 'plain') => {
      notices += 1;
      store.setState({ notice: { id: notices, text, tone } });
    },
    tellFault: (thrown) => actions.notify(messageOf(thrown), 'danger'),
    addFiles: (added) =>
      store.setState((state) => {
        const names = new Set(added.map((file) => file.name));
        return { files: [...state.files.filter((file) => !names.has(file.name)), ...added] };
      }),
    removeFile: (name) =>
      store.setState((state) => ({ files: state.files.filter((file) => file.name !== name) })),
    type: (name, value) => store.setState(({ typed }) => ({ typed: { ...typed, [name]: value } })),
    forgetTyped: (question) =>
      store.setState(({ typed }) => ({
        typed: Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith(`${question} `))),
      })),
    openAbout: (dialog, about) => store.setState({ dialog, about }),
    pin: (planId, results) =>
      store.setState(({ pinned }) => ({
        pinned: { ...pinned, [planId]: { ...pinned[planId], ...results } },
      })),
    unpin: (planId, calls) =>
      store.setState(({ pinned }) => {
        const kept = Object.entries(pinned[planId] ?? {}).filter(([call]) => !calls.includes(call));
        return { pinned: { ...pinned, [planId]: Object.fromEntries(kept) } };
      }),
  };
  return Object.assign(store, { actions });
}

/** The files beside the goal as they were judged; none while one is not, for a plan would be told it is missing. */
export const profilesOf = ({ files }: Pick<SessionState, 'files'>): readonly FileProfile[] => {
  const judged = files.flatMap(({ profile }) => profile ?? []);
  return judged.length === files.length ? judged : [];
};

/** The change that is proposed for what the canvas shows: of the plan on the table, or beside a run. */
export const proposedHere = ({
  view,
  proposed,
  beside,
}: SessionState): ProposedChange | BesideChange | null =>
  view.kind === 'plan' ? proposed : view.kind === 'run' && beside?.runId === view.runId ? beside : null;

/** The host that answers latent calls; null where no model is connected. */
export const modelServerOf = ({ planner }: Pick<SessionState, 'planner'>): string | null =>
  planner.kind === 'openai' ? planner.host : null;

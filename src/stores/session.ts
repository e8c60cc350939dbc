/** The session store: what this tab is looking at. Never saved with a plan; panel sizes and the theme are remembered. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Json } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Plan } from '../plan/document.ts';
import type { Remedy } from '../plan/draft-event.ts';
import type { TestOutcome } from '../plan/plan-tests.ts';
import type { ReadingsAsked } from '../plan/readings.ts';
import type { Said } from '../plan/talk.ts';
import type { InputFile } from '../planner/planner.ts';
import type { ClearOrder, RunChoices } from '../run/events.ts';
import type { PlannerKind } from '../run/messages.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import type { DocumentStore } from './document.ts';
import type { LiveShown } from './live.ts';
import { type DockTab, FIRST_PANELS, keepPanels, type Narrow, type Panels, panelsAt } from './panels.ts';
import type { Memory } from './ports.ts';
import type { BesideChange, ChangeAsked, ProposedChange } from './proposed-change.ts';
import type { Swapping } from './swapping.ts';

/** Names a dialog; one at most is open. */
export type DialogName =
  | 'add-call'
  | 'approve'
  | 'approve-run'
  | 'approve-list'
  | 'over-list'
  | 'instances'
  | 'approvals'
  | 'import'
  | 'share'
  | 'pictures'
  | 'inbox'
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
  | 'swap-file'
  | 'try-prompt'
  | 'doubts-first';

/** The run that an open dialog is about, and the call in it where it is about one. */
export interface About {
  readonly runId: string;
  /** The call's id, or `id@LABEL`. */
  readonly call?: string;
  /** For running it again: which calls with it. */
  readonly order?: ClearOrder;
  /** For a run that waits for this: what the person chose for it, the list that it goes over (L-55) among it. */
  readonly choices?: RunChoices;
}

/** A plan within the plan on the table (L-52), as one has come to it. */
export interface Inside {
  readonly kind: 'within';
  /** From the plan on the table down: each by its reference, with what was selected where one left for it. */
  readonly trail: readonly { readonly reference: string; readonly selection: readonly string[] }[];
  readonly document: DocumentStore;
  /** `read`: it is changed elsewhere. */
  readonly mode: 'edit' | 'read';
}

/** What the canvas shows: the plan on the table, a plan within it, a dry run of it, a run as it was approved, or its rest being rewritten. */
export type View =
  | { readonly kind: 'plan' }
  | Inside
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
  /** A row of it whose way is shown at once. */
  readonly asked?: AskedRow | undefined;
}

/** A row whose way is asked for: where it goes on to, or which rows it comes from. */
export interface AskedRow {
  readonly row: Json;
  readonly way: 'on' | 'back';
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
  /** What it has used beyond that by our own count, until it says so. */
  readonly about?: { readonly tokens: number; readonly cost?: number };
}

/** What the last draft, or the last change, has yet to be told: which reading was meant, and the input a draft asks for. */
interface Asked {
  readonly planId: string;
  readonly question?: ReadingsAsked;
  /** What the question is about where it is about a change: the plan on the table waits for no answer. */
  readonly change?: ChangeAsked;
}

/** Something to say outside any panel; read out by screen readers. */
interface Notice {
  readonly id: number;
  readonly text: string;
  /**
   * `danger`: what was asked is refused; stays until the person edits, gives or shows something else. `trouble`, and `news` of what
   * happened while nobody looked: stay until they are closed.
   */
  readonly tone: 'plain' | 'success' | 'danger' | 'trouble' | 'news';
  /** Takes back what it tells of; it stays until it is closed then. */
  readonly undo?: (() => void) | undefined;
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
  readonly view: View;
  readonly selection: readonly string[];
  /** The instance of a run that the screen is turned to (L-55); absent: all of them. */
  readonly instance?: { readonly runId: string; readonly label: string } | undefined;
  readonly dialog: DialogName | null;
  readonly viewed: Viewed | null;
  /** For the dialogs that are about a run; the others do not look at it. */
  readonly about: About | null;
  /** The field that the planner's dialog opens at: what helps, where something of it was missing. */
  readonly plannerField?: Remedy | undefined;
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
  /** More of them are being read: which there are is not known yet. */
  readonly filesComing: boolean;
  /** What its dialog is about; null where it lists the files that the plan reads. */
  readonly swapping: Swapping | null;
  readonly drafting: boolean;
  /** The planner at work; null where none is. */
  readonly progress: DraftProgress | null;
  readonly proposed: ProposedChange | null;
  readonly beside: BesideChange | null;
  /** Runs that this tab has asked to pause and that do not rest yet. */
  readonly pausing: readonly string[];
  /** How many runs of this device wait for the person. */
  readonly waits: number;
  /** The revision that was last tried dry; null before. */
  readonly triedDry: number | null;
  /** In a dry run: the calls, and `OUTPUT_PART`, that nothing it decides reaches. Their live values stand in it too. */
  readonly undecided: ReadonlySet<string>;
  /** Secrets on this device, by name. Their values are not here: they never enter a store. */
  readonly secrets: readonly SecretShown[];
  /** What secrets are kept in: `new` where nothing is kept yet, and a passphrase is to be chosen. */
  readonly vault: 'new' | 'locked' | 'unlocked';
  /** By plan id, then call id: results that stand in every dry run of that plan (L-81). */
  readonly pinned: Readonly<Record<string, Pins>>;
  /** The plan as it was when a result was pinned, by plan id, then call id: a call that has changed since would give another. */
  readonly pinnedOf: Readonly<Record<string, Readonly<Record<string, Plan>>>>;
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
  /** Counts up when a version of a plan was kept or removed: whoever lists them reads them again. */
  readonly versionsKept: number;
}

/** The only ways to change it. */
export interface SessionActions {
  set(part: Partial<SessionState>): void;
  select(ids: readonly string[]): void;
  /** Opens the dock at a tab. */
  showTab(tab: DockTab): void;
  say(line: Omit<Said, 'at'>): void;
  notify(text: string, tone?: Notice['tone'], undo?: () => void): void;
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
  /** Adds results to those that stand in the plan's dry runs. @param plan as it was when they came, or were written by hand */
  pin(plan: Plan, results: Pins): void;
  /** Takes those calls' results out again. */
  unpin(planId: string, calls: readonly string[]): void;
}

/** One a tab. */
export type SessionStore = StoreApi<SessionState> & { readonly actions: SessionActions };

const FIRST: SessionState = {
  ...FIRST_PANELS,
  view: { kind: 'plan' },
  selection: [],
  dialog: null,
  viewed: null,
  about: null,
  welcome: true,
  planner: { kind: 'offline', model: '', host: '' },
  goal: '',
  files: [],
  filesComing: false,
  swapping: null,
  drafting: false,
  progress: null,
  proposed: null,
  beside: null,
  pausing: [],
  waits: 0,
  triedDry: null,
  undecided: new Set(),
  secrets: [],
  vault: 'new',
  pinned: {},
  pinnedOf: {},
  typed: {},
  thread: [],
  asked: null,
  tests: null,
  live: null,
  openedAt: 0,
  notice: null,
  versionsKept: 0,
};

/** @param narrow as `panelsAt` has it */
export function createSessionStore(memory: Memory, narrow: Narrow = false, now = () => 0): SessionStore {
  const store = createStore<SessionState>(() => ({
    ...FIRST,
    ...panelsAt(memory, narrow),
    openedAt: now(),
  }));
  let notices = 0;

  store.subscribe((panels, before) => keepPanels(memory, panels, before));

  const actions: SessionActions = {
    set: (part) => store.setState(part),
    select: (selection) => store.setState({ selection }),
    showTab: (dockTab) => store.setState({ dockTab, dockOpen: true }),
    say: (line) => store.setState((state) => ({ thread: [...state.thread, { ...line, at: now() }] })),
    notify: (text, tone = 'plain', undo) => {
      notices += 1;
      store.setState({ notice: { id: notices, text, tone, undo } });
    },
    tellFault: (thrown) => actions.notify(messageOf(thrown), 'trouble'),
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
    pin: (plan, results) =>
      store.setState(({ pinned, pinnedOf }) => ({
        pinned: { ...pinned, [plan.id]: { ...pinned[plan.id], ...results } },
        pinnedOf: {
          ...pinnedOf,
          [plan.id]: {
            ...pinnedOf[plan.id],
            ...Object.fromEntries(Object.keys(results).map((call) => [call, plan])),
          },
        },
      })),
    unpin: (planId, calls) =>
      store.setState(({ pinned }) => {
        const kept = Object.entries(pinned[planId] ?? {}).filter(([call]) => !calls.includes(call));
        return { pinned: { ...pinned, [planId]: Object.fromEntries(kept) } };
      }),
  };
  return Object.assign(store, { actions });
}

/** The files beside the goal as they were judged; undefined while one is not, or comes: a plan would be told it is missing. */
export const profilesOf = ({
  files,
  filesComing,
}: Pick<SessionState, 'files' | 'filesComing'>): readonly FileProfile[] | undefined => {
  const judged = files.flatMap(({ profile }) => profile ?? []);
  return judged.length === files.length && !filesComing ? judged : undefined;
};

/** The host that answers latent calls; null where no model is connected. */
export const modelServerOf = ({ planner }: Pick<SessionState, 'planner'>): string | null =>
  planner.kind === 'openai' ? planner.host : null;

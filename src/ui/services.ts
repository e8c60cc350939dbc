/** What the composition hands to the screen: stores and services. A component knows these and nothing behind them. */

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Copied } from '../canvas/came-with.ts';
import type { CanvasController } from '../canvas/controller.ts';
import type { Viewport } from '../canvas/plane.ts';
import type { DocumentState, DocumentStore } from '../stores/document.ts';
import type { LibraryState, LibraryStore } from '../stores/library.ts';
import type { LiveBoard } from '../stores/live.ts';
import type { Revising, RevisingStore } from '../stores/revising.ts';
import { DRY_RUN, type RunsState, type RunsStore, shownRun } from '../stores/runs.ts';
import type { SessionState, SessionStore } from '../stores/session.ts';
import type { SettingsStore } from '../stores/settings.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { ToApproveStore } from '../stores/to-approve.ts';
import type {
  Approvals,
  Device,
  Planning,
  Plans,
  PlanTests,
  PlanVersions,
  RunHistory,
  Running,
  Swaps,
  TryPromptVerb,
  ValueDoor,
} from './verbs.ts';

/** The canvas that is on the screen, for what is done on it from elsewhere. */
interface CanvasDoor {
  controller: CanvasController | null;
  copied: Copied | null;
  /** By the plan's id, how the view stood where one went on from it into a plan within it. */
  readonly left: Map<string, Viewport>;
}

/** All that a screen can ask for, by name. */
export interface Services {
  readonly document: DocumentStore;
  readonly session: SessionStore;
  readonly runs: RunsStore;
  readonly library: LibraryStore;
  /** The rest of a run's plan while a person writes it. */
  readonly revising: RevisingStore;
  readonly settings: SettingsStore;
  readonly plans: Plans;
  readonly planning: Planning;
  readonly running: Running;
  readonly approvals: Approvals;
  /** The run that waits for an approval. */
  readonly toApprove: ToApproveStore;
  readonly history: RunHistory;
  readonly swaps: Swaps;
  readonly versions: PlanVersions;
  readonly device: Device;
  /** Fetched with the rules, after the first plan. */
  readonly tests: () => Promise<PlanTests>;
  readonly tryPrompt: TryPromptVerb;
  /** What the calls of the plan on the table come to before any run. */
  readonly live: LiveBoard;
  /** Fetched with the first value that is looked at. */
  readonly values: () => Promise<ValueDoor>;
  readonly canvas: CanvasDoor;
  /** Names this tab, as the conflicts of a plan do. */
  readonly tab: string;
  readonly now: () => number;
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Broken invariant: the screen is mounted inside its services');
  return services;
}

export const useDocument = <T>(select: (state: DocumentState) => T): T =>
  useStore(useServices().document, select);
export const useSession = <T>(select: (state: SessionState) => T): T =>
  useStore(useServices().session, select);
export const useRuns = <T>(select: (state: RunsState) => T): T => useStore(useServices().runs, select);
export const useLibrary = <T>(select: (state: LibraryState) => T): T =>
  useStore(useServices().library, select);

const viewedRun = ({ view }: SessionState): string | null =>
  view.kind === 'run' ? view.runId : view.kind === 'dry-run' ? DRY_RUN : null;

/**
 * The run on the canvas, real or dry, as the screen shows it: now, or at the moment a person looks back to. null where
 * the canvas shows the plan.
 */
export const useShownRun = (): ShownRun | null => useOfShownRun((run) => run);

/** One thing of that run, a primitive or a stable object: whoever reads it is drawn again only when it is another. */
export function useOfShownRun<T>(select: (run: ShownRun | null) => T): T {
  const runId = useSession(viewedRun);
  return useRuns((state) => select(runId === null ? null : (shownRun(state, runId) ?? null)));
}

/** The same run as it stands now, for whatever acts on it: a moment of the past can't be stopped or answered. */
export const useOpenRun = (): ShownRun | null => useOfOpenRun((run) => run);

export function useOfOpenRun<T>(select: (run: ShownRun | null) => T): T {
  const runId = useSession(viewedRun);
  return useRuns((state) => select(runId === null ? null : (state.known.get(runId) ?? null)));
}

/** The rest of a run's plan that is being written, or null where the canvas shows something else. */
export function useRevising(): Revising | null {
  const { revising } = useServices();
  const now = useStore(revising, (state) => state.now);
  return useSession(({ view }) => (view.kind === 'revise' ? now : null));
}

/** The frame: bar, rail, conversation, canvas, inspector, dock, and whatever floats above them. Decides places, holds no logic. */

import {
  type DragEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Welcome } from '../first/Welcome.tsx';
import { Conversation } from '../goal/Conversation.tsx';
import { Rail } from '../library/Rail.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import { late } from '../parts/late.tsx';
import { type Services, ServicesProvider, useRevising, useServices, useSession } from '../services.ts';
import type { SwapPlace } from '../verbs.ts';
import styles from './App.module.css';
import { CanvasArea } from './canvas-area.ts';
import { Dialogs } from './Dialogs.tsx';
import { Notices } from './Notices.tsx';
import { isNarrow } from './narrow.ts';
import { TopBar } from './TopBar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useThemeOnPage } from './use-theme.ts';

const Spoken = late(() => import('./Spoken.tsx'));
const Strip = late(() => import('./Strip.tsx'));
const DropVeil = late(() => import('./DropVeil.tsx'));
const Questions = late(() => import('../run/Questions.tsx'));
const Dock = late(() => import('./Dock.tsx'));
const TimeBar = late(() => import('../history/TimeBar.tsx'));
const Viewer = late(() => import('../values/Viewer.tsx'));
const Inspector = late(() => import('../inspector/Inspector.tsx'));
const PlanPanel = late(() => import('../plan/PlanPanel.tsx'));

interface AppProps {
  readonly services: Services;
  /** Called each time that the canvas has come, with what it shows drawn on it. */
  readonly onCanvas?: (() => void) | undefined;
}

/** The whole page. */
export function App({ services, onCanvas }: AppProps) {
  return (
    <ServicesProvider value={services}>
      <ErrorBoundary
        onLeave={() => {
          services.session.actions.set({ welcome: true, view: { kind: 'plan' } });
          location.reload();
        }}
      >
        <Frame onCanvas={onCanvas} />
      </ErrorBoundary>
    </ServicesProvider>
  );
}

function Frame({ onCanvas }: Pick<AppProps, 'onCanvas'>) {
  useThemeOnPage();
  useShortcuts();
  const welcome = useSession((state) => state.welcome);
  const selecting = useSession(
    ({ selection, talkedOf, listed }) =>
      selection.length > 0 && ((selection !== talkedOf && selection !== listed) || !isNarrow()),
  );
  const listOpen = useSession((state) => (state.welcome ? state.railOpen : state.plansOpen));
  const planOpen = useSession(({ planOpen, view }) => planOpen && /plan|within/.test(view.kind));
  const nothingSelected = useSession(({ selection }) => selection.length === 0);
  const inRun = useSession((state) => state.view.kind === 'run');
  const viewing = useSession((state) => state.viewed?.place);
  // The plan comes first: what stands around it is fetched when it can be seen.
  const [isDrawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => {
    setDrawn(true);
    onCanvas?.();
  }, [onCanvas]);
  return (
    <DropTarget>
      <OnTheTable>
        <div className={styles.frame}>
          <TopBar />
          {welcome ? null : (
            <Suspense fallback={<div className={styles.stripSpace} />}>
              <Strip />
            </Suspense>
          )}
          {listOpen ? <Rail /> : null}
          {welcome ? (
            <Welcome />
          ) : (
            <>
              <Conversation withThread={isDrawn} />
              <OnTheTable within>
                <main className={styles.canvas}>
                  <div className={styles.within}>
                    <div className={styles.work}>
                      <Suspense fallback={null}>
                        <CanvasArea />
                        <Drawn onDrawn={onDrawn} />
                      </Suspense>
                    </div>
                    <div className={styles.asks}>
                      <Suspense fallback={null}>{isDrawn ? <Questions /> : null}</Suspense>
                    </div>
                  </div>
                </main>
                <Suspense fallback={null}>
                  {viewing ? <Viewer /> : null}
                  {/* In one place, so that it stays as it is unfolded when what was selected has gone. */}
                  {viewing !== 'beside' && (selecting || (planOpen && isDrawn && nothingSelected)) ? (
                    <Inspector otherwise={planOpen ? <PlanPanel /> : null} />
                  ) : null}
                </Suspense>
              </OnTheTable>
              {inRun ? (
                <Suspense fallback={null}>
                  <TimeBar />
                </Suspense>
              ) : null}
              <Suspense fallback={null}>{isDrawn ? <Spoken /> : null}</Suspense>
              <Suspense fallback={<DockSpace />}>{isDrawn ? <Dock /> : <DockSpace />}</Suspense>
            </>
          )}
        </div>
      </OnTheTable>
      <Dialogs />
      <Notices />
    </DropTarget>
  );
}

/** Stands beside what is drawn, and so is there when that is; it calls back once the browser has painted it. */
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(onDrawn);
    });
    return () => cancelAnimationFrame(frame);
  }, [onDrawn]);
  return null;
}

/** Keeps the dock's room free until its code is here: the canvas must not be drawn twice. */
function DockSpace() {
  const height = useSession((state) => (state.dockOpen ? state.dockHeight + 1 : 35));
  return <div className={styles.dockSpace} style={{ height }} />;
}

/**
 * Which document the screen edits: the plan on the table, or the rest of a run's plan while a person rewrites it.
 * @param within or the plan within it that the canvas shows
 */
function OnTheTable({ children, within }: { children: ReactNode; within?: boolean }) {
  const services = useServices();
  const revising = useRevising()?.document;
  const inside = useSession(({ view }) => (within && view.kind === 'within' ? view.document : revising));
  const document = inside ?? services.document;
  const here = useMemo(() => ({ ...services, document }), [services, document]);
  return <ServicesProvider value={here}>{children}</ServicesProvider>;
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Files can be dropped anywhere: a .json with a plan in it is imported, anything else joins the goal. */
function DropTarget({ children }: { children: ReactNode }) {
  const { plans, swaps } = useServices();
  const [over, setOver] = useState(false);
  const on = useRef<SwapPlace>(null);
  // Enter and leave fire for every child; only the count tells when the page itself is left.
  const depth = useRef(0);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; "Add files" and "Import" are the keyboard's way.
    <div
      onDragEnter={(event) => {
        if (!carriesFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!carriesFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) setOver(false);
      }}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const files = [...event.dataTransfer.files];
        const [file] = files;
        if (on.current && file && files.length === 1) void swaps.give(on.current, file);
        else plans.dropFiles(files);
      }}
    >
      {children}
      {over ? (
        <Suspense fallback={null}>
          <DropVeil on={on} onNotLoaded={() => undefined} />
        </Suspense>
      ) : null}
    </div>
  );
}

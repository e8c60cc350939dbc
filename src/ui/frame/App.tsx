/** The frame: bar, rail, canvas, inspector, dock, and whatever floats above them. Decides places, holds no logic. */

import { lazy, Suspense, useEffect } from 'react';
import { Welcome } from '../first/Welcome.tsx';
import { GoalBox } from '../goal/GoalBox.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import { showTooltips } from '../parts/tooltips.ts';
import { Questions } from '../run/Questions.tsx';
import { type Services, ServicesProvider, useSession } from '../services.ts';
import styles from './App.module.css';
import { CanvasArea } from './CanvasArea.tsx';
import { Dialogs } from './Dialogs.tsx';
import { DropTarget } from './DropTarget.tsx';
import { Notices } from './Notices.tsx';
import { OnTheTable } from './OnTheTable.tsx';
import { TopBar } from './TopBar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useThemeOnPage } from './use-theme.ts';

const Dock = lazy(() => import('./Dock.tsx').then((module) => ({ default: module.Dock })));
const Rail = lazy(() => import('../library/Rail.tsx').then((module) => ({ default: module.Rail })));
const TimeBar = lazy(() => import('../history/TimeBar.tsx'));
const Inspector = lazy(() => import('../inspector/Inspector.tsx'));

export function App({ services }: { services: Services }) {
  useEffect(() => showTooltips(document), []);
  return (
    <ServicesProvider value={services}>
      <ErrorBoundary>
        <Frame />
      </ErrorBoundary>
    </ServicesProvider>
  );
}

function Frame() {
  useThemeOnPage();
  useShortcuts();
  const welcome = useSession((state) => state.welcome);
  const selecting = useSession((state) => state.selection.length > 0);
  const railOpen = useSession((state) => state.railOpen);
  const inRun = useSession((state) => state.view.kind === 'run');
  return (
    <DropTarget>
      <OnTheTable>
        <div className={styles.frame} data-rail={railOpen ? 'open' : 'closed'}>
          <TopBar />
          {/* Its column is kept free: nothing moves when it comes. */}
          <Suspense fallback={null}>{railOpen ? <Rail /> : null}</Suspense>
          {welcome ? (
            <Welcome />
          ) : (
            <>
              <main className={styles.canvas}>
                <CanvasArea />
                <div className={styles.floating}>
                  <Questions />
                  <GoalBox />
                </div>
              </main>
              {selecting ? (
                <Suspense fallback={null}>
                  <Inspector />
                </Suspense>
              ) : null}
              {inRun ? (
                <Suspense fallback={null}>
                  <TimeBar />
                </Suspense>
              ) : null}
              <Suspense fallback={<DockSpace />}>
                <Dock />
              </Suspense>
            </>
          )}
        </div>
      </OnTheTable>
      <Dialogs />
      <Notices />
    </DropTarget>
  );
}

/** Keeps the dock's room free until its code is here: the canvas must not be drawn twice. */
function DockSpace() {
  const height = useSession((state) => (state.dockOpen ? state.dockHeight + 1 : 35));
  return <div className={styles.dockSpace} style={{ height }} />;
}

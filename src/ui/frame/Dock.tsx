/** The dock below the canvas: six panels as tabs, its height dragged or set by arrow keys, folded by a click. */

import { ChevronDown, ChevronUp } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type CSSProperties, type PointerEvent, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { isOver } from '../../run/whole.ts';
import { clampDock, DOCK_MAX, DOCK_MIN, DOCK_TABS, type DockTab } from '../../stores/panels.ts';
import { IconButton } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { useDocument, useOfShownRun, useServices, useSession } from '../services.ts';
import styles from './Dock.module.css';
import { focusCanvas } from './focus.ts';

const ProblemsPanel = late(() => import('../problems/ProblemsPanel.tsx'));
const OF_RUN = {
  timeline: () => import('../run/TimelinePanel.tsx'),
  state: () => import('../run/StatePanel.tsx'),
  journal: () => import('../run/JournalPanel.tsx'),
  checklist: () => import('../run/ChecklistPanel.tsx'),
  result: () => import('../run/ResultPanel.tsx'),
};
const TimelinePanel = late(OF_RUN.timeline);
const StatePanel = late(OF_RUN.state);
const JournalPanel = late(OF_RUN.journal);
const ChecklistPanel = late(OF_RUN.checklist);
const ResultPanel = late(OF_RUN.result);

const NAMES: Readonly<Record<DockTab, string>> = {
  problems: 'Problems',
  timeline: 'Timeline',
  state: 'State',
  journal: 'Journal',
  checklist: 'Checklist',
  result: 'Result',
};

const PANELS: Readonly<Record<DockTab, () => ReactNode>> = {
  problems: () => <ProblemsPanel />,
  timeline: () => <TimelinePanel />,
  state: () => <StatePanel />,
  journal: () => <JournalPanel />,
  checklist: () => <ChecklistPanel />,
  result: () => <ResultPanel />,
};

export default function Dock() {
  useFirstProblems();
  const hasRun = useOfShownRun((run) => run !== null);
  // A press on a tab shows its panel, not an empty place that waits for its code.
  useEffect(() => {
    if (hasRun) for (const load of Object.values(OF_RUN)) load().catch(() => undefined);
  }, [hasRun]);
  const { session } = useServices();
  const tab = useSession((state) => state.dockTab);
  const open = useSession((state) => state.dockOpen);
  const height = useSession((state) => state.dockHeight);
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone they are wider than the screen, and not only a press chooses one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is what makes it scroll.
  useEffect(() => {
    tabs.current
      ?.querySelector('[data-state="active"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  return (
    <Tabs.Root
      className={styles.dock}
      role="complementary"
      aria-label="Panels"
      value={tab}
      onValueChange={(value) => session.actions.showTab(value as DockTab)}
    >
      {open ? <DockGrip /> : null}
      <div className={styles.head}>
        <Tabs.List ref={tabs} className={styles.tabs} aria-label="Which panel">
          {DOCK_TABS.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className={styles.tab}
              // A click on the open tab of a folded dock unfolds it too.
              onClick={() => session.actions.showTab(name)}
            >
              {NAMES[name]}
              <TabMark tab={name} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <IconButton
          name={open ? 'Fold the panels' : 'Unfold the panels'}
          aria-expanded={open}
          onClick={() => session.actions.set({ dockOpen: !open })}
        >
          {open ? <ChevronDown size={16} aria-hidden /> : <ChevronUp size={16} aria-hidden />}
        </IconButton>
      </div>
      {DOCK_TABS.map((name) => (
        <Tabs.Content
          key={name}
          value={name}
          className={styles.panel}
          data-open={open || undefined}
          style={{ '--dock-height': `${height - 34}px` } as CSSProperties}
          tabIndex={-1}
        >
          {/* What scrolls must be reachable by keyboard, whatever is in it; folded, there is nothing to reach. */}
          <section aria-label={NAMES[name]} className={styles.region} tabIndex={open ? 0 : -1}>
            <Suspense fallback={null}>{open ? PANELS[name]() : null}</Suspense>
          </section>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** A count where a number matters, a dot where something new can be seen. */
function TabMark({ tab }: { tab: DockTab }) {
  const errors = useDocument((state) => state.problems.filter((p) => p.severity === 'error').length);
  const all = useDocument((state) => state.problems.length);
  const broken = useSession(({ tests }) => tests?.broken ?? 0);
  const over = useOfShownRun((run) => run !== null && isOver(run.state));
  if (tab === 'problems' && all + broken > 0) {
    return (
      <span className={styles.count} data-tone={errors + broken > 0 ? 'danger' : 'warning'}>
        {all + broken}
      </span>
    );
  }
  if (tab === 'result' && over) return <span className={styles.dot} />;
  return null;
}

/**
 * Opens Problems when a plan comes to the table with errors in it, and folds it again once none is left: nobody asked for an
 * empty panel. Never opens while a plan is being edited, and folds nothing that a person has opened or looks at since.
 */
function useFirstProblems(): void {
  const { session } = useServices();
  const planId = useDocument((state) => state.plan.id);
  const isChecked = useDocument((state) => state.isChecked);
  const broken = useDocument((state) => state.problems.some((problem) => problem.severity === 'error'));
  const drafting = useSession((state) => state.drafting);
  const left = useDocument((state) => state.problems.length);
  const tests = useSession((state) => state.tests?.broken ?? 0);
  const shown = useSession(({ dockOpen, dockTab }) => dockOpen && dockTab === 'problems');
  const looked = useRef('');
  const isOwn = useRef(false);

  useEffect(() => {
    // A draft under way is full of errors that its next call resolves; when it has ended it counts as a new plan.
    if (drafting) looked.current = '';
    if (drafting || !isChecked || looked.current === planId) return;
    looked.current = planId;
    if (!broken) return;
    isOwn.current = !session.getState().dockOpen;
    session.actions.showTab('problems');
  }, [drafting, isChecked, planId, broken, session]);

  useEffect(() => {
    if (!shown) isOwn.current = false;
    if (!isOwn.current || !isChecked || left + tests > 0) return;
    isOwn.current = false;
    session.actions.set({ dockOpen: false });
    // The button that mended the last one has gone with it.
    if (document.activeElement === document.body) focusCanvas();
  }, [shown, isChecked, left, tests, session]);
}

/** The edge that sets the dock's height: dragged, or moved by the arrow keys. */
const KEY_STEP = 24;

function DockGrip() {
  const { session } = useServices();
  const height = useSession((state) => state.dockHeight);
  const set = (next: number) => session.actions.set({ dockHeight: clampDock(next) });

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const grip = event.currentTarget;
    const from = event.clientY;
    grip.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => set(height + from - moved.clientY);
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), {
      once: true,
    });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a window splitter is a focusable separator; <hr> takes no focus.
    <div
      role="separator"
      tabIndex={0}
      aria-label="Height of the panels"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={DOCK_MIN}
      aria-valuemax={DOCK_MAX}
      className={styles.grip}
      onPointerDown={drag}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') set(height + KEY_STEP);
        else if (event.key === 'ArrowDown') set(height - KEY_STEP);
        else return;
        event.preventDefault();
      }}
    />
  );
}

/** The dock below the canvas: six panels as tabs, its height dragged or set by arrow keys, folded by a click. */

import { ChevronDown, ChevronUp } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { isOver } from '../../run/whole.ts';
import { DOCK_TABS, type DockTab } from '../../stores/session.ts';
import { IconButton } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { useDocument, useOfShownRun, useServices, useSession } from '../services.ts';
import styles from './Dock.module.css';
import { DockGrip } from './DockGrip.tsx';
import { useFirstProblems } from './use-first-problems.ts';

const ProblemsPanel = late(() =>
  import('../problems/ProblemsPanel.tsx').then((module) => ({ default: module.ProblemsPanel })),
);
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

export function Dock() {
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
          style={open ? { height: height - 34 } : { height: 0 }}
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
  const over = useOfShownRun((run) => run !== null && isOver(run.state));
  if (tab === 'problems' && all > 0) {
    return (
      <span className={styles.count} data-tone={errors > 0 ? 'danger' : 'warning'}>
        {all}
      </span>
    );
  }
  if (tab === 'result' && over) return <span className={styles.dot} />;
  return null;
}

/** The left rail: plans, examples and runs on this device. */

import { Plus, Trash2 } from 'lucide-react';
import { isEnded } from '../../stores/run-trace.ts';
import { isNarrow } from '../frame/narrow.ts';
import { IconButton } from '../parts/Button.tsx';
import { useDocument, useLibrary, useRuns, useServices, useSession } from '../services.ts';
import { ago, counted, RUN_STATUS } from '../words.ts';
import styles from './Rail.module.css';

export function Rail() {
  const { verbs, session } = useServices();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the clicks, by mouse or key, of the buttons inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a button is a click.
    <div
      className={styles.rail}
      data-rail
      onClick={() => {
        // On a phone it lies over what was just opened.
        if (isNarrow()) session.actions.set({ railOpen: false });
      }}
    >
      <section aria-label="Plans" className={styles.scroll}>
        <div className={styles.head}>
          <h2>Plans</h2>
          <IconButton name="New plan" onClick={verbs.newPlan}>
            <Plus size={15} aria-hidden />
          </IconButton>
        </div>
        <PlanList />
        <ExampleList />
        <RunList />
      </section>
    </div>
  );
}

function PlanList() {
  const { verbs, now } = useServices();
  const plans = useLibrary((state) => state.plans);
  const current = useDocument((state) => state.plan.id);
  const welcome = useSession((state) => state.welcome);
  if (plans.length === 0) {
    return <p className={styles.empty}>Plans you make are kept here, on this device only.</p>;
  }
  return (
    <ul className={styles.list}>
      {plans.map((plan) => (
        <li key={plan.id} className={styles.row}>
          <button
            type="button"
            className={styles.entry}
            aria-current={!welcome && plan.id === current ? 'true' : undefined}
            onClick={() => verbs.openPlan(plan.id)}
          >
            <span className={styles.title}>{plan.title}</span>
            <span className={styles.meta}>
              {counted(plan.calls, 'call')} · {ago(plan.savedAt, now())}
            </span>
          </button>
          <IconButton
            name={`Remove ${plan.title}`}
            hint="Remove from this device"
            className={styles.remove}
            onClick={() => verbs.removePlan(plan.id)}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function ExampleList() {
  const { verbs } = useServices();
  const examples = useLibrary((state) => state.examples);
  if (examples.length === 0) return null;
  return (
    <>
      <h2 className={styles.head}>Examples</h2>
      <ul className={styles.list}>
        {examples.map((example) => (
          <li key={example.id} className={styles.row}>
            <button type="button" className={styles.entry} onClick={() => verbs.openExample(example)}>
              <span className={styles.title}>{example.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function RunList() {
  const { verbs, now } = useServices();
  const list = useRuns((state) => state.list);
  const traces = useRuns((state) => state.traces);
  const view = useSession((state) => state.view);
  if (list.length === 0) return null;
  return (
    <>
      <h2 className={styles.head}>Runs</h2>
      <ul className={styles.list}>
        {list.map((run) => {
          const trace = traces[run.runId];
          const status = trace?.status ?? run.status;
          return (
            <li key={run.runId} className={styles.row}>
              <button
                type="button"
                className={styles.entry}
                aria-current={view.kind === 'run' && view.runId === run.runId ? 'true' : undefined}
                onClick={() => verbs.openRun(run.runId)}
              >
                <span className={styles.title}>{run.title}</span>
                <span className={styles.meta}>
                  <span className={styles.dot} data-status={status} data-live={trace && !isEnded(trace)} />
                  {RUN_STATUS[status]} · {ago(run.startedAt, now())}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

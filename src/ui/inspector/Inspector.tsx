/** The selected call: what it does, its parameters as a form or as JSON, and how it is run. */

import { X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { lazy, Suspense } from 'react';
import { IconButton } from '../parts/Button.tsx';
import { useDocument, useServices, useSession, useShownRun } from '../services.ts';
import { CallForm } from './CallForm.tsx';
import { CallInRun } from './CallInRun.tsx';
import styles from './Inspector.module.css';

const CallJson = lazy(() => import('./CallJson.tsx'));

export default function Inspector() {
  const { session } = useServices();
  const id = useSession((state) => state.selection[0]);
  const many = useSession((state) => state.selection.length);
  const run = useShownRun();
  const planCall = useDocument((state) => state.plan.calls.find((call) => call._id === id));
  const call = run?.plan ? run.plan.calls.find((candidate) => candidate._id === id) : planCall;
  if (!call) return null;

  return (
    <div className={styles.inspector} data-inspector={call._id}>
      <section aria-label="Inspector" className={styles.region}>
        <header className={styles.head}>
          <div className={styles.names}>
            <h2 className={styles.tool}>{call._tool}</h2>
            <p className={styles.id}>
              {call._id}
              {many > 1 ? ` and ${many - 1} more selected` : ''}
            </p>
          </div>
          <IconButton name="Close the inspector" onClick={() => session.actions.select([])}>
            <X size={16} aria-hidden />
          </IconButton>
        </header>
        {run ? (
          <CallInRun key={call._id} call={call} run={run} />
        ) : (
          <Tabs.Root defaultValue="form" className={styles.tabs}>
            <Tabs.List className={styles.list} aria-label="How the call is edited">
              <Tabs.Trigger value="form" className={styles.tab}>
                Form
              </Tabs.Trigger>
              <Tabs.Trigger value="json" className={styles.tab}>
                JSON
              </Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="form" className={styles.panel} tabIndex={-1}>
              <CallForm key={call._id} call={call} />
            </Tabs.Content>
            <Tabs.Content value="json" className={styles.panel} tabIndex={-1}>
              <Suspense fallback={<p className={styles.wait}>Opening the editor…</p>}>
                <CallJson key={call._id} call={call} />
              </Suspense>
            </Tabs.Content>
          </Tabs.Root>
        )}
      </section>
    </div>
  );
}

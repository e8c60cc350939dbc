/** The plan itself, beside the canvas: its goal, what it returns, what it asks for, and what holds for all its calls. */

import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense } from 'react';
import { focusCanvas } from '../frame/focus.ts';
import { IconButton } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import side from '../parts/side.module.css';
import { useDocument, useServices } from '../services.ts';
import { GoesOnPart } from './GoesOnPart.tsx';
import { InputsPart } from './InputsPart.tsx';
import { LimitsPart } from './LimitsPart.tsx';
import { PinsPart } from './PinsPart.tsx';
import styles from './plan.module.css';
import { ReturnedPart } from './ReturnedPart.tsx';
import { StatePart } from './StatePart.tsx';
import { useEditOrTell } from './use-edit.ts';
import { VersionsPart } from './VersionsPart.tsx';

/** The same list as under Problems. */
const TestList = late(() => import('../tests/TestList.tsx'));

export default function PlanPanel() {
  const { document, session } = useServices();
  const close = () => {
    session.actions.set({ planOpen: false });
    focusCanvas();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <div className={side.panel} data-plan-panel>
      <section aria-labelledby="plan-itself" className={side.region} onKeyDown={leave}>
        <header className={styles.head}>
          <h2 id="plan-itself">The plan itself</h2>
          <IconButton name="Close the plan’s panel" onClick={close}>
            <X size={16} aria-hidden />
          </IconButton>
        </header>
        {/* Leaving a field ends its step of undo: what is typed there later is a step of its own. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens to its fields and is none. */}
        <div className={styles.body} onBlur={() => document.actions.seal()}>
          <Goal />
          <Part name="output" title="Result">
            <ReturnedPart />
          </Part>
          <Part name="input" title="Inputs">
            <InputsPart />
          </Part>
          <Part name="policy" title="How it runs" closed>
            <LimitsPart />
          </Part>
          <Part name="mandate" title="Going on by itself" closed>
            <GoesOnPart />
          </Part>
          <Part name="state" title="State and data" closed>
            <StatePart />
          </Part>
          <Part name="pins" title="Pinned results" closed>
            <PinsPart />
          </Part>
          <Part name="versions" title="Versions" closed>
            <VersionsPart />
          </Part>
          <Part name="notes" title="Tests" closed>
            <Tests />
          </Part>
        </div>
      </section>
    </div>
  );
}

/** How the person left the parts, as long as the page is open: a look at a call must not fold them. */
const unfolded = new Map<string, boolean>();

/** @param name the part of the document, by which a problem leads here */
function Part({
  name,
  title,
  closed = false,
  children,
}: {
  name: string;
  title: string;
  closed?: boolean;
  children: ReactNode;
}) {
  return (
    <details
      className={styles.part}
      data-part={name}
      open={unfolded.get(name) ?? !closed}
      onToggle={(event) => unfolded.set(name, event.currentTarget.open)}
    >
      <summary>
        <h3>{title}</h3>
      </summary>
      <div className={styles.inner}>{children}</div>
    </details>
  );
}

function Goal() {
  const goal = useDocument((state) => state.plan.goal ?? '');
  const edit = useEditOrTell();
  return (
    <label className={styles.goal}>
      <h3>What it is for</h3>
      <textarea
        rows={2}
        value={goal}
        placeholder="In a sentence"
        onChange={(event) => {
          const next = event.target.value;
          edit(
            [{ kind: 'set-field', field: 'goal', value: next === '' ? undefined : next }],
            'Change the goal',
            'plan.goal',
          );
        }}
      />
    </label>
  );
}

function Tests() {
  const count = useDocument(
    ({ plan }) =>
      plan.notes?.filter((note) => (note as { readonly kind?: unknown } | null)?.kind === 'test').length ?? 0,
  );
  return count === 0 ? (
    <p className="small">
      None yet. What a run shows can be kept as a test: beside a value of its State, or of its Result.
    </p>
  ) : (
    <Suspense fallback={null}>
      <TestList />
    </Suspense>
  );
}

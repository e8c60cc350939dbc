/** The top bar: which plan, where in its work, and what can be done to it from anywhere. */

import { Command, Download, Moon, PanelLeft, Redo2, Share2, Sun, Undo2, Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { wholeOrigin } from '../../plan/origin.ts';
import { ActionIcon, useAction } from '../actions/use-action.tsx';
import { late } from '../parts/late.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { whence } from '../whence.ts';
import { focusCanvas } from './focus.ts';
import { useRunsPlan } from './runs-plan.ts';
import styles from './TopBar.module.css';
import { useShownTheme } from './use-theme.ts';

const RunChip = late(() => import('./RunChip.tsx'));

const PathOfWork = late(() => import('./PathOfWork.tsx'));

export function TopBar() {
  const past = useDocument((state) => state.history.past.at(-1)?.label);
  const future = useDocument((state) => state.history.future[0]?.label);
  const railOpen = useSession((state) => (state.welcome ? state.railOpen : state.plansOpen));
  const welcome = useSession((state) => state.welcome);
  const inRun = useSession((state) => state.view.kind === 'run');
  const theme = useShownTheme();

  return (
    <header className={styles.bar}>
      <div className={styles.plan}>
        {/* Beside a plan the strip has it, where there is one. */}
        <span className={welcome ? undefined : styles.whereNoStrip}>
          <ActionIcon id="rail" name={railOpen ? 'Hide plans' : 'Show plans'} aria-expanded={railOpen}>
            <PanelLeft size={16} aria-hidden />
          </ActionIcon>
        </span>
        {welcome ? (
          <span className={styles.name}>
            <span className={styles.mark} aria-hidden>
              †
            </span>
            Obelus
          </span>
        ) : (
          <>
            <PlanTitle />
            {inRun ? (
              <Suspense fallback={null}>
                <RunChip />
              </Suspense>
            ) : (
              <ApprovalChip />
            )}
          </>
        )}
      </div>
      <div className={styles.path}>
        {welcome ? null : (
          <Suspense fallback={null}>
            <PathOfWork />
          </Suspense>
        )}
      </div>
      <div className={styles.tools}>
        {welcome ? null : (
          <>
            <ActionIcon id="undo" tip={`Undo: ${past}`}>
              <Undo2 size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon id="redo" tip={`Redo: ${future}`}>
              <Redo2 size={16} aria-hidden />
            </ActionIcon>
            <span className={styles.rule} />
            <ActionIcon id="share">
              <Share2 size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon id="import">
          <Download size={16} aria-hidden />
        </ActionIcon>
        {welcome ? null : (
          <ActionIcon id="export">
            <Upload size={16} aria-hidden />
          </ActionIcon>
        )}
        <span className={styles.rule} />
        <ActionIcon id="other-theme" name={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}>
          {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
        </ActionIcon>
        <ActionIcon id="palette">
          <Command size={16} aria-hidden />
        </ActionIcon>
      </div>
    </header>
  );
}

/** Edited in place: Enter keeps it, Escape restores it. */
function PlanTitle() {
  const { document } = useServices();
  const onTable = useDocument((state) => state.plan.title ?? '');
  const run = useRunsPlan();
  // A run of another plan, or of another version, has the title it was approved with.
  const isApart = run?.isTables === false;
  const title = isApart ? (run.plan.title ?? '') : onTable;
  const fixed = useSession((state) => state.view.kind === 'revise') || isApart;
  const [draft, setDraft] = useState<string | null>(null);

  const keep = () => {
    const next = draft?.trim();
    setDraft(null);
    if (next === undefined || next === title.trim()) return;
    document.actions.edit([{ kind: 'set-field', field: 'title', value: next === '' ? undefined : next }], {
      label: 'Rename the plan',
    });
  };

  return (
    <h1 className={styles.heading}>
      <input
        className={styles.title}
        aria-label="Plan title"
        value={draft ?? visible(title)}
        // What is edited is what it is; at rest nothing in it hides or turns the line round (L-75).
        onFocus={() => setDraft(fixed ? null : title)}
        placeholder="Untitled plan"
        readOnly={fixed}
        maxLength={200}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') focusCanvas();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
    </h1>
  );
}

/** Characters of a file's name: the whole of it is in the tooltip, in the rail and in the sheet that is signed. */
const NAME = 11;

/** Which revision is on the table, and whether a person has signed it. */
function ApprovalChip() {
  const revision = useDocument((state) => state.revision);
  const approved = useDocument((state) => state.approval !== null);
  const revising = useSession((state) => state.view.kind === 'revise');
  const came = useDocument((state) => whence(wholeOrigin(state.origins), NAME));
  const whole = useDocument((state) => whence(wholeOrigin(state.origins)) ?? undefined);
  const calls = useDocument((state) => state.plan.calls.length);
  const action = useAction('plan-itself');
  // What is being rewritten is no plan's revision yet.
  if (calls === 0 || revising) return null;
  return (
    <button
      type="button"
      className={`small ${styles.chip}`}
      data-approved={approved || undefined}
      data-tip={action.tip}
      disabled={action.whyNot !== null}
      onClick={action.run}
    >
      <span className={styles.revision}>Revision {revision}</span>
      <span>{approved ? 'Approved' : 'Draft'}</span>
      {came === null ? null : (
        <span className={styles.came} title={whole}>
          <bdi>{came}</bdi>
        </span>
      )}
    </button>
  );
}

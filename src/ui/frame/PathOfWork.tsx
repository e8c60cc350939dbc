/** The path of the work as one row: Draft plan, Dry run, Approve, Run – and Stop while a run goes on. */

import { Check, Square } from 'lucide-react';
import { goesOn } from '../../run/view.ts';
import { errorsOf } from '../../stores/document.ts';
import { useDocument, useOfOpenRun, useServices, useSession } from '../services.ts';
import { nextStep, type PathStep } from './next-step.ts';
import styles from './PathOfWork.module.css';

const STILL_DRAFTING =
  'The plan is still being drafted: this waits until it is whole, or until you stop drafting.';

const LABELS: Readonly<Record<PathStep, string>> = {
  draft: 'Draft plan',
  'dry-run': 'Dry run',
  approve: 'Approve',
  run: 'Run',
};

export function PathOfWork() {
  const { session, planning, plans, running } = useServices();
  const calls = useDocument((state) => state.plan.calls.length);
  const errors = useDocument((state) => errorsOf(state.problems).length);
  const approved = useDocument((state) => state.approval !== null);
  const revision = useDocument((state) => state.revision);
  const triedDry = useSession((state) => state.triedDry === revision);
  const drafting = useSession((state) => state.drafting);
  const shown = useSession((state) => state.view.kind);
  const openId = useOfOpenRun((run) => (run && goesOn(run.state) ? run.runId : null));
  // While the rest of a run's plan is rewritten, its own bar has the next step.
  const isGoing = shown === 'revise' || (shown === 'run' && openId !== null);
  const next = nextStep({ calls, errors, triedDry, approved, running: isGoing });

  const press: Readonly<Record<PathStep, () => void>> = {
    draft: drafting ? planning.cancelDraft : planning.draftPlan,
    'dry-run': plans.dryRun,
    approve: () => session.actions.set({ dialog: 'approve' }),
    run: approved ? () => running.startRun() : () => session.actions.set({ dialog: 'approve' }),
  };
  const blocked: Readonly<Record<PathStep, boolean>> = {
    draft: isGoing,
    'dry-run': calls === 0 || errors > 0 || isGoing || drafting,
    approve: calls === 0 || errors > 0 || isGoing || drafting,
    run: calls === 0 || errors > 0 || isGoing || drafting,
  };
  const done: Readonly<Record<PathStep, boolean>> = {
    draft: calls > 0,
    'dry-run': triedDry,
    approve: approved,
    run: false,
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's meaning to a row of steps.
    <div className={styles.path} role="group" aria-label="Path of the work">
      {(Object.keys(LABELS) as PathStep[]).map((step) => (
        <button
          key={step}
          type="button"
          className={styles.step}
          data-next={next === step || undefined}
          aria-current={next === step ? 'step' : undefined}
          aria-pressed={step === 'dry-run' ? shown === 'dry-run' : undefined}
          disabled={blocked[step]}
          data-tip={drafting && step !== 'draft' ? STILL_DRAFTING : undefined}
          aria-description={drafting && step !== 'draft' ? STILL_DRAFTING : undefined}
          onClick={press[step]}
        >
          {done[step] && next !== step ? <Check size={13} aria-hidden /> : null}
          {LABELS[step]}
        </button>
      ))}
      {isGoing && openId !== null ? (
        <button
          type="button"
          className={[styles.step, styles.stop].join(' ')}
          onClick={() => running.stopRun(openId)}
        >
          <Square size={11} fill="currentColor" aria-hidden />
          Stop
        </button>
      ) : null}
    </div>
  );
}

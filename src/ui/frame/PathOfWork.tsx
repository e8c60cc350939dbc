/** The path of the work as one row: Draft plan, Dry run, Approve, Run – and Stop while a run goes on. */

import { Check, Square } from 'lucide-react';
import { type FocusEvent, useEffect, useRef } from 'react';
import { goesOn } from '../../run/whole.ts';
import { errorsOf } from '../../stores/document.ts';
import { type Shown, useAction } from '../actions/use-action.tsx';
import { useDocument, useOfOpenRun, useSession } from '../services.ts';
import { focusCanvas } from './focus.ts';
import styles from './PathOfWork.module.css';
import { useRunsPlan } from './runs-plan.ts';

const STEPS: readonly PathStep[] = ['draft', 'dry-run', 'approve', 'run'];

export default function PathOfWork() {
  const calls = useDocument((state) => state.plan.calls.length);
  const errors = useDocument((state) => errorsOf(state.problems).length);
  const approved = useDocument((state) => state.approval !== null);
  const revision = useDocument((state) => state.revision);
  const triedDry = useSession((state) => state.triedDry === revision);
  const drafting = useSession((state) => state.drafting);
  const isAtWork = useSession((state) => state.progress !== null);
  const shown = useSession((state) => state.view.kind);
  const openId = useOfOpenRun((run) => (run && goesOn(run.state) ? run.runId : null));
  // While the rest of a run's plan is rewritten, its own bar has the next step.
  const isGoing = shown === 'revise' || (shown === 'run' && openId !== null);
  // What has been done with the plan on the table was not done with the one that is shown.
  const isApart = useRunsPlan()?.isTables === false;
  const next = isApart ? null : nextStep({ calls, errors, triedDry, approved, running: isGoing });

  const draft = useAction('draft');
  const cancel = useAction('cancel-draft');
  const actions: Readonly<Record<PathStep, Shown>> = {
    draft: { ...draft, ...(isAtWork ? { whyNot: cancel.whyNot, run: cancel.run } : {}) },
    'dry-run': useAction('dry-run'),
    approve: useAction('approve'),
    run: useAction('run'),
  };
  const stop = useAction('stop');
  const waits = (step: PathStep) =>
    step === 'draft'
      ? undefined
      : drafting
        ? (actions[step].whyNot ?? undefined)
        : isApart
          ? 'Of the plan on the table, not of this run'
          : undefined;
  const done: Readonly<Record<PathStep, boolean>> = {
    draft: calls > 0,
    'dry-run': triedDry && !isApart,
    approve: approved && !isApart,
    run: false,
  };

  const kept = useKeptFocus(`${STEPS.map((step) => actions[step].whyNot === null)} ${stop.whyNot === null}`);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's meaning to a row of steps.
    <div className={styles.path} role="group" aria-label="Path of the work" {...kept}>
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          className={styles.step}
          data-next={next === step || undefined}
          aria-current={next === step ? 'step' : undefined}
          aria-pressed={step === 'dry-run' ? shown === 'dry-run' : undefined}
          disabled={actions[step].whyNot !== null}
          data-tip={waits(step)}
          aria-description={waits(step)}
          onClick={actions[step].run}
        >
          {done[step] && next !== step ? <Check size={13} aria-hidden /> : null}
          {actions[step].name}
        </button>
      ))}
      {stop.whyNot === null ? (
        <button type="button" className={[styles.step, styles.stop].join(' ')} onClick={stop.run}>
          <Square size={11} fill="currentColor" aria-hidden />
          {stop.name}
        </button>
      ) : null}
    </div>
  );
}

type PathStep = 'draft' | 'dry-run' | 'approve' | 'run';

interface Situation {
  readonly calls: number;
  readonly errors: number;
  /** Whether this very revision was tried dry. */
  readonly triedDry: boolean;
  readonly approved: boolean;
  readonly running: boolean;
}

/** null where nothing in the row is what the person should do next: errors to resolve, a run to watch. */
export function nextStep(now: Situation): PathStep | null {
  if (now.running) return null;
  if (now.calls === 0) return 'draft';
  if (now.errors > 0) return null;
  if (now.approved) return 'run';
  return now.triedDry ? 'approve' : 'dry-run';
}

/**
 * A step that was pressed may be open no more: Run, once it goes on; Stop, once it is over. The keyboard would be nowhere.
 * @param open changes where one opens or closes
 */
function useKeptFocus(open: string) {
  const path = useRef<HTMLDivElement>(null);
  const had = useRef(false);
  const given = useRef<HTMLElement | null>(null);
  useEffect(() => {
    void open;
    const now = document.activeElement;
    // The browser takes the keyboard from what has just been closed only with the next frame.
    const isClosed = now instanceof HTMLButtonElement && now.disabled && path.current?.contains(now) === true;
    // Run closes a moment before Stop opens: what was given the keyboard meanwhile gives it on.
    const isLost = now === document.body || now === given.current || isClosed;
    if (!had.current || !isLost) return;
    const [last] = [...(path.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].reverse();
    if (last) last.focus();
    else focusCanvas();
    given.current = last ?? null;
  }, [open]);
  return {
    ref: path,
    onFocus: () => {
      had.current = true;
    },
    // What is closed while it has the focus is left for nothing.
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      had.current = relatedTarget === null && target instanceof HTMLButtonElement && target.disabled;
      given.current = null;
    },
  };
}

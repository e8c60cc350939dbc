/** The checklist of what is on the canvas: at most eight lines. */

import { Ban, Check, Circle, CircleDashed, LoaderCircle, X } from 'lucide-react';
import { visible } from '../../lib/visible-text.ts';
import { checklistOf, type TodoStatus } from '../../run/checklist.ts';
import type { CallStatus } from '../../run/events.ts';
import { nameIn } from '../../run/name-in.ts';
import { seenDetail } from '../../run/step-table.ts';
import { callStatus } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useInstance } from '../over-list/use-instance.ts';
import { Empty } from '../parts/Empty.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './ChecklistPanel.module.css';
import { deferred, type OfRun } from './deferred.tsx';

const GLYPHS: Readonly<Record<TodoStatus, { Glyph: typeof Check; words: string }>> = {
  pending: { Glyph: Circle, words: 'Pending' },
  in_progress: { Glyph: LoaderCircle, words: 'In progress' },
  completed: { Glyph: Check, words: 'Completed' },
  failed: { Glyph: X, words: 'Failed' },
  skipped: { Glyph: Ban, words: 'Skipped' },
};

/** Without instances the steps are the calls, in order: ten thousand need not be looked up. */
const statusOf = (
  { state }: ShownRun,
  call: string,
  at: number,
  instance: string | null,
): CallStatus | undefined => {
  if (state.instances.length === 0) return state.steps.status[at];
  const name = nameIn(state, call, instance);
  return name === undefined ? 'skipped' : callStatus(state, name);
};

/** Why a call has failed, or failed last: of a result that came after all nobody asks it. */
function failureOf({ state: { program, steps } }: ShownRun, call: string): string | undefined {
  const step = steps.details.size > 0 ? program.index.get(call) : undefined;
  if (step === undefined || steps.status[step] === 'completed') return undefined;
  return seenDetail(steps, step).failure?.message;
}

export default deferred(function ChecklistPanel({ run }: OfRun) {
  const { session } = useServices();
  const plan = useDocument((state) => state.plan);
  const shown = (run && planOf(run.state)) ?? plan;
  const instance = useInstance(run);
  const todos = checklistOf(
    shown,
    (call, at) => (run && statusOf(run, call, at, instance)) ?? 'pending',
    (call) => (run ? failureOf(run, nameIn(run.state, call, instance) ?? call) : undefined),
  );
  if (todos.length === 0) {
    return (
      <Empty>
        <CircleDashed size={14} aria-hidden /> A plan's calls are listed here in at most eight lines.
      </Empty>
    );
  }
  return (
    <ul className={styles.list}>
      {todos.map((todo) => {
        const { Glyph, words } = GLYPHS[todo.status];
        return (
          <li key={todo.id}>
            <button
              type="button"
              className={styles.todo}
              data-status={todo.status}
              onClick={() => session.actions.select(todo.calls)}
            >
              <Glyph size={15} role="img" aria-label={words} />
              <span>
                {visible(todo.content)}
                {todo.note === undefined ? null : <span className={styles.note}>{visible(todo.note)}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
});

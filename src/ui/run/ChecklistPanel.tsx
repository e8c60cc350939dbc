/** The checklist of what is on the canvas: at most eight lines. */

import { Ban, Check, Circle, CircleDashed, LoaderCircle, X } from 'lucide-react';
import { useDeferredValue } from 'react';
import { checklistOf, type TodoStatus } from '../../run/checklist.ts';
import { statusOf } from '../../stores/run-trace.ts';
import { Empty } from '../parts/Empty.tsx';
import { useDocument, useServices, useShownRun } from '../services.ts';
import styles from './ChecklistPanel.module.css';

const GLYPHS: Readonly<Record<TodoStatus, { Glyph: typeof Check; words: string }>> = {
  pending: { Glyph: Circle, words: 'Pending' },
  in_progress: { Glyph: LoaderCircle, words: 'In progress' },
  completed: { Glyph: Check, words: 'Completed' },
  failed: { Glyph: X, words: 'Failed' },
  skipped: { Glyph: Ban, words: 'Skipped' },
};

export default function ChecklistPanel() {
  const { session } = useServices();
  const plan = useDocument((state) => state.plan);
  const run = useDeferredValue(useShownRun());
  const shown = run?.plan ?? plan;
  const todos = checklistOf(
    shown,
    (call) => (run && statusOf(run, call)) ?? 'pending',
    (call) => run?.calls.get(call)?.failure?.message,
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
                {todo.content}
                {todo.note === undefined ? null : <span className={styles.note}>{todo.note}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

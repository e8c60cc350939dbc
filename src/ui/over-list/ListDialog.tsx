/** A run over a list (L-55), before it is approved: where the list comes from, which column is which, how many go first. */

import { useDeferredValue, useMemo, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import { keepList, keptList } from './kept-list.ts';
import { ListColumns } from './ListColumns.tsx';
import { ListLimits } from './ListLimits.tsx';
import { ListRows } from './ListRows.tsx';
import { ListSource } from './ListSource.tsx';
import styles from './list.module.css';
import { type ChosenList, chosen, type PreparedList, prepared } from './prepare.ts';

export default function ListDialog({ onClose }: { onClose: () => void }) {
  const { running } = useServices();
  const plan = useDocument((state) => state.plan);
  const input = useDocument((state) => state.input);
  const [list, setList] = useState<ChosenList | null>(() => keptList(plan.id));
  // A hundred thousand rows are fitted anew with each choice: what is pressed shows before that.
  const fitted = useDeferredValue(list);
  const ready = useMemo(() => fitted && prepared(plan, input, fitted), [plan, input, fitted]);
  const choose = (next: ChosenList | null) => {
    keepList(plan.id, next);
    setList(next);
  };

  const isFitting = fitted !== list;
  const count = ready?.instances.length ?? 0;
  const faulty = ready?.faults.size ?? 0;
  const stops = faulty > 0 && list?.leavesOut !== true;
  const start = () => {
    if (!ready) return;
    const { instances, canary } = ready;
    onClose();
    running.startRun({ instances, ...(canary === undefined ? {} : { canary }) });
  };
  return (
    <Modal
      title="Run over a list"
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          {list === null ? null : (
            <Button
              tone="primary"
              disabled={isFitting || ready === null || stops || ready.problems.length > 0}
              onClick={start}
            >
              Run over {counted(count, 'row')}
            </Button>
          )}
        </>
      }
    >
      {list === null ? (
        <ListSource onList={(from, rows) => choose(chosen(plan, from, rows))} />
      ) : (
        <>
          <p className={styles.from}>
            <span>
              <bdi>{visible(list.from)}</bdi>: {counted(list.rows.length, 'row')},{' '}
              {counted(list.columns.length, 'column')}
            </span>
            <Button onClick={() => choose(null)}>Another list</Button>
          </p>
          <ListColumns list={list} onChange={choose} />
          {ready ? <ListRows list={list} ready={ready} /> : null}
          {ready && faulty > 0 ? <NotFitting list={list} ready={ready} onChange={choose} /> : null}
          <ListLimits list={list} rows={count} onChange={choose} />
          <p role="status" className={styles.problem}>
            {ready?.problems.join(' ')}
          </p>
        </>
      )}
    </Modal>
  );
}

/** So many rows are named that do not fit. */
const NAMED = 5;

interface NotFittingProps {
  list: ChosenList;
  ready: PreparedList;
  onChange: (list: ChosenList) => void;
}

/** What is in the way of a start, row by row, and the way around it. */
function NotFitting({ list, ready, onChange }: NotFittingProps) {
  const { faults } = ready;
  const more = faults.size - NAMED;
  return (
    <section className={styles.unfit} aria-label="Rows that do not fit">
      <p role="status">{counted(faults.size, 'row does', 'rows do')} not fit what the plan asks for:</p>
      <ul>
        {[...faults].slice(0, NAMED).map(([label, message]) => (
          <li key={label}>{visible(message)}</li>
        ))}
        {more > 0 ? <li>and {counted(more, 'other')}</li> : null}
      </ul>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={list.leavesOut}
          onChange={(event) => onChange({ ...list, leavesOut: event.target.checked })}
        />
        Leave {faults.size === 1 ? 'it' : 'them'} out
      </label>
    </section>
  );
}

/** What two tabs made differently of one plan, side by side; each is chosen here, and nothing is lost before. */

import { useEffect, useMemo, useRef } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { type Conflict, callsAt } from '../../plan/conflict.ts';
import { freeId } from '../../plan/free-id.ts';
import { Button } from '../parts/Button.tsx';
import { LongList, type Place } from '../parts/LongList.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useServices } from '../services.ts';
import { ago, counted } from '../words.ts';
import { type ConflictRow, conflictRows, type Line, otherFrom } from './conflict-rows.ts';
import styles from './conflicts.module.css';

export default function ConflictsDialog({ onClose }: { onClose: () => void }) {
  const plan = useDocument((state) => state.plan);
  const input = useDocument((state) => state.input);
  const conflicts = useDocument((state) => state.conflicts);
  const rows = useMemo(() => conflictRows({ plan, input, conflicts }), [plan, input, conflicts]);
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(rows.length);

  // The button that was pressed is gone with its row: the next choice is where the person goes on.
  useEffect(() => {
    if (rows.length < count.current) {
      const next = list.current?.querySelector('button') ?? list.current;
      next?.focus();
    }
    count.current = rows.length;
  }, [rows]);

  return (
    <Modal
      title="Changed in two tabs"
      size="large"
      onClose={onClose}
      foot={<Button onClick={onClose}>{rows.length === 0 ? 'Close' : 'Choose later'}</Button>}
    >
      <p className="lead" role="status">
        {rows.length === 0
          ? 'Everything is chosen.'
          : `${counted(rows.length, 'change')} to choose between. Until you do, what is in the plan stands and the other version is kept beside it.`}
      </p>
      <div ref={list} className={styles.list} tabIndex={-1}>
        <LongList
          as="div"
          count={rows.length}
          rowHeight={150}
          atATime={10}
          className={styles.rows}
          row={(at, place) => {
            const row = itemAt(rows, at);
            return <Choice key={row.key} row={row} place={place} />;
          }}
        />
      </div>
    </Modal>
  );
}

function Choice({ row, place }: { row: ConflictRow; place: Place }) {
  const { document, plans, session, tab, now } = useServices();
  const [first] = row.conflicts as readonly [Conflict, ...Conflict[]];

  const decide = (choice: 'standing' | 'other') => plans.choose(row.conflicts, choice);
  const keepBoth = () => {
    const { plan, origins } = document.getState();
    const [call] = callsAt(first.other);
    if (!call) return;
    const taken = new Set(plan.calls.map(({ _id }) => _id));
    const copy = { ...call, _id: freeId(call._id, (id) => taken.has(id)) };
    const at = plan.calls.findIndex(({ _id }) => _id === call._id) + 1;
    const done = document.actions.edit([{ kind: 'add-call', call: copy, at }], {
      label: 'Keep both versions',
      came: { copies: { from: origins, of: { [copy._id]: call._id } } },
    });
    if (done.ok) decide('standing');
    else session.actions.notify(done.error, 'danger');
  };

  return (
    <section className={styles.choice} aria-label={row.title} {...place}>
      <header className={styles.head}>
        <h3>{row.title}</h3>
        {row.canKeepBoth ? (
          <Button tone="quiet" aria-label={`Keep both versions of ${row.title}`} onClick={keepBoth}>
            Keep both
          </Button>
        ) : null}
      </header>
      <div className={styles.sides}>
        <Side
          head="In the plan now"
          lines={row.standing}
          choose={`Keep what is in the plan for ${row.title}`}
          onChoose={() => decide('standing')}
        />
        <Side
          head={`${otherFrom(first, tab)}, ${ago(first.at, now())}`}
          lines={row.other}
          choose={`Take the other version of ${row.title}`}
          onChoose={() => decide('other')}
        />
      </div>
      {row.alike > 0 ? (
        <p className={`small ${styles.alike}`}>{counted(row.alike, 'property', 'properties')} alike.</p>
      ) : null}
    </section>
  );
}

interface SideProps {
  head: string;
  lines: readonly Line[] | null;
  /** The accessible name of the button. */
  choose: string;
  onChoose: () => void;
}

function Side({ head, lines, choose, onChoose }: SideProps) {
  return (
    <div className={styles.side}>
      <p className="small">{head}</p>
      {lines === null ? (
        <p className={styles.removed}>Removed</p>
      ) : (
        <dl className={styles.lines}>
          {lines.map((line) => (
            <div key={line.name}>
              {line.name === '' ? null : <dt className="small">{line.name}</dt>}
              <dd>{line.text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button aria-label={choose} onClick={onChoose}>
        Keep this one
      </Button>
    </div>
  );
}

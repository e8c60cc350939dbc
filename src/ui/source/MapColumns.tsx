/** Which column of a new file is which of the plan's: the likely ones are filled in, what is missing is said, the first rows stand below. */

import { useEffect, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import type { TriedTable } from '../../run/messages.ts';
import type { Swapping } from '../../stores/swapping.ts';
import type { Likeness } from '../../tools/likely-columns.ts';
import { typeWords } from '../goal/file-facts.ts';
import { Button } from '../parts/Button.tsx';
import shared from '../parts/Columns.module.css';
import { Modal } from '../parts/Modal.tsx';
import { useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './source.module.css';

interface MapColumnsProps {
  swapping: Swapping;
  onClose: () => void;
}

type Mapping = ReadonlyMap<string, string>;

export function MapColumns({ swapping, onClose }: MapColumnsProps) {
  const { swaps, session } = useServices();
  const { name, file, wanted, offered, matches, isMissing, isForRun } = swapping;
  const [mapping, setMapping] = useState<Mapping>(
    () => new Map(matches.map(([column, { column: its }]) => [column, its])),
  );
  const likely = new Map(matches);
  // What is called the same and is of the same kind needs no look.
  const isSettled = (column: Swapping['wanted'][number]) =>
    likely.get(column.name)?.by === 'same' &&
    turned(column, offered, likely.get(column.name)?.column) === null;
  const settled = wanted.filter(isSettled);
  const others = wanted.filter((column) => !isSettled(column));
  const missing = wanted.filter((column) => column.isRead && !mapping.has(column.name));
  const used = new Set(mapping.values());
  const left = offered.filter((column) => !used.has(column.name)).map((column) => column.name);
  const isKnown = wanted.some(({ was }) => was !== undefined);
  const renames = [...mapping].some(([column, its]) => column !== its);

  const close = () => {
    session.actions.set({ swapping: null });
    onClose();
  };
  const choose = (column: string, its: string) => {
    const next = new Map([...mapping].filter(([one, other]) => one !== column && other !== its));
    if (its !== '') next.set(column, its);
    setMapping(next);
  };
  const row = (column: Swapping['wanted'][number]) => (
    <ColumnRow
      key={column.name}
      column={column}
      offered={offered}
      its={mapping.get(column.name) ?? ''}
      likely={likely.get(column.name)}
      onChoose={(its) => choose(column.name, its)}
    />
  );
  return (
    <Modal
      title={
        isMissing
          ? `${visible(file)} as ${visible(name)}`
          : `${visible(file)} in the place of ${visible(name)}`
      }
      size="large"
      onClose={close}
      foot={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            data-first={missing.length === 0 || undefined}
            tone="primary"
            onClick={() => void swaps.take(mapping)}
          >
            {isForRun ? 'Take it, and approve' : 'Take it'}
          </Button>
        </>
      }
    >
      <p className="lead">
        {`${mapping.size} of ${counted(wanted.length, 'column')} ${mapping.size === 1 ? 'has' : 'have'} a place in it. `}
        {renames
          ? 'One call behind the read names them as the plan does; all others stay as they are.'
          : 'The plan stays as it is.'}
      </p>
      {others.length === 0 ? null : <ColumnTable label="Columns to look at">{others.map(row)}</ColumnTable>}
      {settled.length === 0 ? null : (
        <details className={styles.settled} open={others.length === 0}>
          <summary>{counted(settled.length, 'column')} called as before</summary>
          <ColumnTable label="Columns called as before">{settled.map(row)}</ColumnTable>
        </details>
      )}
      <div role="status">
        {missing.length === 0 ? null : (
          <p className={styles.missing}>
            Missing: <bdi>{visible(missing.map((column) => column.name).join(', '))}</bdi>. What names{' '}
            {missing.length === 1 ? 'it' : 'them'} is marked in the plan, and fails in a run.
          </p>
        )}
      </div>
      {left.length === 0 ? null : (
        <p className="small">
          {renames && isKnown ? 'Left out, for the plan knows no such column: ' : 'Comes along: '}
          <bdi>{visible(left.slice(0, NAMED).join(', '))}</bdi>
          {left.length > NAMED ? ` and ${left.length - NAMED} more` : ''}
        </p>
      )}
      <FirstRows mapping={mapping} />
    </Modal>
  );
}

/** So many columns are named. */
const NAMED = 12;

const WHY: Readonly<Record<Likeness, string>> = {
  same: '',
  name: 'taken by its name',
  values: 'taken by its values',
  type: 'the only one of its type that is left',
};

/** What a column was and is not in the new file; null where it is the same or nobody knows. */
function turned(
  { was }: Swapping['wanted'][number],
  offered: Swapping['offered'],
  its: string | undefined,
): string | null {
  const is = offered.find(({ name }) => name === its);
  if (!is || !was || was.type === is.type || was.type === 'empty' || is.type === 'empty') return null;
  return `was ${was.type}, is ${is.type}`;
}

function ColumnTable({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <table className={`${shared.columns} ${styles.columns}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">In the plan</th>
          <th scope="col">In the new file</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface ColumnRowProps {
  column: Swapping['wanted'][number];
  offered: Swapping['offered'];
  its: string;
  likely: Swapping['matches'][number][1] | undefined;
  onChoose: (its: string) => void;
}

function ColumnRow({ column, offered, its, likely, onChoose }: ColumnRowProps) {
  const { name, was, isRead } = column;
  const other = turned(column, offered, its);
  const shown = offered.find((one) => one.name === its);
  const note =
    its === ''
      ? isRead
        ? 'a call names it'
        : 'no call names it'
      : (other ?? (likely?.column === its ? WHY[likely.by] : ''));
  return (
    <tr>
      <th scope="row">
        <bdi>{visible(name)}</bdi>
        <span className="small">{was ? typeWords(was) : ''}</span>
      </th>
      <td>
        <select
          aria-label={`${visible(name)} in the new file`}
          value={its}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">Not in it</option>
          {offered.map((one) => (
            <option key={one.name} value={one.name}>
              {visible(one.name)}
            </option>
          ))}
        </select>
        <span className="small">
          {shown ? visible(`${typeWords(shown)} · ${shown.examples.slice(0, 3).join(', ')}`) : ''}
        </span>
        <span className={`small ${(its === '' && isRead) || other ? styles.warning : ''}`}>{note}</span>
      </td>
    </tr>
  );
}

/** As the plan would read them: by its own calls, on the new file. */
function FirstRows({ mapping }: { mapping: Mapping }) {
  const { swaps } = useServices();
  const [table, setTable] = useState<TriedTable | null>(null);
  const isOpen = useSession((state) => state.swapping !== null);
  useEffect(() => {
    if (!isOpen) return;
    const own = new AbortController();
    swaps.tryTable(mapping, own.signal).then(
      (found) => own.signal.aborted || setTable(found),
      () => undefined,
    );
    return () => own.abort();
  }, [swaps, mapping, isOpen]);
  if (table === null) return <p className="small">Reading its first rows…</p>;
  if ('fault' in table) return <p className="fault">{visible(table.fault)}</p>;
  return (
    <section aria-label="First rows" className={styles.first}>
      <h3>First rows, as the plan gets them</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is there to be filled in. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={styles.rows} tabIndex={0} role="group" aria-label="First rows, as the plan gets them">
        <table>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {visible(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name, and never move.
              <tr key={at}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <td key={column}>{visible(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The rows of a run's state: a path, its value, the calls that wrote it. A row is drawn again when its value is another. */

import { memo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { isOver } from '../../run/whole.ts';
import { valueNow, type WrittenPath } from '../../run/written-paths.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { ChangeAndFork } from '../history/ChangeAndFork.tsx';
import { PinResult } from '../history/PinResult.tsx';
import { LongList } from '../parts/LongList.tsx';
import { Unproven } from '../parts/marks.tsx';
import { useServices } from '../services.ts';
import { KeepAsTest } from '../tests/KeepAsTest.tsx';
import { OpenValue } from '../values/OpenValue.tsx';
import { restInRun } from '../values/rest.ts';
import { ValueView } from '../values/ValueView.tsx';
import { counted } from '../words.ts';
import styles from './StatePanel.module.css';
import { useUnproven } from './use-unproven.ts';

/** Pixels, about: a value of one line. */
const ROW_HEIGHT = 32;

/** Of a list that ten thousand calls have pushed to, these are named. */
const WRITERS = 20;

interface StateTableProps {
  run: ShownRun;
  paths: readonly WrittenPath[];
}

export function StateTable({ run, paths }: StateTableProps) {
  const [open, setOpen] = useState<string | null>(null);
  const over = isOver(run.state);
  const unproven = useUnproven(run);
  return (
    <table className={styles.table} aria-rowcount={paths.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">Path</th>
          <th scope="col">Value</th>
          <th scope="col">Written by</th>
        </tr>
      </thead>
      <LongList
        as="tbody"
        count={paths.length}
        rowHeight={ROW_HEIGHT}
        row={(at) => {
          const written = itemAt(paths, at);
          return (
            <Row
              key={written.path}
              at={at}
              run={run}
              written={written}
              value={valueNow(run.state, written)}
              writers={written.writtenBy.size}
              isUnproven={[...written.writtenBy].some(unproven.call)}
              isOpen={open === written.path}
              isOver={over}
              onOpen={setOpen}
            />
          );
        }}
      />
    </table>
  );
}

interface RowProps {
  /** Its place among all that are written. */
  at: number;
  run: ShownRun;
  written: WrittenPath;
  /** Absent at a moment at which nothing stands there. */
  value: Json | undefined;
  /** How many they are: the set itself goes on growing. */
  writers: number;
  isUnproven: boolean;
  isOpen: boolean;
  /** Whether the run has ended: then its values can be changed in a fork. */
  isOver: boolean;
  onOpen: (path: string | null) => void;
}

/** A run is another object whenever something happened in it: only what this row says counts. */
const isSame = (before: RowProps, now: RowProps): boolean =>
  before.at === now.at &&
  before.value === now.value &&
  before.writers === now.writers &&
  before.isUnproven === now.isUnproven &&
  before.isOpen === now.isOpen &&
  before.written === now.written &&
  before.isOver === now.isOver &&
  before.run.state === now.run.state;

const Row = memo(function Row({ at, run, written, value, isUnproven, isOpen, onOpen }: RowProps) {
  const { path, writtenBy } = written;
  const more = writtenBy.size - WRITERS;
  if (value === undefined) return <tr aria-hidden />;
  return (
    // The head is the first.
    <tr aria-rowindex={at + 2}>
      <th scope="row">
        <span className={styles.path}>
          <code>{path}</code>
          <KeepAsTest run={run} path={path} value={value} writers={writtenBy} />
        </span>
      </th>
      <td>
        <Unproven is={isUnproven} />
        <button
          type="button"
          className={styles.value}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : path)}
        >
          {previewOf(value, 160)}
        </button>
        {isOpen ? (
          <div className={styles.opened}>
            <p>
              <OpenValue of={{ kind: 'path', runId: run.runId, path }} words="Open it" />
            </p>
            <ValueView
              value={value}
              label={path}
              rows={10}
              rest={restInRun({ runId: run.runId, isUnproven })}
            />
          </div>
        ) : null}
      </td>
      <td>
        {[...writtenBy].slice(0, WRITERS).map((call) => (
          <Writer key={call} run={run} call={call} />
        ))}
        {more > 0 ? <span>and {counted(more, 'other')}</span> : null}
      </td>
    </tr>
  );
}, isSame);

function Writer({ run, call }: { run: ShownRun; call: string }) {
  const { session } = useServices();
  return (
    <span className={styles.writing}>
      <button type="button" className={styles.writer} onClick={() => session.actions.select([call])}>
        {call}
      </button>
      <PinResult run={run} call={call} />
      <ChangeAndFork run={run} call={call} />
    </span>
  );
}

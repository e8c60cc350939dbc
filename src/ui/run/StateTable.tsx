/** The rows of a run's state: a path, its value, the calls that wrote it. A row is drawn again when its value is another. */

import { memo, useMemo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { isOver, planOf } from '../../run/whole.ts';
import { valueNow, type WrittenPath } from '../../run/written-paths.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { ChangeAndFork } from '../history/ChangeAndFork.tsx';
import { PinResult } from '../history/PinResult.tsx';
import { type CompletedCall, useStandingValue } from '../live/stands.ts';
import { headWords, restWords } from '../live/value-words.ts';
import { LongList } from '../parts/LongList.tsx';
import { Unproven } from '../parts/marks.tsx';
import { useDocument, useServices } from '../services.ts';
import { KeepAsTest } from '../tests/KeepAsTest.tsx';
import { OpenValue } from '../values/OpenValue.tsx';
import { restInRun, restOf } from '../values/rest.ts';
import { FarView, ValueView } from '../values/ValueView.tsx';
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
  const maker = run.runId === DRY_RUN ? onlyWriter(run, written) : undefined;
  const stands = useStandingValue(maker ?? '');
  const rests = stands ? restWords(stands) : run.runId === DRY_RUN ? 'made up or pinned' : '';
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
          {rests === '' ? null : <span className={styles.invented}>{rests}</span>}
          {stands ? standingWords(stands) : previewOf(value, 160)}
        </button>
        {isOpen && maker !== undefined && stands ? (
          <Computed key={maker} call={maker} label={path} stands={stands} />
        ) : isOpen ? (
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

/** A text by its beginning, as others stand there; rows by how many they are. */
const standingWords = ({ head, rowsIn }: CompletedCall): string =>
  head.as === 'text' ? previewOf(head.text, 160) : visible(headWords(head, rowsIn));

/** What is known without the dry run: as it is looked at on the plan. */
function Computed({ call, label, stands }: { call: string; label: string; stands: CompletedCall }) {
  const plan = useDocument((state) => state.plan);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it comes to now is another value, and looked at anew.
  const far = useMemo(
    () => ({ kind: 'live' as const, planId: plan.id, call, at: [] }),
    [plan.id, call, stands],
  );
  return (
    <div className={styles.opened}>
      <p>
        <OpenValue of={{ kind: 'live', planId: plan.id, call }} words="Open it" />
      </p>
      <FarView far={far} label={label} rows={10} rest={restOf(stands, plan)} />
    </div>
  );
}

/** The call whose value stands there as it is: no other wrote there, and it wrote no part of it. */
function onlyWriter({ state }: ShownRun, { path, writtenBy }: WrittenPath): string | undefined {
  const [id] = writtenBy;
  const call = writtenBy.size === 1 ? planOf(state)?.calls.find(({ _id }) => _id === id) : undefined;
  return call?._outputPath === path ? id : undefined;
}

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

/** Two runs side by side, call by call: what is the same, what differs and where first, what only one of them has. */

import { useEffect, useMemo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { namer } from '../../run/call-names.ts';
import type { UnprovenIn } from '../../run/unproven.ts';
import { type CallView, callNames } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { cameFrom, runFacts } from '../library/run-words.ts';
import { useRunList } from '../library/use-run-list.ts';
import { Empty } from '../parts/Empty.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Unproven } from '../parts/marks.tsx';
import { Options } from '../parts/Options.tsx';
import unseen from '../parts/unseen.module.css';
import { VirtualList } from '../parts/VirtualList.tsx';
import { whileAsked } from '../parts/while-asked.ts';
import { useUnproven } from '../run/use-unproven.ts';
import { useServices, useSession } from '../services.ts';
import { callStatusWords } from '../words.ts';
import styles from './compare.module.css';
import {
  type ComparedCall,
  type ComparedRuns,
  compareRuns,
  type GivenParams,
  type Verdict,
} from './compare-runs.ts';
import {
  candidates,
  differenceWords,
  givenWords,
  sumWords,
  timeWords,
  totalsWords,
} from './compare-words.ts';

export default function CompareDialog({ onClose }: { onClose: () => void }) {
  const { now } = useServices();
  const about = useSession((state) => state.about);
  const list = useRunList();
  const [firstId, setFirst] = useState(about?.runId ?? list[0]?.runId ?? '');
  const others = useMemo(() => candidates(list, firstId), [list, firstId]);
  const [chosen, setChosen] = useState<string | null>(null);
  const otherId = others.find((run) => run.runId === chosen)?.runId ?? others[0]?.runId ?? null;
  const one = useRecord(firstId);
  const other = useRecord(otherId);
  const [given, otherGiven] = [useGiven(one), useGiven(other)];
  const compared = useMemo(
    () =>
      one && other && given && otherGiven ? compareRuns(one, other, { one: given, other: otherGiven }) : null,
    [one, other, given, otherGiven],
  );
  const unproven = { one: useUnproven(one), other: useUnproven(other) };
  const name = useMemo(() => namer(one && planOf(one.state)), [one]);
  const planId = list.find((run) => run.runId === firstId)?.planId;
  const time = now();
  const choice = (run: (typeof list)[number]) =>
    [run.title, runFacts(run, time), run.forkOf ? 'fork' : null, cameFrom(run), run.runId]
      .filter((words) => words !== null)
      .join(' · ');

  return (
    <Modal title="Compare two runs" onClose={onClose} size="large">
      <div className={styles.runs}>
        <label className="field">
          First
          <select value={firstId} onChange={(event) => setFirst(event.target.value)}>
            <Options of={list.map((run) => [run.runId, choice(run)])} />
          </select>
        </label>
        <label className="field">
          Second
          <select
            data-first
            value={otherId ?? ''}
            onChange={(event) => setChosen(event.target.value)}
            disabled={others.length === 0}
          >
            {['Same plan', 'Other plans'].map((group, at) => {
              const inGroup = others.filter((run) => (run.planId === planId) === (at === 0));
              return inGroup.length === 0 ? null : (
                <optgroup key={group} label={group}>
                  <Options of={inGroup.map((run) => [run.runId, choice(run)])} />
                </optgroup>
              );
            })}
          </select>
        </label>
      </div>
      {others.length === 0 ? (
        <Empty>There is no other run to compare with yet. Run it again, or fork it with another value.</Empty>
      ) : compared === null ? (
        <p role="status" className={styles.sum}>
          Reading both records…
        </p>
      ) : (
        <>
          <p role="status" className={styles.sum}>
            {sumWords(compared)}
          </p>
          <p className={styles.totals}>
            The first {totalsWords(compared.totals.one)}. The second {totalsWords(compared.totals.other)}.
          </p>
          <ComparedTable compared={compared} name={name} unproven={unproven} />
        </>
      )}
    </Modal>
  );
}

/** A run's whole record; null while it is read. */
function useRecord(runId: string | null): ShownRun | null {
  const { history } = useServices();
  const [run, setRun] = useState<ShownRun | null>(null);
  useEffect(() => {
    if (runId !== null && runId !== '') return whileAsked(history.recordOf(runId), setRun);
  }, [history, runId]);
  return run !== null && run.runId === runId ? run : null;
}

/** What each call of a run was given; null while it is put together. */
function useGiven(run: ShownRun | null): GivenParams | null {
  const { running } = useServices();
  const [read, setRead] = useState<{ run: ShownRun; given: GivenParams } | null>(null);
  useEffect(() => {
    if (run === null) return;
    const asked = callNames(run.state).map(async (id) => [id, await running.paramsOf(run, id)] as const);
    return whileAsked(Promise.all(asked), (entries) => {
      const given = new Map(entries.flatMap(([id, params]) => (params === null ? [] : [[id, params]])));
      setRead({ run, given });
    });
  }, [running, run]);
  return read !== null && read.run === run ? read.given : null;
}

const ROW = 76;

const VERDICTS: Readonly<Record<Verdict, string>> = {
  same: 'Same',
  different: 'Different',
  'only-one': 'Only in the first',
  'only-other': 'Only in the second',
};

interface ComparedTableProps {
  compared: ComparedRuns;
  name: (call: string) => string;
  unproven: { readonly one: UnprovenIn; readonly other: UnprovenIn };
}

/** The calls of two runs, a row each, those that differ first in reach; only the rows in sight are in the page. */
function ComparedTable({ compared, name, unproven }: ComparedTableProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const rows = onlyDifferent ? compared.calls.filter(isDifferent) : compared.calls;
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.target.checked)}
        />
        Only what differs
      </label>
      {rows.length === 0 ? (
        <Empty>Every call ended the same way and gave the same.</Empty>
      ) : (
        <section className={styles.table} aria-label="Calls of both runs">
          <p className={`small ${styles.heads}`} aria-hidden>
            <span>Call</span>
            <span>First</span>
            <span>Second</span>
            <span>What it gave</span>
          </p>
          <div className={styles.calls}>
            <VirtualList
              count={rows.length}
              rowHeight={ROW}
              label="Calls compared"
              tabStop
              row={(at) => <Row call={itemAt(rows, at)} name={name} unproven={unproven} />}
            />
          </div>
        </section>
      )}
    </>
  );
}

/** Also what gave the same for other parameters is worth a look. */
const isDifferent = ({ verdict, given }: ComparedCall): boolean =>
  verdict !== 'same' || (given !== null && given !== 'same');

function Row({ call, name, unproven }: Omit<ComparedTableProps, 'compared'> & { call: ComparedCall }) {
  const { id, one, other, verdict, difference, given } = call;
  const detail = detailOf(call);
  return (
    <div className={styles.row} data-verdict={verdict}>
      <span className={styles.name} title={id}>
        {name(id)}
      </span>
      <span className={`small ${styles.verdict}`}>{VERDICTS[verdict]}</span>
      <Side call={one} run="First" unproven={unproven.one} />
      <Side call={other} run="Second" unproven={unproven.other} />
      <span className={styles.given} data-same={given === 'same'} title={givenWords(given)}>
        {givenWords(given)}
      </span>
      <span className={styles.detail} title={difference ? differenceWords(difference) : detail}>
        {detail}
      </span>
    </div>
  );
}

interface SideProps {
  call: CallView | undefined;
  run: string;
  unproven: UnprovenIn;
}

function Side({ call, run, unproven }: SideProps) {
  return (
    <span className="small">
      <span className={unseen.unseen}>{run}: </span>
      {call ? `${callStatusWords(call.status, call.wait)}, ${timeWords(call)} ` : 'not in its plan'}
      <Unproven is={call?.status === 'completed' && unproven.call(call.id)} />
    </span>
  );
}

/** What there is to say of a difference beyond the status, which stands beside it. */
function detailOf({ difference, one, other }: ComparedCall): string {
  if (difference) return differenceWords(difference);
  if (one && other && one.branch !== other.branch) return 'They took different branches.';
  return '';
}

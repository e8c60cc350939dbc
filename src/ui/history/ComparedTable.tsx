/** The calls of two runs, a row each, those that differ first in reach; only the rows in sight are in the page. */

import { useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { UnprovenIn } from '../../run/unproven.ts';
import type { CallView } from '../../run/view.ts';
import { Empty } from '../parts/Empty.tsx';
import { Unproven } from '../parts/marks.tsx';
import unseen from '../parts/unseen.module.css';
import { VirtualList } from '../parts/VirtualList.tsx';
import { callStatusWords } from '../words.ts';
import styles from './compare.module.css';
import type { ComparedCall, ComparedRuns, Verdict } from './compare-runs.ts';
import { differenceWords, givenWords, timeWords } from './compare-words.ts';

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

export function ComparedTable({ compared, name, unproven }: ComparedTableProps) {
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

/** Exactly which calls would be entered again, which of them write, and what it is estimated to cost. */

import { itemAt } from '../../lib/columns.ts';
import { namer } from '../../run/call-names.ts';
import { planOf } from '../../run/whole.ts';
import type { RunFromPreview } from '../../stores/run-from-preview.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { EffectBadge } from '../parts/marks.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { EFFECT } from '../words.ts';
import styles from './again.module.css';
import { againWords, doneTwice, priceAgain, twiceWords } from './again.ts';

const ROW = 30;
const ROWS_IN_SIGHT = 8;

export function AgainPreview({ run, preview }: { run: ShownRun; preview: RunFromPreview }) {
  if (preview.refusal !== null) {
    return (
      <p role="alert" className={styles.refusal}>
        {preview.refusal}
      </p>
    );
  }
  const { cleared } = preview;
  const name = namer(planOf(run.state));
  const calls = cleared.map(({ call }) => call);
  const twice = twiceWords(doneTwice(preview));
  return (
    <>
      <p role="status" className={styles.sum}>
        {againWords(preview, priceAgain(run, calls))}
      </p>
      <div className={styles.calls} style={{ height: Math.min(cleared.length, ROWS_IN_SIGHT) * ROW }}>
        <VirtualList
          count={cleared.length}
          rowHeight={ROW}
          label="Calls that are entered"
          tabStop={cleared.length > ROWS_IN_SIGHT}
          row={(at) => {
            const { call, effect, hadResult } = itemAt(cleared, at);
            return (
              <span className={styles.call}>
                <EffectBadge effect={effect} />
                <span className={`clip ${styles.name}`} title={call}>
                  {name(call)}
                </span>
                <span className={`small ${styles.effect}`} data-effect={effect}>
                  {EFFECT[effect]}
                  {hadResult ? ', again' : ', for the first time'}
                </span>
              </span>
            );
          }}
        />
      </div>
      {twice === null ? null : <p className={styles.twice}>{twice}</p>}
    </>
  );
}

/** Whether it may be started: nothing refuses it, and something is entered. */
export const mayStart = (preview: RunFromPreview | null): preview is RunFromPreview =>
  preview !== null && preview.refusal === null && preview.cleared.length > 0;

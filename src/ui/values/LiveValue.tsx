/** A value of the plan on the table, before any run: looked at where the worker has it, and taken along. */

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { FarValue } from '../../run/messages.ts';
import type { ValueHead } from '../../run/value-head.ts';
import type { AskedRow, ViewedValue } from '../../stores/session.ts';
import { headWords, restWords } from '../live/value-words.ts';
import { useDocument, useServices } from '../services.ts';
import { RowPath } from './RowPath.tsx';
import { RowWays } from './RowWays.tsx';
import { restOf } from './rest.ts';
import { SaveRows } from './SaveRows.tsx';
import { savedName } from './saved-name.ts';
import { TakeAlong } from './TakeAlong.tsx';
import { FarView } from './ValueView.tsx';
import styles from './Viewer.module.css';

/** Tables and charts are taken along as they are shown: sorted, filtered, drawn. */
const HAS_OWN: ReadonlySet<ValueHead['as']> = new Set(['rows', 'list', 'chart']);

interface LiveValueProps {
  readonly of: Extract<ViewedValue, { kind: 'live' }>;
  readonly label: string;
}

export function LiveValue({ of, label }: LiveValueProps) {
  const { live: board, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const listen = useCallback((hear: () => void) => board.subscribe(of.call, hear), [board, of.call]);
  const call = useSyncExternalStore(listen, () => board.of(of.call));
  // What the call comes to now is another value: it is looked at anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call's outcome is what makes it another.
  const far = useMemo((): FarValue => ({ ...of, at: [] }), [of, call]);
  const isOther = plan.id !== of.planId;
  const follow = useFollow();
  useEffect(() => {
    if (isOther) session.actions.set({ viewed: null });
  }, [isOther, session]);
  if (!call) return <p className="muted">It has not come yet.</p>;
  if (call.status === 'failed') return <p className="fault">{visible(call.message)}</p>;
  if (call.status === 'notRun') return <p className="muted">{visible(call.why)}</p>;
  const rest = restWords(call);
  return (
    <>
      <p className={styles.caption}>
        {visible(headWords(call.head, call.rowsIn))}
        {rest === '' ? '' : ` – ${rest}`}
        {HAS_OWN.has(call.head.as) ? null : <TakeAlong what={of.call} head={call.head} />}
      </p>
      <FarView
        far={far}
        label={label}
        onRow={follow.back}
        rest={restOf(call, plan)}
        actions={(shown) => (
          <>
            <RowWays shown={shown} onWay={follow.ask} />
            <SaveRows name={savedName(plan, of.call)} shown={shown} rest={restOf(call, plan)} />
          </>
        )}
      />
      {follow.asked ? <RowPath of={of} plan={plan} {...follow.asked} onClose={follow.close} /> : null}
    </>
  );
}

/** The row whose way is asked for. */
export function useFollow(first?: AskedRow) {
  const [asked, ask] = useState<AskedRow | null>(first ?? null);
  return { asked, ask, back: (row: Json) => ask({ row, way: 'back' }), close: () => ask(null) };
}

/** Which calls will not run, because an input that may be left empty is empty (L-18). */

import { useEffect, useState } from 'react';
import { namer } from '../../run/call-names.ts';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';

/** Nothing is typed any more: the engine is asked, and a large plan takes it a moment. */
const STILL_MS = 200;

/** So many are named; of more, how many. */
const NAMED = 6;

export function LeftOut() {
  const { plans } = useServices();
  const plan = useDocument((state) => state.plan);
  const input = useDocument((state) => state.input);
  const [ids, setIds] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another plan, or another input, leaves out other calls.
  useEffect(() => {
    let current = true;
    // What is said of another input is not true of this one.
    setIds([]);
    const asking = setTimeout(() => {
      plans.leftOut().then(
        (found) => current && setIds(found),
        // Its code could not be fetched. The run will say it of each call.
        () => undefined,
      );
    }, STILL_MS);
    return () => {
      current = false;
      clearTimeout(asking);
    };
  }, [plans, plan, input]);
  if (ids.length === 0) return null;
  const name = namer(plan);
  const more = ids.length - NAMED;
  const names = ids.slice(0, NAMED).map((id) => `“${name(id)}”`);
  return (
    <p className={styles.leftOut} role="status">
      {counted(ids.length, 'call')} will not run, because no input is given for{' '}
      {ids.length === 1 ? 'it' : 'them'}: {names.join(', ')}
      {more > 0 ? ` and ${counted(more, 'other')}` : ''}.
    </p>
  );
}

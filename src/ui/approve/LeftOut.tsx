/** Which calls will not run, because an input that may be left empty is empty (L-18). */

import { useEffect, useState } from 'react';
import { namer } from '../../run/call-names.ts';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';

/** So many are named; of more, how many. */
const NAMED = 6;

export function LeftOut() {
  const { verbs } = useServices();
  const plan = useDocument((state) => state.plan);
  // What is given decides, not its value: typing on asks the engine nothing.
  const given = useDocument((state) => Object.keys(state.input).sort().join('\n'));
  const [ids, setIds] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another plan, or other inputs, leave out other calls.
  useEffect(() => {
    let current = true;
    verbs.leftOut().then(
      (found) => current && setIds(found),
      // Its code could not be fetched. The run will say it of each call.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [verbs, plan, given]);
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

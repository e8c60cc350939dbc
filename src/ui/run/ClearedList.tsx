/** Calls that are to be run again, with what each does to the world. */

import type { CallToRunAgain } from '../../stores/run-from-preview.ts';
import { EffectBadge } from '../canvas/EffectBadge.tsx';
import { EFFECT } from '../words.ts';
import styles from './RunFromDialog.module.css';

/** More are counted, not listed: of ten thousand nobody reads them all. */
const SHOWN = 200;

export function ClearedList({ calls }: { calls: readonly CallToRunAgain[] }) {
  return (
    <>
      <ul className={styles.calls} aria-label="Calls that run again">
        {calls.slice(0, SHOWN).map(({ call, description, effect, hadResult }) => (
          <li key={call} data-effect={effect}>
            <EffectBadge effect={effect} />
            <span className={styles.words}>{description}</span>
            <code>{call}</code>
            <span className={styles.effect}>
              {EFFECT[effect]}
              {hadResult ? '' : ', not run yet'}
            </span>
          </li>
        ))}
      </ul>
      {calls.length > SHOWN ? <p className={styles.fact}>… and {calls.length - SHOWN} more.</p> : null}
    </>
  );
}

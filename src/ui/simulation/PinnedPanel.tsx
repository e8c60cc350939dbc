/** Results that a person pinned from real runs: they stand in for invented ones in this plan's dry runs (L-81). */

import { X } from 'lucide-react';
import { itemAt } from '../../lib/columns.ts';
import type { Pins } from '../../stores/session.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { Button } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ScenarioPanel.module.css';
import { AT_A_TIME, ROW_HEIGHT } from './ScenarioPanel.tsx';

interface PinnedPanelProps {
  pinned: Pins;
  name: (call: string) => string;
}

export function PinnedPanel({ pinned, name }: PinnedPanelProps) {
  const { session } = useServices();
  const planId = useDocument((state) => state.plan.id);
  const calls = Object.keys(pinned);
  return (
    <section className={styles.panel} aria-label="Pinned results">
      <div className={styles.head}>
        <span className={`small ${styles.count}`}>
          {calls.length === 0
            ? 'Nothing is pinned. In a run, State and the inspector pin a call’s result.'
            : `${counted(calls.length, 'result')} of real runs stand in for invented ones.`}
        </span>
        <Button
          tone="quiet"
          disabled={calls.length === 0}
          onClick={() => session.actions.unpin(planId, calls)}
        >
          Unpin all
        </Button>
      </div>
      <LongList
        as="ul"
        className={styles.pins}
        count={calls.length}
        rowHeight={ROW_HEIGHT}
        atATime={AT_A_TIME}
        row={(at, place) => {
          const call = itemAt(calls, at);
          return (
            <li key={call} {...place} className={styles.pin}>
              <span className={`clip ${styles.pinName}`} title={name(call)}>
                {name(call)}
              </span>
              <code className={`clip ${styles.pinValue}`}>{previewOf(pinned[call])}</code>
              <button
                type="button"
                className={styles.unpin}
                aria-label={`Unpin ${name(call)}`}
                onClick={() => session.actions.unpin(planId, [call])}
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          );
        }}
      />
    </section>
  );
}

/** What keeps a run over a list within bounds: the canary, the cap of cost, the cap of calls. */

import { useId } from 'react';
import { isOff } from '../../plan/open-step.ts';
import { costOf } from '../approve/flow-calls.ts';
import { useSetPolicy } from '../approve/PolicyFields.tsx';
import { Button } from '../parts/Button.tsx';
import { useDocument } from '../services.ts';
import { counted, price } from '../words.ts';
import styles from './list.module.css';
import type { ChosenList } from './prepare.ts';

interface ListLimitsProps {
  list: ChosenList;
  /** How many it goes over. */
  rows: number;
  onChange: (list: ChosenList) => void;
}

export function ListLimits({ list, rows, onChange }: ListLimitsProps) {
  const { canary } = list;
  const id = useId();
  return (
    <section className={styles.limits} aria-label="Limits">
      <p className={styles.tick}>
        <input
          id={id}
          type="checkbox"
          checked={canary.is}
          onChange={(event) => onChange({ ...list, canary: { ...canary, is: event.target.checked } })}
        />
        <label htmlFor={id}>Stop after the first</label>
        <input
          type="number"
          min={1}
          aria-label="How many go first"
          className={styles.number}
          value={canary.first}
          onChange={(event) => {
            const first = Math.max(1, Math.floor(Number(event.target.value) || 1));
            onChange({ ...list, canary: { is: true, first } });
          }}
        />
        <label htmlFor={id}>
          and ask{canary.is && canary.first >= rows ? ': all of them are the first, so nothing is asked' : ''}
        </label>
      </p>
      <Cost rows={rows} />
      <MostCalls rows={rows} />
    </section>
  );
}

/** Where a tool of the plan states a price. */
function Cost({ rows }: { rows: number }) {
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const set = useSetPolicy();
  const cost = costOf([plan], (_, tool) => catalogue.get(tool));
  if (cost === undefined) return null;
  return (
    <p className={styles.tick}>
      <label>
        At most ${' '}
        <input
          type="number"
          min={0}
          step="any"
          className={styles.number}
          placeholder="no limit"
          value={plan.policy?.maxCost ?? ''}
          onChange={(event) =>
            set('maxCost', event.target.value === '' ? undefined : Math.max(0, Number(event.target.value)))
          }
        />{' '}
        for all of them together
      </label>
      <span className="small">About {price(cost * rows)} if every call runs once for each.</span>
    </p>
  );
}

/** A cap of the whole run (L-50): one that was meant for the plan alone would stop it in the middle of the list. */
function MostCalls({ rows }: { rows: number }) {
  const most = useDocument(({ plan }) => plan.policy?.maxSteps ?? Number.POSITIVE_INFINITY);
  const calls = useDocument(({ plan }) => {
    const on = plan.calls.filter((call) => !isOff(call));
    const each = on.filter(({ _instance }) => _instance === undefined || _instance === '*').length;
    return each * rows + on.length - each;
  });
  const set = useSetPolicy();
  if (calls <= most) return null;
  return (
    <p className={styles.tick}>
      <span>
        That is {counted(calls, 'call')}, and at most {most.toLocaleString('en')} may run.
      </span>
      <Button onClick={() => set('maxSteps', calls)}>Raise to {calls.toLocaleString('en')}</Button>
    </p>
  );
}

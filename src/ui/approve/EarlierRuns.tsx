/** What a run is likely to cost, by those before it: said where one tells, and nowhere else. */

import { useEffect, useState } from 'react';
import { estimateWords } from '../../run/estimate-words.ts';
import type { Estimate } from '../../run/took.ts';
import { useDocument, useServices } from '../services.ts';
import { duration, price } from '../words.ts';
import styles from './ApproveDialog.module.css';

export function EarlierRuns() {
  const { running } = useServices();
  const plan = useDocument((state) => state.plan);
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    let isAsked = true;
    void running.estimate(plan).then((found) => {
      if (isAsked) setEstimate(found);
    });
    return () => {
      isAsked = false;
    };
  }, [running, plan]);
  return estimate === null ? null : (
    <p className={styles.earlier}>
      {estimateWords(estimate, duration, price)} That is no promise: another input can take more.
    </p>
  );
}

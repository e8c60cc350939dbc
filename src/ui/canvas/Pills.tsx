/** References as pills in their paths' colours, with the operators that join them. */

import { Fragment, memo } from 'react';
import type { Hue, Pill } from '../../canvas/card-value.ts';
import hues from './hue.module.css';
import styles from './pills.module.css';

/** The class that gives an element the colour of a path. */
export const hueClass = (hue: Hue): string => hues[`hue${hue}`] ?? '';

const JOINT_WORDS = { '||': 'or', '&&': 'and' } as const;

interface PillsProps {
  readonly pills: readonly Pill[];
  readonly isError?: boolean;
}

export const Pills = memo(function Pills({ pills, isError = false }: PillsProps) {
  return (
    <span className={styles.pills}>
      {pills.map((pill, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same path may stand in one expression twice
        <Fragment key={i}>
          {pill.joint && <span className={styles.joint}>{JOINT_WORDS[pill.joint]}</span>}
          <span className={`${styles.pill} ${isError ? styles.error : hueClass(pill.hue)}`} title={pill.full}>
            <span className={styles.dagger}>†</span>
            <span className="clip">{pill.text}</span>
          </span>
        </Fragment>
      ))}
    </span>
  );
});

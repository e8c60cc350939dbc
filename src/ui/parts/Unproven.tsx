/** Marks a value that may come from a run of another device, wherever one stands (L-74). One word for all places. */

import styles from './Unproven.module.css';

export function Unproven({ is }: { is: boolean }) {
  return is ? (
    <span
      className={styles.unproven}
      title="From a run of another device, or made with what may be: nobody here has seen how it came about"
    >
      unproven
    </span>
  ) : null;
}

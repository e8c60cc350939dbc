/** The ports of the result's card: one takes what is brought, and each row's gives back what is pulled off. */

import { Handle, Position } from '@xyflow/react';
import { ADD_PORT, type ResultRow } from '../../canvas/ends.ts';
import { hueClass } from './Pills.tsx';
import styles from './port.module.css';
import target from './result-port.module.css';

/** One more result is brought here: by an arrow to the port, or to anywhere on the card. */
export function ResultTarget() {
  return (
    <Handle
      id={ADD_PORT}
      type="target"
      position={Position.Left}
      className={`${styles.port} ${styles.hollow} ${target.add}`}
      isConnectableStart={false}
      aria-hidden="true"
    />
  );
}

/** @param isLoose pulled off its place, what is in the row is returned no longer */
export function RowPort({ row, isLoose }: { row: ResultRow; isLoose: boolean }) {
  const [first] = row.pills;
  return (
    <Handle
      id={row.port}
      type="target"
      position={Position.Left}
      className={`${styles.port} ${first ? `${styles.filled ?? ''} ${hueClass(first.hue)}` : styles.neutral}`}
      isConnectableStart={isLoose}
      isConnectableEnd={false}
      aria-hidden="true"
    />
  );
}

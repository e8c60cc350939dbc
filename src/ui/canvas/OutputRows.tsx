/** The foot of a card: where the result is written, a row an alternative, the error alternative apart. */

import { CornerDownRight, TriangleAlert } from 'lucide-react';
import styles from './call-card.module.css';
import type { CallLive } from './call-live.ts';
import type { CardModel } from './card-model.ts';
import type { OutputRow } from './card-outputs.ts';
import { Pills } from './Pills.tsx';
import { Port } from './Port.tsx';

export function OutputRows({ card, live }: { card: CardModel; live: CallLive | undefined }) {
  const taken = live?.status === 'completed' && card.outputs.length > 1 ? (live.branch ?? 0) : null;
  return (
    <div className={styles.outputs}>
      {card.outputs.map((row) => (
        <div
          key={row.port}
          className={`${styles.row} ${styles.output} ${row.isError ? styles.errorRow : ''} ${
            taken !== null && taken !== row.alternative ? styles.notTaken : ''
          }`}
        >
          <Output row={row} live={live} />
          <Port
            port={row.port}
            side="right"
            hue={row.pills[0]?.hue}
            tone={row.isError ? 'error' : undefined}
          />
        </div>
      ))}
    </div>
  );
}

function Output({ row, live }: { row: OutputRow; live: CallLive | undefined }) {
  if (row.broken !== undefined) {
    return (
      <span className={styles.broken} title={`${row.broken} can't be read as an output path`}>
        {row.broken}
      </span>
    );
  }
  if (row.pills.length === 0) {
    return <span className={styles.noOutput}>no output path</span>;
  }
  const taken = live?.status === 'completed' && (live.branch ?? 0) === row.alternative;
  return (
    <>
      {taken && live?.valuePreview && (
        <span className={styles.preview} title={live.valuePreview}>
          {live.valuePreview}
        </span>
      )}
      {row.method && <span className={styles.method}>{row.method}</span>}
      {row.isError ? (
        <TriangleAlert className={styles.errorGlyph} size={12} aria-label="When it fails" />
      ) : (
        <CornerDownRight className={styles.outputGlyph} size={12} aria-hidden="true" />
      )}
      <Pills pills={row.pills} isError={row.isError} />
    </>
  );
}

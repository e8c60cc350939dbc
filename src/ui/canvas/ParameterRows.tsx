/** The middle of a card: a row a parameter, its value or its references, each with its port. */

import styles from './call-card.module.css';
import type { CardModel, CardRow } from './card-model.ts';
import type { CardValue } from './card-value.ts';
import { Pills } from './Pills.tsx';
import { Port } from './Port.tsx';
import { AFTER_PORT, MORE_PORT } from './ports.ts';

interface ParameterRowsProps {
  readonly card: CardModel;
  /** The card before a revision: rows that changed show what they were. */
  readonly before: CardModel | undefined;
}

export function ParameterRows({ card, before }: ParameterRowsProps) {
  if (card.rows.length === 0 && card.hidden.length === 0) return null;
  return (
    <div className={styles.rows}>
      {card.rows.map((row) => (
        <ParameterRow key={`${row.meta} ${row.label}`} row={row} was={changedFrom(row, before)} />
      ))}
      {card.hidden.length > 0 && (
        <div className={styles.row} title={card.hidden.join(', ')}>
          <Port port={MORE_PORT} side="left" />
          <span className={styles.more}>+{card.hidden.length} more</span>
        </div>
      )}
    </div>
  );
}

function ParameterRow({ row, was }: { row: CardRow; was: string | null }) {
  const reference = row.value.kind === 'reference' ? row.value : null;
  return (
    <div className={styles.row}>
      {row.port && (
        <Port
          port={row.port}
          side="left"
          hue={reference?.pills[0]?.hue}
          tone={row.port === AFTER_PORT ? 'neutral' : undefined}
        />
      )}
      <span className={row.meta ? styles.metaLabel : styles.label} title={row.label}>
        {row.label}
      </span>
      {was !== null && (
        <>
          <del className={styles.was} title={`Before: ${was}`}>
            {was}
          </del>
          <span className={styles.arrow}>→</span>
        </>
      )}
      <Value value={row.value} />
    </div>
  );
}

function Value({ value }: { value: CardValue }) {
  switch (value.kind) {
    case 'missing':
      return <span className={styles.missing}>needed</span>;
    case 'literal':
      return (
        <span className={styles.literal} title={value.title}>
          {value.text}
        </span>
      );
    case 'broken':
      return (
        <span className={styles.broken} title={`${value.text} can't be read as a reference`}>
          {value.text}
        </span>
      );
    case 'reference':
      return (
        <span className={styles.references} title={value.title}>
          {value.around && <span className={styles.around}>{value.around}</span>}
          <Pills pills={value.pills} />
        </span>
      );
  }
}

/** What the row said before the revision; null where it says the same. */
function changedFrom(row: CardRow, before: CardModel | undefined): string | null {
  if (!before) return null;
  const old = before.rows.find((candidate) => candidate.label === row.label && candidate.meta === row.meta);
  const was = old ? textOf(old.value) : '';
  return was === textOf(row.value) ? null : was === '' ? '∅' : was;
}

function textOf(value: CardValue): string {
  switch (value.kind) {
    case 'missing':
      return '';
    case 'broken':
      return value.text;
    case 'literal':
    case 'reference':
      return value.title;
  }
}

/** The body of a card: a row a parameter, its value or its references; a row an alternative of its result. Each with its port. */

import { CornerDownRight, TriangleAlert } from 'lucide-react';
import { memo, Suspense } from 'react';
import { AFTER_PORT, type CardModel, type CardRow, MORE_PORT, type OutputRow } from '../../canvas/card.ts';
import type { CardValue } from '../../canvas/card-value.ts';
import { late } from '../parts/late.tsx';
import { Unproven } from '../parts/marks.tsx';
import styles from './call-card.module.css';
import type { CallLive } from './call-live.ts';
import { Pills } from './Pills.tsx';
import { Port } from './Port.tsx';

const OpenPlan = late(() => import('../within/OpenPlan.tsx'));

interface ParameterRowsProps {
  readonly card: CardModel;
  /** The card before a revision: rows that changed show what they were. */
  readonly before: CardModel | undefined;
}

export const ParameterRows = memo(function ParameterRows({ card, before }: ParameterRowsProps) {
  if (card.rows.length === 0 && card.hidden.length === 0) return null;
  return (
    <div className={styles.rows}>
      {card.rows.map((row) => (
        <ParameterRow key={`${row.meta} ${row.name}`} row={row} was={changedFrom(row, before)} />
      ))}
      {card.hidden.length > 0 && (
        <div className={styles.row} title={card.hidden.map(({ label }) => label).join(', ')}>
          <Port port={MORE_PORT} side="left" />
          <span className={styles.more}>+{card.hidden.length} more</span>
        </div>
      )}
    </div>
  );
});

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
      <span
        className={`clip ${styles.label}`}
        data-meta={row.meta || undefined}
        title={row.label === row.name ? row.name : `${row.label} (${row.name})`}
      >
        {row.label}
      </span>
      {was !== null && (
        <>
          <del className={`clip ${styles.was}`} title={`Before: ${was}`}>
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
      return value.isOptional ? null : <span className={styles.missing}>needed</span>;
    case 'literal':
      return (
        <bdi className={styles.literal} title={value.title}>
          {value.text}
        </bdi>
      );
    case 'broken':
      return (
        <span className={styles.broken} title={`${value.text} can't be read as a reference`}>
          {value.text}
        </span>
      );
    case 'plan':
      return (
        <Suspense fallback={null}>
          <OpenPlan {...value} />
        </Suspense>
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

/** What the row said before the revision; null where it says the same. References read as they do on their pills. */
function changedFrom(row: CardRow, before: CardModel | undefined): string | null {
  if (!before) return null;
  const old = before.rows.find((candidate) => candidate.name === row.name && candidate.meta === row.meta);
  const was = old ? textOf(old.value) : '';
  if (was === textOf(row.value)) return null;
  if (old?.value.kind === 'reference' && old.value.around === undefined)
    return old.value.pills.map(({ text, joint }) => (joint ? ` ${joint} ${text}` : text)).join('');
  return was === '' ? '∅' : was;
}

function textOf(value: CardValue): string {
  switch (value.kind) {
    case 'missing':
      return '';
    case 'broken':
      return value.text;
    case 'literal':
    case 'plan':
    case 'reference':
      return value.title;
  }
}

// ---- Where the result is written, the error alternative apart ----

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
          <Output row={row} live={live} hasHead={card.valueHeight > 0} />
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

/** Made once: what its call does changes nothing of them. */
const ERROR_GLYPH = <TriangleAlert className={styles.errorGlyph} size={12} aria-label="When it fails" />;
const OUTPUT_GLYPH = <CornerDownRight className={styles.outputGlyph} size={12} aria-hidden="true" />;

/** @param hasHead what came is on the card already */
function Output(props: { row: OutputRow; live: CallLive | undefined; hasHead: boolean }) {
  const { row, live, hasHead } = props;
  if (row.broken !== undefined) {
    return (
      <span className={styles.broken} title={`${row.broken} can't be read as an output path`}>
        {row.broken}
      </span>
    );
  }
  if (row.pills.length === 0) {
    return <span className="small">no output path</span>;
  }
  const taken = live?.status === 'completed' && (live.branch ?? 0) === row.alternative;
  return (
    <>
      {taken && !hasHead && live?.valuePreview && (
        <span className={`clip ${styles.preview}`} title={live.valuePreview}>
          {live.valuePreview}
        </span>
      )}
      {taken && <Unproven is={live?.unproven === true} />}
      {row.method && <span className={styles.method}>{row.method}</span>}
      {row.isError ? ERROR_GLYPH : OUTPUT_GLYPH}
      <Pills pills={row.pills} isError={row.isError} />
    </>
  );
}

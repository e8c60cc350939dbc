/** A card at an end of the plan, as a node of React Flow: its frame. What is in it, whoever owns the plan draws. */

import type { NodeProps } from '@xyflow/react';
import { memo, Suspense } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import styles from './call-card.module.css';
import { useCanvasContext } from './canvas-context.ts';
import { type EndFlowNode, valueId } from './to-flow.ts';

/** Until what is in it has come. */
const Head = ({ name }: { name: string }) => (
  <div className={styles.header}>
    <span className={styles.name}>{name}</span>
  </div>
);

export const EndNode = memo(function EndNode({ id, data: { end } }: NodeProps<EndFlowNode>) {
  const { far, labelId, Value, End: Inside } = useCanvasContext();
  const name = end.kind === 'input' ? visible(end.title) : 'Result';
  return (
    <div className={`${styles.card} ${far ? styles.far : ''}`} data-end={end.kind} data-far={far}>
      <span id={labelId(id)} className={styles.spoken}>
        {end.kind === 'input' ? `Input ${name}` : 'What the plan returns'}
      </span>
      {far ? (
        <>
          <span className={styles.farName}>{name}</span>
          {end.kind === 'result' && Value ? (
            <Suspense fallback={null}>
              <Value id={OUTPUT_PART} labelId={valueId(labelId(id))} />
            </Suspense>
          ) : null}
        </>
      ) : (
        <Suspense fallback={<Head name={name} />}>
          {Inside ? <Inside end={end} labelId={labelId(id)} /> : <Head name={name} />}
        </Suspense>
      )}
    </div>
  );
});

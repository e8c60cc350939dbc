/** How much the plan of a call does, and the way into it: on its card, which looks like two. */

import type { CardValue } from '../../canvas/card-value.ts';
import { useCanvasContext } from '../canvas/canvas-context.ts';
import { counted } from '../words.ts';
import { offerWithin } from './actions.ts';
import styles from './within.module.css';

// It is done by one of them, which may not be here yet.
offerWithin();

export default function OpenPlan({ call, calls, title }: Extract<CardValue, { kind: 'plan' }>) {
  const { controller } = useCanvasContext();
  return (
    <button
      type="button"
      className={`nodrag nopan ${styles.opens}`}
      title={`Open the plan ${title}`}
      aria-label={`Open the plan of ${call}`}
      // One that is pressed twice is not the card.
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={() => controller.perform({ kind: 'open-plan', call })}
    >
      {counted(calls, 'call')} ›
    </button>
  );
}

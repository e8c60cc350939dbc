/** What is in a card at an end of the plan: what it asks for, with its value; or what it returns, with what that comes to. */

import type { KeyboardEvent } from 'react';
import type { End } from '../../canvas/ends.ts';
import { late } from '../parts/late.tsx';
import styles from './EndCard.module.css';

/** Few plans ask for anything, and its forms are large. */
const InputCard = late(() => import('./InputCard.tsx'));
const ResultCard = late(() => import('./ResultCard.tsx'));

interface EndCardProps {
  readonly end: End;
  readonly labelId: string;
}

export default function EndCard({ end, labelId }: EndCardProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the keys of its fields and buttons from the calls that are selected.
    <div className={styles.end} onKeyDown={keep}>
      {end.kind === 'input' ? <InputCard end={end} /> : <ResultCard end={end} labelId={labelId} />}
    </div>
  );
}

/** Delete takes away selected calls, an arrow goes to the next: neither is meant by one who is here. */
function keep(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape' && event.key !== 'F6')
    event.stopPropagation();
}

/** A value that is kept apart: how much there is of it, how it begins, more of it when it is asked for, all of it as a file. */

import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Json } from '../../lib/json.ts';
import { type LargeValue, sizeInWords } from '../../run/large-value.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import styles from './ResultPanel.module.css';

interface LargeViewProps {
  large: LargeValue;
  isUnproven: boolean;
  /** Draws a beginning of it; null for the one that came with it. */
  children: (more: Json | null) => ReactNode;
}

export function LargeView({ large, isUnproven, children }: LargeViewProps) {
  const { history, session } = useServices();
  const [more, setMore] = useState<Json | null>(null);
  const gone = () =>
    session.actions.notify(
      'This value is no longer on this device. Run the plan again to make it anew.',
      'danger',
    );
  const showMore = async () => {
    const head = await history.moreOf(large);
    if (head === null) gone();
    else setMore(head);
  };
  const save = async () => {
    if (!(await history.saveLarge(large, isUnproven))) gone();
  };
  return (
    <>
      <p className={`small ${styles.more}`}>
        {sizeInWords(large)}. {more === null ? 'This is how it begins.' : 'This is more of its beginning.'}
      </p>
      {children(more)}
      <p className={styles.large}>
        {more === null ? <Button onClick={() => void showMore()}>Show more</Button> : null}
        <Button onClick={() => void save()}>
          <Download size={14} aria-hidden /> Save all as JSON
        </Button>
      </p>
    </>
  );
}

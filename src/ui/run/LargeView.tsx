/** A value that is kept apart: how much there is of it, how it begins, all of it when it is asked for, and as a file. */

import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type LargeValue, sizeInWords } from '../../run/large-value.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { UNPROVEN } from '../values/rest.ts';
import { ValueView } from '../values/ValueView.tsx';
import styles from './ResultPanel.module.css';

interface LargeViewProps {
  large: LargeValue;
  label: string;
  isUnproven: boolean;
  /** Draws the beginning that came with it. */
  children: ReactNode;
}

export function LargeView({ large, label, isUnproven, children }: LargeViewProps) {
  const { history, session } = useServices();
  const [all, setAll] = useState(false);
  const save = async () => {
    if (await history.saveLarge(large, isUnproven)) return;
    session.actions.notify(
      'This value is no longer on this device. Run the plan again to make it anew.',
      'danger',
    );
  };
  return (
    <>
      <p className={`small ${styles.more}`}>
        {sizeInWords(large)}.{all ? '' : ' This is how it begins.'}
      </p>
      {all ? (
        <ValueView value={large as never} label={label} rows={12} rest={isUnproven ? UNPROVEN : undefined} />
      ) : (
        children
      )}
      <p className={styles.large}>
        {all ? null : <Button onClick={() => setAll(true)}>Show all of it</Button>}
        <Button onClick={() => void save()}>
          <Download size={14} aria-hidden /> Save all as JSON
        </Button>
      </p>
    </>
  );
}

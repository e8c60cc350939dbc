/** A stranger's text as it is written, line by line: what would hide in it is seen. */

import { useState } from 'react';
import { visibleLines } from '../../lib/visible-text.ts';
import { Button } from '../parts/Button.tsx';
import styles from './ValueTable.module.css';

/** Characters that are drawn at a time. */
const STEP = 50_000;

export function AsText({ text }: { text: string }) {
  const [shown, setShown] = useState(STEP);
  if (text === '') return <p className="muted">Nothing is in it.</p>;
  return (
    <>
      <pre className={styles.text} dir="auto">
        {visibleLines(text.slice(0, shown))}
      </pre>
      {text.length > shown ? (
        <p>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more of {text.length.toLocaleString('en')} characters
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** The plan's title, edited in place: Enter keeps it, Escape restores it. */

import { useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { useDocument, useServices, useSession } from '../services.ts';
import styles from './PlanTitle.module.css';

export function PlanTitle() {
  const { document } = useServices();
  const title = useDocument((state) => state.plan.title ?? '');
  // A run has the title it was approved with.
  const fixed = useSession((state) => state.view.kind === 'revise');
  const [draft, setDraft] = useState<string | null>(null);

  const keep = () => {
    const next = draft?.trim();
    setDraft(null);
    if (next === undefined || next === title.trim()) return;
    document.actions.edit([{ kind: 'set-field', field: 'title', value: next === '' ? undefined : next }], {
      label: 'Rename the plan',
    });
  };

  return (
    <h1 className={styles.heading}>
      <input
        className={styles.title}
        aria-label="Plan title"
        value={draft ?? visible(title)}
        // What is edited is what it is; at rest nothing in it hides or turns the line round (L-75).
        onFocus={() => setDraft(fixed ? null : title)}
        placeholder="Untitled plan"
        readOnly={fixed}
        maxLength={200}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
    </h1>
  );
}

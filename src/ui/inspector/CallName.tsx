/** The call's id, edited in place: Enter keeps it, Escape restores it. What reads its result reads a path and stays. */

import { useState } from 'react';
import type { Call } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { useDocument, useServices } from '../services.ts';
import styles from './Inspector.module.css';

/** A card stands under its call's id: renamed, it must not jump. */
function renameEdits(call: Call, id: string, at: { x: number; y: number } | undefined): readonly Edit[] {
  const edits: Edit[] = [{ kind: 'replace-call', id: call._id, call: { ...call, _id: id } }];
  if (at) edits.push({ kind: 'place', positions: { [call._id]: null, [id]: at } });
  return edits;
}

export function CallName({ call }: { call: Call }) {
  const { document, session } = useServices();
  const place = useDocument((state) => state.plan.layout?.[call._id]);
  const taken = useDocument((state) => state.plan.calls);
  const [draft, setDraft] = useState<string | null>(null);

  const keep = () => {
    const id = draft?.trim();
    setDraft(null);
    if (!id || id === call._id) return;
    if (taken.some((other) => other._id === id)) {
      return session.actions.notify(`There is a call ${id} already. Choose another name.`, 'danger');
    }
    if (!/^[A-Za-z0-9_-]{1,40}$/.test(id)) {
      return session.actions.notify(
        'A call is named with letters, digits, _ and -, at most 40 of them.',
        'danger',
      );
    }
    const done = document.actions.edit(renameEdits(call, id, place), {
      label: `Rename ${call._id} to ${id}`,
    });
    if (done.ok) session.actions.select([id]);
    else session.actions.notify(done.error, 'danger');
  };

  return (
    <input
      className={styles.id}
      aria-label="Name of the call"
      value={draft ?? call._id}
      spellCheck={false}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape' || draft === null) return;
        setDraft(null);
        event.stopPropagation();
      }}
    />
  );
}

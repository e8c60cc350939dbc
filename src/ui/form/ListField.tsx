/** A list of values of one kind: add, remove, each edited in place. Of a long one, the page has what is near the sight. */

import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import styles from './form.module.css';

/** Pixels, about: a line of text under its label. */
const ROW_HEIGHT = 64;

interface ListFieldProps {
  labelledBy: string;
  items: readonly Json[];
  render: (item: Json, change: (next: Json) => void, at: number) => ReactNode;
  onChange: (items: Json[]) => void;
  onAdd: () => Json;
}

export function ListField({ labelledBy, items, render, onChange, onAdd }: ListFieldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the name is the label above, which a <legend> could not be.
    <div role="group" aria-labelledby={labelledBy} className={styles.nested}>
      <LongList
        as="ul"
        count={items.length}
        rowHeight={ROW_HEIGHT}
        row={(at, place) => (
          <li key={at} {...place} className={styles.item}>
            {render(itemAt(items, at), (next) => onChange(items.toSpliced(at, 1, next)), at)}
            <IconButton name={`Remove item ${at + 1}`} onClick={() => onChange(items.toSpliced(at, 1))}>
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        )}
      />
      <Button tone="quiet" onClick={() => onChange([...items, onAdd()])}>
        <Plus size={14} aria-hidden /> Add an item
      </Button>
    </div>
  );
}

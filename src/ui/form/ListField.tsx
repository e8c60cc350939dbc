/** A list of values of one kind: add, remove, each edited in place. */

import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Json } from '../../lib/json.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import styles from './form.module.css';

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
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element of a list has no name but its place.
        <div key={at} className={styles.item}>
          {render(item, (next) => onChange(items.toSpliced(at, 1, next)), at)}
          <IconButton name={`Remove item ${at + 1}`} onClick={() => onChange(items.toSpliced(at, 1))}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button tone="quiet" onClick={() => onChange([...items, onAdd()])}>
        <Plus size={14} aria-hidden /> Add an item
      </Button>
    </div>
  );
}

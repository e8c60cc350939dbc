/** One cell, whole: a text with its lines, what holds more as a tree. */

import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { AsText } from './AsText.tsx';
import { JsonTree } from './JsonTree.tsx';
import styles from './ValueTable.module.css';

interface CellPaneProps {
  readonly name: string;
  /** Of its row among those shown, from 0. */
  readonly place: number;
  readonly value: Json;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}

export function CellPane({ name, place, value, onCopy, onClose }: CellPaneProps) {
  const words = `${visible(name || 'Value')}, row ${(place + 1).toLocaleString('en')}`;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => pane.current?.focus(), []);
  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-label={words}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.paneHead}>
        <h3 className="clip">
          <bdi>{words}</bdi>
        </h3>
        <IconButton name="Close the cell" hint={null} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      {typeof value === 'object' && value !== null ? (
        <JsonTree value={value} label={words} />
      ) : (
        <AsText text={value === null ? '' : String(value)} />
      )}
      <p>
        <Button onClick={onCopy}>Copy</Button>
      </p>
    </section>
  );
}

/** One cell, whole: a text with its lines, what holds more as a tree. */

import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { Button } from '../parts/Button.tsx';
import { AsText } from './AsText.tsx';
import { JsonTree } from './JsonTree.tsx';
import { Pane } from './Pane.tsx';

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
  return (
    <Pane title={words} close="Close the cell" place="beside" onClose={onClose}>
      {typeof value === 'object' && value !== null ? (
        <JsonTree value={value} label={words} />
      ) : (
        <AsText text={value === null ? '' : String(value)} />
      )}
      <p>
        <Button onClick={onCopy}>Copy</Button>
      </p>
    </Pane>
  );
}

/** Where a card's ports are while it is drawn as a block: React Flow looks for them in the page when a card appears. */

import { type CardModel, portPlaces } from './card-model.ts';
import styles from './port.module.css';

export function FarPorts({ card }: { card: CardModel }) {
  return portPlaces(card).map(({ port, side, y }) => (
    <span
      key={port}
      // The class and the data are what React Flow reads of its own handles.
      className={`${side === 'left' ? 'target' : 'source'} ${styles.place} ${styles[side]}`}
      data-handleid={port}
      data-handlepos={side}
      style={{ top: y }}
    />
  ));
}

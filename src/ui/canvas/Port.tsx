/** A port: a dot on the card's edge that an arrow ends at and a new one is pulled from. */

import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import { readerPortOf } from '../../canvas/card.ts';
import type { Hue } from '../../canvas/card-value.ts';
import { hueClass } from './Pills.tsx';
import styles from './port.module.css';

interface PortProps {
  readonly port: string;
  readonly side: 'left' | 'right';
  /** Colour of the path that goes through it; hollow without one. */
  readonly hue?: Hue | undefined;
  readonly tone?: 'error' | 'neutral' | undefined;
}

/** What its call does changes nothing of it. */
export const Port = memo(function Port({ port, side, hue, tone }: PortProps) {
  const filled = tone ? styles[tone] : hue ? `${styles.filled} ${hueClass(hue)}` : styles.hollow;
  return (
    <Handle
      id={port}
      type={side === 'left' ? 'target' : 'source'}
      position={side === 'left' ? Position.Left : Position.Right}
      className={`${styles.port} ${filled}`}
      isConnectable={side === 'right' || readerPortOf(port) !== null}
      aria-hidden="true"
    />
  );
});

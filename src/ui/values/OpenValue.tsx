/** Opens a value in a view of its own. */

import { Maximize2 } from 'lucide-react';
import type { ViewedValue } from '../../stores/session.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { placeOfOne } from './place-of-one.ts';

interface OpenValueProps {
  readonly of: ViewedValue;
  readonly words?: string;
  readonly place?: 'full' | 'beside';
}

export function OpenValue({ of, words = 'Open', place }: OpenValueProps) {
  const { session } = useServices();
  return (
    <Button onClick={() => session.actions.set({ viewed: { of, place: place ?? placeOfOne() } })}>
      <Maximize2 size={13} aria-hidden /> {words}
    </Button>
  );
}

/** Another file in the place of one that the plan reads: which of its columns is which, and its first rows as the plan gets them. */

import { useSession } from '../services.ts';
import { FilePlaces } from './FilePlaces.tsx';
import { MapColumns } from './MapColumns.tsx';

export default function SwapDialog({ onClose }: { onClose: () => void }) {
  const swapping = useSession((state) => state.swapping);
  return swapping ? (
    <MapColumns key={swapping.file} swapping={swapping} onClose={onClose} />
  ) : (
    <FilePlaces onClose={onClose} />
  );
}

/** Two runs side by side, call by call. */

import { Modal } from '../parts/Modal.tsx';

export default function CompareDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Compare two runs" onClose={onClose} size="large">
      {null}
    </Modal>
  );
}

/** What a run of the past, or one from outside, would do again on this device: approved as a plan is, or not at all (L-74). */

import { useStore } from 'zustand';
import { ServicesProvider, useServices } from '../services.ts';
import ApproveDialog from './ApproveDialog.tsx';

export default function ApproveRun({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const now = useStore(services.toApprove, (state) => state.now);
  if (!now) return null;
  const running = {
    ...services.running,
    startRun: (replans: Parameters<typeof services.approvals.goOn>[0] = 'ask') =>
      services.approvals.goOn(replans),
  };
  return (
    // The same sheet, about this run's plan and not the one on the table.
    <ServicesProvider value={{ ...services, document: now.document, running }}>
      <ApproveDialog onClose={onClose} ofRun starts={now.starts} />
    </ServicesProvider>
  );
}

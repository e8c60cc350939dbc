/** The sheet of a run over a list (L-55): as any other of the plan on the table, and what was chosen of the list goes on with it. */

import ApproveDialog from '../approve/ApproveDialog.tsx';
import { ServicesProvider, useServices, useSession } from '../services.ts';

export default function ApproveList({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const choices = useSession((state) => state.about?.choices);
  if (!choices?.instances) return null;
  const { instances, canary } = choices;
  const startRun: typeof services.running.startRun = (more, despite) =>
    services.running.startRun({ ...choices, ...more }, despite);
  return (
    <ServicesProvider value={{ ...services, running: { ...services.running, startRun } }}>
      <ApproveDialog onClose={onClose} over={{ instances, ...(canary === undefined ? {} : { canary }) }} />
    </ServicesProvider>
  );
}

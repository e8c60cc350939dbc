/** What a run of the past, or one from outside, would do again on this device: approved as a plan is, or not at all (L-74). */

import { useStore } from 'zustand';
import { WITH_RECORD } from '../../flows/words.ts';
import { isForeign } from '../../plan/origin.ts';
import type { RunSummary } from '../../stores/ports.ts';
import { ServicesProvider, useRuns, useServices } from '../services.ts';
import ApproveDialog from './ApproveDialog.tsx';

export default function ApproveRun({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const now = useStore(services.toApprove, (state) => state.now);
  const list = useRuns((state) => state.list);
  if (!now) return null;
  const running = {
    ...services.running,
    startRun: (choices: Parameters<typeof services.approvals.goOn>[0] = { replans: 'ask' }) =>
      services.approvals.goOn(choices),
  };
  return (
    // The same sheet, about this run's plan and not the one on the table.
    <ServicesProvider value={{ ...services, document: now.document, running }}>
      <ApproveDialog
        onClose={onClose}
        ofRun
        starts={now.starts}
        isPart={now.start.isPart === true}
        brought={isBrought(list, now.start.fork?.runId) ? WITH_RECORD : undefined}
      />
    </ServicesProvider>
  );
}

/** Whether its input and files came with a record from outside: of a run here that took one over, they still did. */
function isBrought(list: readonly RunSummary[], from: string | undefined): boolean {
  const seen = new Set<string>();
  for (let runId = from; runId !== undefined && !seen.has(runId); ) {
    seen.add(runId);
    const row = list.find((one) => one.runId === runId);
    if (row && isForeign(row.origin)) return row.origin.own !== true;
    runId = row?.forkOf?.runId;
  }
  return false;
}

/** Whether the approval that is kept with a plan still stands on this device. */

import type { ReceiptsRepository, StoredPlan } from '../stores/ports.ts';

/** The plan as it is kept, without an approval that was taken back or never given here. */
export async function standing(
  stored: StoredPlan,
  receipts: () => Promise<Pick<ReceiptsRepository, 'holds'>>,
): Promise<StoredPlan> {
  if (!stored.approval || (await (await receipts()).holds(stored.approval.hash))) return stored;
  return { ...stored, approval: null };
}

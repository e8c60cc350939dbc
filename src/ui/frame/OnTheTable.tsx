/** Which document the screen edits: the plan on the table, or the rest of a run's plan while a person rewrites it. */

import { type ReactNode, useMemo } from 'react';
import { ServicesProvider, useRevising, useServices } from '../services.ts';

export function OnTheTable({ children }: { children: ReactNode }) {
  const services = useServices();
  const document = useRevising()?.document ?? services.document;
  const here = useMemo(() => ({ ...services, document }), [services, document]);
  return <ServicesProvider value={here}>{children}</ServicesProvider>;
}

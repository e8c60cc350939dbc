/** All ways the plan on the table can go, worked out a way at a time while the page stays alive. */

import { useEffect, useState } from 'react';
import { type AllWays, simulateAll } from '../../simulate/all-ways.ts';
import { useDocument } from '../services.ts';
import type { DryRun } from './use-dry-run.ts';

class NoLongerWanted extends Error {}

/** null while it is worked out. */
export function useAllWays({ options, results }: Pick<DryRun, 'options' | 'results'>): AllWays | null {
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const [all, setAll] = useState<AllWays | null>(null);
  useEffect(() => {
    let wanted = true;
    setAll(null);
    const between = async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (!wanted) throw new NoLongerWanted();
    };
    simulateAll(plan, catalogue, { ...options, results, between }).then(
      (played) => {
        if (wanted) setAll(played);
      },
      (error: unknown) => {
        if (!(error instanceof NoLongerWanted)) throw error;
      },
    );
    return () => {
      wanted = false;
    };
  }, [plan, catalogue, options, results]);
  return all;
}

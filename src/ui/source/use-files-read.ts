/** The files that the plan on the table reads by their names. */

import { useMemo } from 'react';
import { type FileRead, filesRead } from '../../check/files-read.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import { useDocument, useSession } from '../services.ts';

export function useFilesRead(): readonly FileRead[] {
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const files = useSession((state) => state.files);
  return useMemo(() => {
    const profiles = files.flatMap(({ profile }) => profile ?? []);
    return filesRead(plan, catalogue, BUILT_INS, profiles);
  }, [plan, catalogue, files]);
}

/** From a result to the next one: the plan of its run, on a new file. It is signed again, as what it reads is another file. */

import { useMemo } from 'react';
import { filesRead } from '../../check/files-read.ts';
import { visible } from '../../lib/visible-text.ts';
import { planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { useServices } from '../services.ts';

const NONE: readonly never[] = [];

export function AgainOnFile({ run }: { run: ShownRun }) {
  const { swaps } = useServices();
  const plan = planOf(run.state);
  const read = useMemo(
    () => (plan ? filesRead(plan, catalogueOf(builtInTools, plan.tools), BUILT_INS, NONE) : NONE),
    [plan],
  );
  if (!plan || read.length === 0) return null;
  return read.map(({ name }) => (
    <ChooseFile
      key={name}
      label={`A new file in the place of ${visible(name)}`}
      onChoose={(file) => void swaps.give({ name, planId: plan.id }, file, true)}
    >
      {read.length === 1 ? 'Run again on a new file…' : `Run again on another ${visible(name)}…`}
    </ChooseFile>
  ));
}

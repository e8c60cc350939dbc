/** Every case of `cases/`, through the functions that run the conformance folder. */

import { describe, expect, test } from 'vitest';
import { runCase } from '../../src/cli/conformance/run-case.ts';
import { differences } from '../../src/cli/conformance.ts';
import { failureCases } from './cases/failure.ts';
import { gateCases } from './cases/gates.ts';
import { instanceCases } from './cases/instances.ts';
import { onceCases } from './cases/once.ts';
import { readingCases } from './cases/reading.ts';
import { replanCases } from './cases/replan.ts';
import { ceilingCases, resultCases } from './cases/results.ts';
import { resumeCases } from './cases/resume.ts';
import { subPlanCases } from './cases/sub-plans.ts';
import { writingCases } from './cases/writes.ts';
import type { RunCase } from './cases/writing.ts';

const GROUPS: Readonly<Record<string, readonly RunCase[]>> = {
  reading: readingCases,
  writing: writingCases,
  failure: failureCases,
  once: onceCases,
  gates: gateCases,
  replan: replanCases,
  instances: instanceCases,
  results: resultCases,
  ceilings: ceilingCases,
  resume: resumeCases,
  'sub-plans': subPlanCases,
};

describe.each(Object.entries(GROUPS))('%s', (_, cases) => {
  test.each(cases.map((one) => [`${one.name} (${one.rules?.join(', ')})`, one] as const))(
    '%s',
    async (_name, one) => {
      const given = { ...one, kind: one.killAfter ? 'resume' : 'run' } as const;
      expect(differences(given, await runCase(given))).toEqual([]);
    },
  );
});

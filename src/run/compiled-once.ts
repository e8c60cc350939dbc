/** Programs that several runs share: a dry run of 64 ways, a run and its resume compile a revision once. */

import type { Plan } from '../plan/document.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { compileProgram, type Program } from './program.ts';
import type { RunSetting } from './state.ts';

/** What a program depends on beside its plan, where the run has no instances and nothing was done before. */
type Tools = Pick<RunSetting, 'catalogue' | 'hasActivity' | 'contractBehind' | 'durationOf'>;

interface Compiled {
  readonly catalogue: Tools['catalogue'];
  readonly hasActivity: Tools['hasActivity'];
  readonly contractBehind: Tools['contractBehind'] | undefined;
  readonly program: Program;
}

const programs = new WeakMap<Plan, Compiled>();

/** The program of a revision that starts from nothing. The same plan object and tools give the same program. */
export function programOf(plan: Plan, tools: Tools): Program {
  const { catalogue, hasActivity, contractBehind } = tools;
  const known = tools.durationOf ? undefined : programs.get(plan);
  if (
    known?.catalogue === catalogue &&
    known.hasActivity === hasActivity &&
    known.contractBehind === contractBehind
  )
    return known.program;
  const program = compileProgram(plan, catalogueOf(catalogue.list(), plan.tools), tools);
  // How long calls took in earlier runs is not the same from run to run.
  if (!tools.durationOf) programs.set(plan, { catalogue, hasActivity, contractBehind, program });
  return program;
}

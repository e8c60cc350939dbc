/** Which calls of a run stand under a mandate (L-64), and which of them lie beyond it. Changes nothing. */

import { type CallReach, isWithin, mandateQuestion, reachOf } from '../flows/mandate.ts';
import { callUse } from '../flows/use.ts';
import { itemAt } from '../lib/columns.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Mandate, Plan } from '../plan/document.ts';
import { rowOf } from '../plan/rows.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { isGranted } from './grants.ts';
import { resolveParams } from './params.ts';
import type { RunState } from './state.ts';
import { stepNamed } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** What the runs above say of one below them. */
export interface MandatesAbove {
  /** They hold for all below (L-56). */
  readonly mandates: readonly Mandate[];
  /** The calls that lead here were signed, so that what the plan here holds was, too. */
  readonly isSigned: boolean;
  /** Whether a person has allowed it for the whole run, by its name. */
  isAllowed(about: string): boolean;
}

/** Whether a person has signed, or looked at, the call as it stands; others came by a planner. */
export function isVouched({ vouched }: RunState, call: Call): boolean {
  if (vouched === null) return true;
  const known = vouched.get(call._id);
  return known !== undefined && behavesAlike(known, call);
}

/** The plan without the calls that only a planner has made. */
export const vouchedPlan = (state: RunState): Plan => {
  const { plan } = state.program;
  return state.vouched === null
    ? plan
    : { ...plan, calls: plan.calls.filter((call) => isVouched(state, call)) };
};

/** All that has to hold for a call; empty where it was signed, or where nobody gave a mandate. */
export function mandatesFor(state: RunState, call: Call): readonly Mandate[] {
  const above = state.setting.above?.();
  const isSigned = isVouched(state, call) && (above?.isSigned ?? true);
  if (isSigned && !(isFedAnew(state, call) && sendsOn(state, call))) return NONE;
  const own = state.program.plan.mandate;
  return [...(own ? [own] : []), ...(above?.mandates ?? NONE)];
}

const NONE: readonly Mandate[] = [];

/**
 * Whether a call reads what comes, by whatever way, from one that only a planner has made. Of a signed call it was signed where that
 * goes, and not what goes there: else a turn with another writer before it would send what the run holds to a signed host.
 */
function isFedAnew(state: RunState, call: Call): boolean {
  const { program, setting, vouched } = state;
  const first = stepNamed(state, call._id);
  // Only real code has effects.
  if (vouched === null || setting.contractBehind === undefined || first === -1) return false;
  const seen = new Set([first]);
  for (const step of seen) {
    for (const read of rowOf(program.reads, step)) {
      for (const { call: writer } of itemAt(program.paths, read).writes) {
        if (!isVouched(state, itemAt(program.steps, writer).call)) return true;
        seen.add(writer);
      }
    }
  }
  return false;
}

/** Whether it changes something, or what it is given leaves the device: what only computes here may read what it likes. */
function sendsOn({ program, setting }: RunState, call: Call): boolean {
  const catalogue = catalogueOf(setting.catalogue.list(), program.plan.tools);
  const { effect, sinks } = callUse(call, catalogue, setting);
  return effect === 'write' || effect === 'irreversible' || sinks.some(({ kind }) => kind !== 'device');
}

/** The name of what has to be allowed before a call starts; null where nothing has. Call only for one that is ready. */
export function beyondMandate(state: RunState, step: Step): string | null {
  if (state.vouched === null && state.setting.above === undefined) return null;
  const mandates = mandatesFor(state, step.call);
  if (mandates.length === 0) return null;
  const reach = reachOf(step.call, resolveParams(state, step), step.contract, state.setting);
  if (mandates.every((mandate) => isWithin(mandate, reach))) return null;
  const about = mandateQuestion(reach);
  return isAllowedForAll(state, about) ? null : about;
}

const isAllowedForAll = (state: RunState, about: string): boolean =>
  isGranted(state.grants, null, about) || state.setting.above?.().isAllowed(about) === true;

/** Whether a call that has started may go there: a person said so of it, or all its mandates hold it. */
export function mayReach(state: RunState, id: string, reach: CallReach): boolean {
  const step = stepNamed(state, id);
  if (step !== -1 && seenDetail(state.steps, step).approved) return true;
  const { call } = state.program.steps[step] ?? {};
  if (!call) return false;
  return (
    mandatesFor(state, call).every((mandate) => isWithin(mandate, reach)) ||
    isAllowedForAll(state, mandateQuestion(reach))
  );
}

/** What a run says to those below the call of it. @param up what is above it */
export function mandatesBelow(state: RunState, callId: string, up: MandatesAbove | undefined): MandatesAbove {
  const step = state.program.steps[stepNamed(state, callId)];
  const own = state.program.plan.mandate;
  return {
    mandates: [...(own ? [own] : []), ...(up?.mandates ?? NONE)],
    isSigned:
      step !== undefined &&
      isVouched(state, step.call) &&
      !isFedAnew(state, step.call) &&
      (up?.isSigned ?? true),
    isAllowed: (about) => isGranted(state.grants, null, about) || up?.isAllowed(about) === true,
  };
}

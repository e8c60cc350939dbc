/** The parts that an answer declares, as they stand in the document of the plan. */

import type { Call, OwnPlan, Plan } from '../../plan/document.ts';
import { freeId } from '../../plan/free-id.ts';
import { OPEN_TOOL } from '../../plan/open-step.ts';

/** A part that is to be planned. */
export interface Part {
  readonly name: string;
  readonly contract: OwnPlan;
  /** 1 for a part of the plan itself. */
  readonly depth: number;
  readonly within?: string;
  /** Its contract and what its calls give it, as they are written: of the files those are told that are named in it. */
  readonly words: string;
  /** What was wrong with it where the plan was tried whole. */
  readonly lastError?: string;
  /** It was asked for before, and that answer broke off. */
  readonly isSecond?: true;
}

/** The parts of an answer that calls of it run, and the names of those that none does. */
export function partsOf(
  { plans = {}, calls }: Pick<Plan, 'plans' | 'calls'>,
  depth: number,
  within?: string,
): { readonly used: readonly Part[]; readonly unused: readonly string[] } {
  const used: Part[] = [];
  const unused: string[] = [];
  for (const [name, contract] of Object.entries(plans)) {
    const by = calls.filter(({ _delegate }) => _delegate === `#${name}`);
    const words = JSON.stringify([contract, by]);
    if (by.length === 0) unused.push(name);
    else used.push({ name, contract, depth, words, ...(within === undefined ? {} : { within }) });
  }
  return { used, unused };
}

/** By the name in its answer the name each part gets in the document, where those of other answers stand, too. */
export function namesFor(
  parts: readonly Part[],
  isTaken: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const given = new Set<string>();
  for (const { name } of parts) {
    const free = freeId(name, (id) => isTaken(id) || given.has(id));
    given.add(free);
    names.set(name, free);
  }
  return names;
}

/** The call with the part that it runs under the name it has in the document. */
export function renamed(call: Call, names: ReadonlyMap<string, string>): Call {
  const name = names.get(call._delegate?.slice(1) ?? '');
  return name === undefined ? call : { ...call, _tool: name, _delegate: `#${name}` };
}

/** A part that nobody could plan: what it was to do is a person's to fill in, and nobody can sign it. */
export const opened = (contract: OwnPlan): OwnPlan => ({
  ...contract,
  calls: [
    {
      _id: OPEN_TOOL,
      _tool: OPEN_TOOL,
      _description: contract.goal ?? 'What this part was to do',
      _outputPath: '†state.result',
    },
  ],
  output: '†state.result',
});

/** Takes out what no call leads to any more. */
export function prune(plans: Map<string, OwnPlan>, calls: readonly Call[]): void {
  const led = new Set<string>();
  const walk = (from: readonly Call[]): void => {
    for (const { _delegate } of from) {
      const name = _delegate?.slice(1) ?? '';
      const sub = plans.get(name);
      if (!sub || led.has(name)) continue;
      led.add(name);
      walk(sub.calls);
    }
  };
  walk(calls);
  for (const name of plans.keys()) if (!led.has(name)) plans.delete(name);
}

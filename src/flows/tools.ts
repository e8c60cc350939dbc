/**
 * Whose the tools of a plan are (L-75), as a person reads it: built in, the person's own code, the plan's own; and by whose
 * code a call is really done, where that is another's. Knows no screen.
 */

import { visible } from '../lib/visible-text.ts';
import { type Delegates, NO_DELEGATES } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import { isOff } from '../plan/open-step.ts';
import { isRoomMaker, runsBelow } from '../tools/agent.ts';
import { type Catalogue, catalogueOf } from '../tools/catalogue.ts';
import { mandatesIn } from './mandate.ts';
import { enteredBy, type FlowSetting } from './use.ts';

/** Tools of one origin, answered by the same code. */
export interface ToolGroup {
  /** `built in`, `this plan’s own, answered by a model`. */
  readonly words: string;
  /** As they may be shown, each once, in the order of the plan. */
  readonly names: readonly string[];
}

/** In words, where the contract came from that a plan brings; null where it was made here. `room` is the reference of a sub-plan. */
export type ContractCame = (name: string, room?: string) => string | null;

/**
 * What stands beside the name of the tool that a call calls.
 * @param catalogue the contracts in force: the plan's own over those of the device
 */
export function originWords(
  call: Call,
  plan: Plan,
  catalogue: Catalogue,
  setting: FlowSetting,
  came?: ContractCame,
): string {
  const isPlans = plan.tools?.some(({ name }) => name === call._tool) ?? false;
  return wordsFor(call, isPlans, catalogue, setting, came?.(call._tool));
}

/** The tools of a plan and of those below it, by whose they are: built-in ones last, for of them least has to be asked. */
export function toolGroups(
  plan: Plan,
  setting: FlowSetting,
  delegates: Delegates = NO_DELEGATES,
  came?: ContractCame,
): readonly ToolGroup[] {
  const groups = new Map<string, Set<string>>();
  const rooms = [[undefined, plan] as const, ...Object.entries(delegates)];
  for (const [reference, room] of rooms) {
    const catalogue = catalogueOf(setting.catalogue.list(), room.tools);
    const written = new Set((room.tools ?? []).map(({ name }) => name));
    for (const call of [...room.calls, ...callsAllowed(room, catalogue)]) {
      // What a call does that delegates is what the calls of its sub-plan do, which are named themselves.
      if (runsBelow(call, catalogue.get(call._tool)) || isOff(call)) continue;
      const from = came?.(call._tool, reference);
      const words = wordsFor(call, written.has(call._tool), catalogue, setting, from);
      const names = groups.get(words) ?? new Set();
      names.add(visible(call._tool));
      groups.set(words, names);
    }
  }
  return [...groups]
    .sort(([a], [b]) => Number(a === BUILT_IN) - Number(b === BUILT_IN))
    .map(([words, names]) => ({ words, names: [...names] }));
}

/** What a mandate of it, its own or an agent's, may call by itself (L-64): one call a tool, which stands in no plan yet. */
const callsAllowed = (plan: Plan, catalogue: Catalogue): readonly Call[] =>
  mandatesIn(plan, catalogue).flatMap(({ mandate }) =>
    mandate.tools.map((_tool): Call => ({ _id: '', _tool })),
  );

const BUILT_IN = 'built in';

function wordsFor(
  call: Call,
  isPlans: boolean,
  catalogue: Catalogue,
  setting: FlowSetting,
  came: string | null = null,
): string {
  const contract = catalogue.get(call._tool);
  if (isRoomMaker(call, contract)) return 'a plan of its own, by a model';
  if (runsBelow(call, contract)) return 'a plan of its own';
  const entered = enteredBy(call, contract, setting);
  const isApps = entered !== null && setting.contractBehind?.(entered) !== undefined;
  const isItself = entered === call._tool;
  const code = entered === null ? '' : `“${visible(entered)}”`;
  const done = entered === null ? 'answered by a model' : isApps ? `done by the built-in ${code}` : null;
  const from = came === null ? '' : `, ${came}`;
  if (isPlans)
    return `this plan’s own${from}, ${done ?? `done by your own code${isItself ? '' : ` ${code}`}`}`;
  if (isItself) return isApps ? BUILT_IN : 'your own code';
  const ours = setting.contractBehind?.(call._tool);
  // A step that thinks is what it says it is; the empty activity of a call takes another tool's code away (A-16).
  if (ours?.activity === '' && entered === null) return `${BUILT_IN}, ${done}`;
  const known = ours !== undefined ? `${BUILT_IN}, but here ` : '';
  return `${known}${done ?? `done by your own code ${code}`}`;
}

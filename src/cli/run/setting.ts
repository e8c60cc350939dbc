/** What tools there are at a terminal – built in, given with the command, the plan's own –, and what the checks say of a plan with them. */

import type { Activity } from '../../activities/activity.ts';
import { hasActivity } from '../../activities/registry.ts';
import type { CheckOptions } from '../../check/check.ts';
import type { Problem } from '../../check/problem.ts';
import type { Plan } from '../../plan/document.ts';
import type { ModelConnection } from '../../planner/openai/connection.ts';
import { serverOf } from '../../planner/openai/server-of.ts';
import type { RunSetting } from '../../run/state.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../../tools/catalogue.ts';
import type { ValuesOf } from '../command.ts';
import { problemsOf } from '../open-plan.ts';
import { readTools } from '../read-file.ts';
import { contractsFor, loadActivities } from './own-activities.ts';

const builtIns = catalogueOf(builtInTools);

/** Where the person gave code under a built-in name, that name is theirs (L-75). */
export const builtInsWithout = (own: ReadonlyMap<string, unknown>): Catalogue =>
  own.size === 0 ? builtIns : catalogueOf(builtInTools.filter(({ name }) => !own.has(name)));

/** What the options `--activities` and `--tools` bring. */
export interface Brought {
  /** The person's own code, by the name of its tool. */
  readonly own: ReadonlyMap<string, Activity>;
  readonly tools: readonly ToolContract[];
}

export const TOOL_OPTIONS = { tools: { type: 'string' }, activities: { type: 'string' } } as const;

export const broughtBy = async (values: ValuesOf<typeof TOOL_OPTIONS>): Promise<Brought> => ({
  own: values.activities === undefined ? new Map() : await loadActivities(values.activities),
  tools: values.tools === undefined ? [] : await readTools(values.tools),
});

/** Contracts of this terminal; code without any gets the careful one. A plan's own come on top of them (L-35). */
export function settingOf(
  own: ReadonlyMap<string, unknown>,
  tools: readonly ToolContract[],
  plans: readonly Plan[],
  connection: ModelConnection | null = null,
): RunSetting {
  const given = catalogueOf(tools);
  const known = catalogueOf(builtInTools, tools, ...plans.map((plan) => plan.tools));
  const catalogue = catalogueOf(
    builtInTools,
    contractsFor(own, (name) => known.get(name) !== undefined),
    tools,
  );
  return {
    catalogue,
    hasActivity: (name) => own.has(name) || hasActivity(name),
    contractBehind: contractBehindIn(own),
    ownContract: (name) => (own.has(name) ? given.get(name) : undefined),
    modelServer: connection && serverOf(connection.baseUrl),
  };
}

/** The contract of code that is not the person's own. */
export const contractBehindIn = (own: ReadonlyMap<string, unknown>) => (name: string) =>
  own.has(name) ? undefined : builtIns.get(name);

/** What the checks say of a plan and its sub-plans, as they would run here. */
export function problemsHere(
  plan: Plan,
  { own, setting }: Pick<Brought, 'own'> & { readonly setting: RunSetting },
  { profiles = [], ...options }: Pick<CheckOptions, 'library' | 'profiles'>,
): Problem[] {
  const catalogueBelow = (sub: Plan) => catalogueOf(setting.catalogue.list(), sub.tools);
  return problemsOf(plan, catalogueBelow(plan), {
    catalogueBelow,
    builtIns: builtInsWithout(own),
    ...options,
    // Where none of them is, the plan lies alone: what is missing is said before it is run.
    ...(profiles.length > 0 ? { profiles } : {}),
  });
}

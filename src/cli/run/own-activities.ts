/** `--activities FILE.mjs`: a module whose exports are the code behind tools. The person who runs it vouches for it. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Activity, type Before, withBefore } from '../../activities/activity.ts';
import { isObject } from '../../lib/json.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import { Fault } from '../command.ts';

/**
 * By tool name: named exports, and the members of an object that is exported as default. The export `before` is no tool
 * but what comes before one, by its name: a tool that writes may ask only there (L-91a).
 */
export async function loadActivities(path: string): Promise<ReadonlyMap<string, Activity>> {
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new Fault(`${path} can't be loaded as activities: ${messageOf(error)}.`);
  }
  const { default: inDefault, ...named } = module;
  const { before, ...tools } = { ...(isObject(inDefault) ? inDefault : {}), ...named };
  const activities = new Map<string, Activity>();
  for (const [name, value] of Object.entries(tools))
    if (typeof value === 'function') activities.set(name, value as Activity);
  if (activities.size === 0)
    throw new Fault(`${path} exports no functions. Export one for each tool, by its name.`);
  for (const [name, first] of beforesOf(path, before)) {
    const activity = activities.get(name);
    if (!activity) throw new Fault(`${path} exports a "before" for "${name}", but no tool of that name.`);
    activities.set(name, withBefore(activity, first));
  }
  return activities;
}

function beforesOf(path: string, before: unknown): [string, Before][] {
  if (before === undefined) return [];
  const entries = isObject(before) ? Object.entries(before as Record<string, unknown>) : [];
  if (entries.length === 0 || entries.some(([, value]) => typeof value !== 'function')) {
    throw new Fault(
      `${path} exports "before", which is to be an object of functions by tool name: { saveOrder: async (params, context) => … }.`,
    );
  }
  return entries as [string, Before][];
}

/**
 * Contracts for code that no contract speaks of: any parameters, and, as it does not say, the effect `write` (§2).
 * @param known the contracts that are there already, which say more
 */
export const contractsFor = (
  activities: ReadonlyMap<string, unknown>,
  known: (name: string) => boolean,
): ToolContract[] => [...activities.keys()].filter((name) => !known(name)).map((name) => ({ name }));

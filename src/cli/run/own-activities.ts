/** `--activities FILE.mjs`: a module whose exports are the code behind tools. The person who runs it vouches for it. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Activity } from '../../activities/activity.ts';
import { isObject } from '../../lib/json.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import { Fault } from '../command.ts';

/** By tool name: named exports, and the members of an object that is exported as default. */
export async function loadActivities(path: string): Promise<ReadonlyMap<string, Activity>> {
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new Fault(
      `${path} can't be loaded as activities: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const { default: inDefault, ...named } = module;
  const entries = Object.entries({ ...(isObject(inDefault) ? inDefault : {}), ...named });
  const activities = new Map<string, Activity>();
  for (const [name, value] of entries)
    if (typeof value === 'function') activities.set(name, value as Activity);
  if (activities.size === 0)
    throw new Fault(`${path} exports no functions. Export one for each tool, by its name.`);
  return activities;
}

/**
 * Contracts for code that no contract speaks of: any parameters, and, as it does not say, the effect `write` (§2).
 * @param known the contracts that are there already, which say more
 */
export const contractsFor = (
  activities: ReadonlyMap<string, Activity>,
  known: (name: string) => boolean,
): ToolContract[] => [...activities.keys()].filter((name) => !known(name)).map((name) => ({ name }));

/** `--activities FILE.mjs`: a module whose exports are the code behind tools. The person who runs it vouches for it. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Activity, type Before, withBefore } from '../../activities/activity.ts';
import { isObject } from '../../lib/json.ts';
import { errorOf, messageOf } from '../../lib/thrown.ts';
import { visible } from '../../lib/visible-text.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import { Fault } from '../command.ts';
import { readText } from '../read-file.ts';

/**
 * By tool name: named exports, and the members of an object that is exported as default. The export `before` is no tool
 * but what comes before one, by its name: a tool that writes may ask only there (L-91a).
 */
export async function loadActivities(path: string): Promise<ReadonlyMap<string, Activity>> {
  // Of a file that is not there, the system would name the file of this program that asked for it.
  await readText(path);
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
    if (typeof value === 'function') activities.set(name, known(value as Activity));
  if (activities.size === 0)
    throw new Fault(`${path} exports no functions. Export one for each tool, by its name.`);
  for (const [name, first] of beforesOf(path, before)) {
    const activity = activities.get(name);
    if (!activity) throw new Fault(`${path} exports a "before" for "${name}", but no tool of that name.`);
    activities.set(name, withBefore(activity, inCall(first)));
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

/** The call whose code runs, in all that it begins. */
const within = new AsyncLocalStorage<string>();

const inCall =
  <A extends readonly [unknown, { readonly callId: string }, ...unknown[]], R>(code: (...args: A) => R) =>
  (...args: A): R =>
    within.run(args[1].callId, () => code(...args));

const known = (activity: Activity): Activity =>
  Object.assign(inCall(activity), activity, activity.before && { before: inCall(activity.before) });

/**
 * From now on what a call's code did not wait for – a promise, a timer – may fail, and is told: the call is what it
 * returns, and the run goes on. What fails outside of such code ends the process, as ever.
 */
export function hearStrays(tell: (line: string) => void): void {
  const hear = (thrown: unknown): void => {
    const call = within.getStore();
    if (call === undefined) {
      tell(errorOf(thrown).stack ?? messageOf(thrown));
      process.exit(1);
    }
    tell(visible(`${call}: what its code did not wait for failed: ${messageOf(thrown)}`));
  };
  process.on('unhandledRejection', hear);
  process.on('uncaughtException', hear);
}

/**
 * Contracts for code that no contract speaks of: any parameters, and, as it does not say, the effect `write` (§2).
 * @param known the contracts that are there already, which say more
 */
export const contractsFor = (
  activities: ReadonlyMap<string, unknown>,
  known: (name: string) => boolean,
): ToolContract[] => [...activities.keys()].filter((name) => !known(name)).map((name) => ({ name }));

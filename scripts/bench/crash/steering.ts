/** A person runs the plan again from a call in the middle of the run, and the browser is killed at once. */

import { clearedFrom, refusalToRunFrom } from '../../../src/run/run-from.ts';
import type { Chance } from './chance.ts';
import type { Device } from './device.ts';
import { wait } from './moment.ts';
import { decide } from './person.ts';
import type { Scenario } from './random-plan.ts';
import { type Disturbance, killBrowser } from './trial.ts';

/** Between the wish and the kill: before it is heard, in the middle of it, or just after. */
const LATEST_KILL_MS = 60;

/** Kills the browser within the moment in which a call and what depends on it begin again; alone where none may. */
export const killAfterSteering = (chance: Chance): Disturbance => ({
  name: 'the browser killed as a person runs the plan again from a call',
  disturb: async (device, app, scenario) => {
    const call = repeatable(device, scenario, chance);
    if (call !== undefined) {
      const { runId } = device.run();
      const order = chance.pick(['dependants', 'list'] as const);
      // The browser dies under it, or the run refuses because of what has begun in between: both may be.
      decide(device.page(), { kind: 'resume-from', runId, call, order }).catch(() => undefined);
      await wait(chance.whole(0, LATEST_KILL_MS));
    }
    return killBrowser.disturb(device, app, scenario);
  },
});

/** A call of the run from which, in either order, only what may be done twice is done again. */
function repeatable(device: Device, scenario: Scenario, chance: Chance): string | undefined {
  const { state } = device.run();
  const calls = scenario.plan.calls.map(({ _id }) => _id);
  const free = calls.filter((call) => {
    const cleared = clearedFrom(state.program, call, 'list');
    const isRefused = refusalToRunFrom(state, call, 'list').length > 0;
    return (
      !isRefused && !cleared.some((one) => scenario.irreversible.has(one) || scenario.forgotten.has(one))
    );
  });
  return free.length === 0 ? undefined : chance.pick(free);
}

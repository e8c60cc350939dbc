/** One random plan: run undisturbed, run again with the browser killed over and over, and the two held together. */

import type { Obelus } from '../../../e2e/support/driver.ts';
import type { Chance } from './chance.ts';
import type { Device } from './device.ts';
import { foldOf } from './followed-run.ts';
import { randomMoment, untilMoment } from './moment.ts';
import { randomScenario, type Scenario } from './random-plan.ts';
import {
  doubleRuns,
  type End,
  endOf,
  type Finding,
  irreversibleTwice,
  lostEvents,
  otherEnd,
  turnsTwice,
} from './verdict.ts';
import type { World } from './world.ts';

/** Something done to the run in its middle. */
export interface Disturbance {
  readonly name: string;
  /** Resolves with the tab in which the run goes on. */
  readonly disturb: (device: Device, app: Obelus, scenario: Scenario) => Promise<Obelus>;
}

export interface TrialResult {
  /** How often the run was disturbed before its end was told. */
  readonly disturbed: number;
  readonly findings: readonly Finding[];
}

/** The browser's root process gets SIGKILL, and the browser is started again. */
export const killBrowser: Disturbance = {
  name: 'the browser killed',
  disturb: async (device) => {
    await device.kill();
    return device.start();
  },
};

/**
 * @param ways how it is disturbed, one after the other, each at a random moment; a run that ends before is disturbed
 *   once more, which must not bring it back
 */
export async function trial(
  device: Device,
  chance: Chance,
  name: string,
  ways: readonly Disturbance[],
  draw: (chance: Chance, name: string, world: World) => Scenario = randomScenario,
): Promise<TrialResult> {
  const scenario = draw(chance, name, device.world);
  let app = await device.start();
  let disturbed = 0;
  try {
    await app.importPlan(scenario.plan);
    await app.approve();
    await device.runPlan(app, scenario);
    const undisturbed = await endOfRun(device, scenario);

    await device.runPlan(app, scenario);
    for (const { disturb } of ways) {
      if (device.run().isEnded) break;
      await untilMoment(device, randomMoment(chance));
      if (!device.run().isEnded) disturbed += 1;
      app = await disturb(device, app, scenario);
    }
    const end = await endOfRun(device, scenario);
    return { disturbed, findings: [...(await wrongs(device, scenario)), ...otherEnd(end, undisturbed)] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { disturbed, findings: [{ fault: 'other-end', sentence: `${message}; ${device.run()?.says()}` }] };
  } finally {
    await device.kill();
  }
}

async function endOfRun(device: Device, scenario: Scenario): Promise<End> {
  const { bell } = device;
  await bell.until(() => device.run().isEnded, 'the run did not end');
  const { runId } = device.run();
  return endOf(foldOf(runId, await device.journal()), scenario);
}

async function wrongs(device: Device, scenario: Scenario): Promise<Finding[]> {
  const journal = await device.journal();
  const family = await device.family();
  const entries = device.world.entries();
  return [
    ...lostEvents(device.run().told, journal),
    ...doubleRuns(scenario, family, device.met(), entries),
    ...irreversibleTwice(scenario, entries),
    ...turnsTwice(family, device.model.turns()),
  ];
}

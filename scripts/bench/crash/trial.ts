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
} from './verdict.ts';

/** Something done to the run in its middle; returns the tab in which it goes on. */
export type Disturbance = (device: Device, chance: Chance, app: Obelus) => Promise<Obelus>;

export interface TrialResult {
  readonly disturbed: number;
  readonly findings: readonly Finding[];
}

/** At a random moment the browser's root process gets SIGKILL, and the browser is started again. */
export const killBrowser: Disturbance = async (device, chance) => {
  await untilMoment(device, randomMoment(chance));
  await device.kill();
  return device.start();
};

/** @param times how often it is disturbed at most; a run that ends before is left alone */
export async function trial(
  device: Device,
  chance: Chance,
  name: string,
  disturb: Disturbance,
  times: number,
): Promise<TrialResult> {
  const scenario = randomScenario(chance, name, device.world.url);
  let app = await device.start();
  let disturbed = 0;
  try {
    await app.importPlan(scenario.plan);
    await app.approve();
    await device.runPlan(app, scenario);
    const undisturbed = await endOfRun(device, scenario);

    await device.runPlan(app, scenario);
    while (disturbed < times && !device.run().isEnded) {
      app = await disturb(device, chance, app);
      disturbed += 1;
    }
    const end = await endOfRun(device, scenario);
    return { disturbed, findings: [...(await wrongs(device, scenario)), ...otherEnd(end, undisturbed)] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { disturbed, findings: [{ fault: 'other-end', sentence: message }] };
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
  const entries = device.world.entries();
  return [
    ...lostEvents(device.run().told, journal),
    ...doubleRuns(scenario, journal, device.met(), entries),
    ...irreversibleTwice(scenario, entries),
  ];
}

/** How a run is disturbed without killing the browser: its worker ends, its tab is closed, the clock jumps. */

import { setClock } from '../../../e2e/support/clock.ts';
import { Obelus } from '../../../e2e/support/driver.ts';
import { endWorkers } from '../../../e2e/support/workers.ts';
import type { Disturbance } from './trial.ts';

const HOUR_MS = 3_600_000;

const workerFails: Disturbance = {
  name: 'an error that nobody caught in the worker',
  disturb: async (device, app) => {
    device.lookAt(device.page());
    await Promise.all(
      device
        .page()
        .workers()
        .map((worker) =>
          worker.evaluate(() => {
            setTimeout(() => {
              throw new Error('The bench ends this worker.');
            });
          }),
        ),
    );
    return app;
  },
};

const workerEnds: Disturbance = {
  name: 'the worker gone without a word',
  disturb: async (device, app) => {
    device.lookAt(device.page());
    await endWorkers(device.page());
    return app;
  },
};

const tabCloses: Disturbance = {
  name: 'the tab closed, another open',
  disturb: async (device) => {
    const before = device.page();
    const other = await device.openTab();
    device.lookAt(other);
    await before.close();
    return new Obelus(other);
  },
};

const clockJumps = (name: string, byMs: number): Disturbance => ({
  name,
  disturb: async (device, app) => {
    await setClock(device.page(), byMs);
    return app;
  },
});

/** What is in the journal then lies ahead of the next browser's time. */
const clockIsSetRight: Disturbance = {
  name: 'the clock a day ahead until the browser was killed',
  disturb: async (device) => {
    await setClock(device.page(), 24 * HOUR_MS);
    await device.bell.until(
      () => device.run().isEnded || (device.run().told.at(-1)?.time ?? 0) > Date.now() + HOUR_MS,
      'nothing was told after the clock had jumped',
    );
    await device.kill();
    return device.start();
  },
};

export const OTHER_WAYS: readonly Disturbance[] = [
  workerFails,
  tabCloses,
  clockJumps('the clock an hour back', -HOUR_MS),
  workerEnds,
  clockJumps('the clock a day ahead', 24 * HOUR_MS),
  clockIsSetRight,
];

/** Browsers killed at random moments in random plans: what is lost, done twice, or ends otherwise. */

import { serveApp } from './crash/app.ts';
import { chanceOf } from './crash/chance.ts';
import { openDevice } from './crash/device.ts';
import { killBrowser, trial } from './crash/trial.ts';
import type { Fault, Finding } from './crash/verdict.ts';
import type { Figure } from './figure.ts';

export interface CrashOptions {
  readonly seed: number;
  readonly kills: number;
}

/** Browsers side by side. */
const DEVICES = 2;
const KILLS_A_PLAN = 8;

interface Tally {
  kills: number;
  plans: number;
  doubts: number;
  readonly findings: Finding[];
}

export async function crashFigures({ seed, kills }: CrashOptions): Promise<Figure[]> {
  const app = await serveApp();
  const tally: Tally = { kills: 0, plans: 0, doubts: 0, findings: [] };
  try {
    await Promise.all(
      Array.from({ length: DEVICES }, (_, at) => killAway(app.url, at, { seed, kills }, tally)),
    );
  } finally {
    await app.close();
  }
  const how = `${tally.kills} kills in ${tally.plans} random plans, ${tally.doubts} doubts settled, seed ${seed}`;
  const count = (name: string, fault: Fault, unit: string): Figure => {
    const value = tally.findings.filter((finding) => finding.fault === fault).length;
    return { name: `crash/${name}`, value, unit, goal: '0', held: value === 0, how };
  };
  const held = tally.kills >= kills;
  return [
    { name: 'crash/kills', value: tally.kills, unit: 'kills', goal: `>= ${kills}`, held, how },
    count('lost-events', 'lost-event', 'events'),
    count('double-runs', 'double-run', 'calls'),
    count('irreversible-twice', 'irreversible-twice', 'calls'),
    count('other-end', 'other-end', 'runs'),
  ];
}

/** One device: plan after plan, until all devices together have killed often enough. */
async function killAway(url: string, at: number, { seed, kills }: CrashOptions, tally: Tally): Promise<void> {
  const device = await openDevice(url, chanceOf(seed + at));
  try {
    while (tally.kills < kills) {
      const number = tally.plans;
      tally.plans += 1;
      const chance = chanceOf(seed * 10_000 + number);
      const times = Math.min(KILLS_A_PLAN, kills - tally.kills);
      const { disturbed, findings } = await trial(
        device,
        chance,
        `Crash ${seed} ${number}`,
        killBrowser,
        times,
      );
      tally.kills += disturbed;
      for (const { fault, sentence } of findings)
        console.error(`${fault}, seed ${seed}, plan ${number}: ${sentence}`);
      tally.findings.push(...findings);
    }
    tally.doubts += device.person.doubts;
  } finally {
    await device.close();
  }
}

/** Runs of random plans disturbed at random moments: what is lost, done twice, or ends otherwise. */

import { serveApp } from './crash/app.ts';
import { type Chance, chanceOf } from './crash/chance.ts';
import { openDevice } from './crash/device.ts';
import { OTHER_WAYS } from './crash/other-ways.ts';
import { killAfterSteering } from './crash/steering.ts';
import { thinkingScenario } from './crash/thinking-plan.ts';
import { type Disturbance, killBrowser, trial } from './crash/trial.ts';
import type { Fault, Finding } from './crash/verdict.ts';
import type { Figure } from './figure.ts';

export interface CrashOptions {
  /** Draws the plans, the world and the moments. What the machine makes of a moment is chance all the same. */
  readonly seed: number;
  readonly kills: number;
}

/** Browsers side by side. */
const DEVICES = 2;
const KILLS_A_PLAN = 8;
/** Of so many kills, one just after a person ran the plan again from a call. */
const KILLS_FOR_STEERING = 4;
const OTHER_WAYS_A_PLAN = 3;
/** For five kills, one disturbance of another kind. */
const KILLS_FOR_ANOTHER_WAY = 5;
/** For three kills, one of a run that thinks or goes on. */
const KILLS_FOR_A_THOUGHT = 3;
/** Plans that could not even be started, one after the other: then it is the app that does not work. */
const MOST_IDLE_PLANS = 3;

/** So many disturbances, over as many plans as it takes. */
interface Campaign {
  readonly times: number;
  /** Of the plans' names and seeds. */
  readonly firstPlan: number;
  /** The ways in which the n-th plan's run is disturbed. */
  readonly waysOf: (n: number, chance: Chance) => readonly Disturbance[];
  /** How the n-th plan is drawn, where it is no random one. */
  readonly draw?: (n: number) => Parameters<typeof trial>[4];
}

interface Tally {
  times: number;
  plans: number;
  doubts: number;
  turns: number;
  readonly findings: Finding[];
}

export async function crashFigures({ seed, kills }: CrashOptions): Promise<Figure[]> {
  const app = await serveApp();
  try {
    const killed = await carryOut(app.url, seed, {
      times: kills,
      firstPlan: 0,
      waysOf: (_, chance) =>
        Array.from({ length: KILLS_A_PLAN }, () =>
          chance.onceIn(KILLS_FOR_STEERING) ? killAfterSteering(chance) : killBrowser,
        ),
    });
    const otherwise = Math.ceil(kills / KILLS_FOR_ANOTHER_WAY);
    const disturbed = await carryOut(app.url, seed, {
      times: otherwise,
      firstPlan: 1_000,
      waysOf: (n) =>
        Array.from(
          { length: OTHER_WAYS_A_PLAN },
          (_, at) => OTHER_WAYS[(n * OTHER_WAYS_A_PLAN + at) % OTHER_WAYS.length]!,
        ),
    });
    return [...killFigures(killed, seed, kills), otherFigure(disturbed, seed, otherwise)];
  } finally {
    await app.close();
  }
}

/** The same of plans that think and go on: agents, ticks, turns that stream in and are cut in their middle. */
export async function thinkingFigures({ seed, kills }: CrashOptions): Promise<Figure[]> {
  const app = await serveApp();
  try {
    const times = Math.ceil(kills / KILLS_FOR_A_THOUGHT);
    const tally = await carryOut(app.url, seed, {
      times,
      firstPlan: 2_000,
      waysOf: () => Array.from({ length: KILLS_A_PLAN }, () => killBrowser),
      draw: (n) => (chance, name, world) => thinkingScenario(chance, name, world, n),
    });
    return [thinkingFigure(tally, seed, times)];
  } finally {
    await app.close();
  }
}

function killFigures({ times, plans, doubts, findings }: Tally, seed: number, kills: number): Figure[] {
  const how = `${times} kills in ${plans} random plans, ${doubts} doubts settled, seed ${seed}`;
  const count = (name: string, fault: Fault, unit: string): Figure => {
    const value = findings.filter((finding) => finding.fault === fault).length;
    return { name: `crash/${name}`, value, unit, goal: '0', held: value === 0, how };
  };
  return [
    { name: 'crash/kills', value: times, unit: 'kills', goal: `>= ${kills}`, held: times >= kills, how },
    count('lost-events', 'lost-event', 'events'),
    count('double-runs', 'double-run', 'calls'),
    count('irreversible-twice', 'irreversible-twice', 'calls'),
    count('other-end', 'other-end', 'runs'),
  ];
}

function otherFigure({ times, plans, findings }: Tally, seed: number, goal: number): Figure {
  return {
    name: 'crash/other-ways',
    value: findings.length,
    unit: 'faults',
    goal: '0',
    held: findings.length === 0 && times >= goal,
    how: `${times} times a worker ended, a tab closed or the clock jumped, in ${plans} random plans, seed ${seed}`,
  };
}

function thinkingFigure(
  { times, plans, doubts, turns, findings }: Tally,
  seed: number,
  goal: number,
): Figure {
  return {
    name: 'crash-thinking/faults',
    value: findings.length,
    unit: 'faults',
    goal: '0',
    held: findings.length === 0 && times >= goal,
    how: `${times} kills in ${plans} plans with agents, ticks and turns that stream in, ${doubts} doubts settled, ${turns} turns shown and taken, seed ${seed}`,
  };
}

async function carryOut(url: string, seed: number, campaign: Campaign): Promise<Tally> {
  const tally: Tally = { times: 0, plans: 0, doubts: 0, turns: 0, findings: [] };
  await Promise.all(Array.from({ length: DEVICES }, (_, at) => onDevice(url, seed, at, campaign, tally)));
  return tally;
}

/** One device: plan after plan, until all devices together have disturbed often enough. */
async function onDevice(
  url: string,
  seed: number,
  at: number,
  { times, firstPlan, waysOf, draw }: Campaign,
  tally: Tally,
): Promise<void> {
  const device = await openDevice(url, chanceOf(seed + at));
  let idle = 0;
  try {
    while (tally.times < times) {
      const n = tally.plans;
      tally.plans += 1;
      const number = firstPlan + n;
      const chance = chanceOf(seed * 10_000 + number);
      const ways = waysOf(n, chance);
      const { disturbed, findings } = await trial(device, chance, `Crash ${seed} ${number}`, ways, draw?.(n));
      tally.times += disturbed;
      tally.findings.push(...findings);
      for (const { fault, sentence } of findings) {
        const met = [...new Set(ways.slice(0, disturbed).map(({ name }) => name))].join(', ');
        console.error(`${fault} (seed ${seed}, plan ${number}; ${met}): ${sentence}`);
      }
      idle = disturbed === 0 && findings.length > 0 ? idle + 1 : 0;
      if (idle === MOST_IDLE_PLANS) throw new Error('Plan after plan could not even be started.');
    }
    tally.doubts += device.person.doubts;
    tally.turns += device.person.turns;
  } finally {
    await device.close();
  }
}

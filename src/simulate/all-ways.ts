/** All ways a plan can go (L-82): every scenario up to a limit, a fair sample beyond it, and what runs in how many. */

import type { Plan } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { type Decision, decisionsOf, type Scenario, scenarioOf } from './scenario.ts';
import { type Simulation, type SimulationOptions, simulate } from './simulate.ts';

export const SCENARIO_LIMIT = 64;

export interface AllWaysOptions extends SimulationOptions {
  /** Results that stand in every way (L-81). */
  readonly results?: Pick<Scenario, 'pinned' | 'recorded'>;
  /** Awaited before each way but the first, so that a page can breathe; rejecting ends the search. */
  readonly between?: () => Promise<void>;
}

export interface Way {
  /** The number of the option that each decision takes. */
  readonly picks: readonly number[];
  readonly scenario: Scenario;
  readonly simulation: Simulation;
}

export interface AllWays {
  readonly decisions: readonly Decision[];
  readonly ways: readonly Way[];
  /** How many there are in all; infinite where the number has no meaning any more. */
  readonly possible: number;
  /** There are more than were played: each option in one way at least, the rest drawn by lot. */
  readonly sampled: boolean;
  /** In how many of `ways` each call ran, by id. 0: it is never reached. */
  readonly ran: Readonly<Record<string, number>>;
}

export async function simulateAll(
  plan: Plan,
  catalogue: Catalogue,
  options: AllWaysOptions,
): Promise<AllWays> {
  const decisions = decisionsOf(plan, catalogue);
  const possible = decisions.reduce((product, { options: { length } }) => product * length, 1);
  const sampled = possible > SCENARIO_LIMIT;
  const tried = sampled ? samplePicks(decisions) : everyPick(decisions);
  const ways: Way[] = [];
  const ran: Record<string, number> = Object.fromEntries(plan.calls.map((call) => [call._id, 0]));
  for (const picks of tried) {
    if (ways.length > 0) await options.between?.();
    const scenario = { ...options.results, ...scenarioOf(decisions, picks) };
    const simulation = await simulate(plan, scenario, options);
    ways.push({ picks, scenario, simulation });
    for (const id of new Set(simulation.order)) ran[id] = (ran[id] ?? 0) + 1;
  }
  return { decisions, ways, possible, sampled, ran };
}

function everyPick(decisions: readonly Decision[]): number[][] {
  let picks: number[][] = [[]];
  for (const { options } of decisions) {
    picks = picks.flatMap((pick) => options.map((_, option) => [...pick, option]));
  }
  return picks;
}

/** The plain way, then each single deviation, then combinations by lot: the same ones every time. */
function samplePicks(decisions: readonly Decision[]): number[][] {
  const plain = decisions.map(() => 0);
  const picks = new Map([[plain.join(), plain]]);
  const add = (pick: number[]) => {
    if (picks.size < SCENARIO_LIMIT) picks.set(pick.join(), pick);
  };
  decisions.forEach(({ options }, at) => {
    for (let option = 1; option < options.length; option++)
      add(plain.map((none, i) => (i === at ? option : none)));
  });
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  // Drawn twice over, a way is not played twice; a bound keeps an unlucky lot from going on for ever.
  for (let draw = 0; draw < 20 * SCENARIO_LIMIT && picks.size < SCENARIO_LIMIT; draw++) {
    add(decisions.map(({ options }) => random(options.length)));
  }
  return [...picks.values()];
}

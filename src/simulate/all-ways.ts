/** All ways a plan can go (L-82): a walk of the decisions that are really met, each distinct way once; beyond a limit a sample. */

import { itemAt, numberAt } from '../lib/columns.ts';
import type { Plan } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { type Decision, decisionsOf, type Scenario, scenarioOf } from './scenario.ts';
import { type Simulation, type SimulationOptions, simulate } from './simulate.ts';

/** Up to so many ways all are played. */
export const WAYS_LIMIT = 64;

/** So many are played at most, to have each option of each decision in one. */
const COVERING_LIMIT = 256;

interface AllWaysOptions extends SimulationOptions {
  /** Results that stand in every way (L-81). */
  readonly results?: Pick<Scenario, 'pinned' | 'recorded'>;
  /** Awaited before each play but the first, so that a page can breathe; rejecting ends the search. */
  readonly between?: () => Promise<void>;
}

/** One way through a plan, tried. */
export interface Way {
  /** The number of the option that each decision takes; 0 where this way does not come to it. */
  readonly picks: readonly number[];
  readonly scenario: Scenario;
  /** Without what only a playback needs: there may be many. */
  readonly simulation: Omit<Simulation, 'calls' | 'writes' | 'events' | 'met'>;
}

/** The ways through a plan that were tried, and whether there are others. */
export interface AllWays {
  readonly decisions: readonly Decision[];
  readonly ways: readonly Way[];
  /** `all`: there are no others. `options`: there are, and each option of each decision that was met is in one. `some`: not even that. */
  readonly extent: 'all' | 'options' | 'some';
  /** In how many of `ways` each call ran, by id. */
  readonly ran: Readonly<Record<string, number>>;
}

/** A way that was played, by the decisions it came to, in order. */
interface Walked {
  readonly picks: readonly number[];
  readonly met: readonly number[];
}

/** Another way: as one that was played up to its decision number `at`, which takes `option`. */
interface Turn {
  readonly from: Walked;
  readonly at: number;
  readonly option: number;
}

/** Tries every way that the plan can go, as far as the limit reaches (L-82). */
export async function simulateAll(
  plan: Plan,
  catalogue: Catalogue,
  options: AllWaysOptions,
): Promise<AllWays> {
  const decisions = decisionsOf(plan, catalogue);
  const numbers = new Map(decisions.map(({ kind, name }, number) => [`${kind} ${name}`, number]));
  const ways = new Map<string, Way>();
  let plays = 0;

  const play = async (picks: readonly number[]): Promise<Walked> => {
    if (plays++ > 0) await options.between?.();
    const played = await simulate(plan, { ...options.results, ...scenarioOf(decisions, picks) }, options);
    const { calls: _, writes: __, events: ___, met: named, ...simulation } = played;
    const met = named.flatMap(({ kind, name }) => numbers.get(`${kind} ${name}`) ?? []);
    const taken = decisions.map(() => 0);
    for (const number of met) taken[number] = picks[number] ?? 0;
    const scenario = { ...options.results, ...scenarioOf(decisions, taken) };
    ways.set(taken.join(), { picks: taken, scenario, simulation });
    return { picks: taken, met };
  };

  const isAll = await walk(decisions, ways, play);
  let isCovered = isAll;
  if (!isAll) {
    ways.clear();
    isCovered = await sample(decisions, ways, play);
  }
  const ran: Record<string, number> = Object.fromEntries(plan.calls.map((call) => [call._id, 0]));
  for (const { simulation } of ways.values())
    for (const id of new Set(simulation.order)) ran[id] = (ran[id] ?? 0) + 1;
  const extent = isAll ? 'all' : isCovered ? 'options' : 'some';
  return { decisions, ways: [...ways.values()], extent, ran };
}

type Play = (picks: readonly number[]) => Promise<Walked>;
type Ways = ReadonlyMap<string, Way>;

/**
 * What a way comes to up to a decision is settled by the decisions before it: so the ways are the leaves of a tree, and
 * each is found from one other. @returns whether these are all; otherwise there are too many
 */
async function walk(decisions: readonly Decision[], ways: Ways, play: Play): Promise<boolean> {
  const turns: Turn[] = [];
  let own = 0;
  let walked = await play(decisions.map(() => 0));
  for (;;) {
    for (let at = own; at < walked.met.length; at++) {
      const { length } = itemAt(decisions, numberAt(walked.met, at)).options;
      for (let option = 1; option < length; option++) turns.push({ from: walked, at, option });
      // Each turn is a way that no other leads to.
      if (ways.size + turns.length > WAYS_LIMIT) return false;
    }
    const turn = turns.shift();
    if (!turn) return true;
    own = turn.at + 1;
    walked = await play(turned(turn, () => 0, decisions.length));
  }
}

/** The picks of a turn: what lies before it as it was, what lies behind as `otherwise` says. */
function turned({ from, at, option }: Turn, otherwise: (number: number) => number, count: number): number[] {
  const picks = Array.from({ length: count }, (_, number) => otherwise(number));
  for (let before = 0; before < at; before++)
    picks[numberAt(from.met, before)] = numberAt(from.picks, numberAt(from.met, before));
  picks[numberAt(from.met, at)] = option;
  return picks;
}

/**
 * Each option of each decision that is met anywhere, as many as can be in one way; then ways by lot, always the same ones.
 * @returns whether each option is in one
 */
async function sample(decisions: readonly Decision[], ways: Ways, play: Play): Promise<boolean> {
  /** By decision the options that were taken. */
  const taken = decisions.map(() => new Set<number>());
  const turns: Turn[] = [];
  const learn = (from: Walked): void => {
    for (const number of from.met) itemAt(taken, number).add(numberAt(from.picks, number));
    from.met.forEach((number, at) => {
      itemAt(decisions, number).options.forEach((_, option) => {
        if (!itemAt(taken, number).has(option)) turns.push({ from, at, option });
      });
    });
  };
  const untried = (number: number): number => {
    const option = itemAt(decisions, number).options.findIndex((_, each) => !itemAt(taken, number).has(each));
    return Math.max(option, 0);
  };
  const cover = async (): Promise<boolean> => {
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      const { from, at, option } = turn;
      if (itemAt(taken, numberAt(from.met, at)).has(option)) continue;
      if (ways.size >= COVERING_LIMIT) return false;
      learn(await play(turned(turn, untried, decisions.length)));
    }
    return true;
  };
  learn(await play(decisions.map(() => 0)));
  let isCovered = await cover();
  const random = lot();
  // Drawn twice over, a way is no second one; a bound keeps an unlucky lot from going on for ever.
  for (let draw = 0; isCovered && draw < 4 * WAYS_LIMIT && ways.size < WAYS_LIMIT; draw++) {
    learn(await play(decisions.map(({ options }) => random(options.length))));
    isCovered = await cover();
  }
  return isCovered;
}

/** Numbers by lot (mulberry32), the same ones each time. */
function lot(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

// What all ways say of a plan, in words: how many there are, and which calls run always, in some, or never (L-82).

interface Coverage {
  readonly call: string;
  readonly ran: number;
  readonly of: number;
  readonly words: string;
}

/** A line a call: what runs in no way first, then what runs sometimes, then the rest, each in plan order. */
export function coverageOf({ ways, extent, ran }: Pick<AllWays, 'ways' | 'extent' | 'ran'>): Coverage[] {
  const of = ways.length;
  // Of a sample nobody can say never.
  const never = extent === 'all' ? 'Never' : `In none of these ${of} ways`;
  const always = extent === 'all' ? 'Always' : `In each of these ${of} ways`;
  const lines = Object.entries(ran).map(([call, count]): Coverage => {
    const words = count === 0 ? never : count === of ? always : `In ${count} of ${of} ways`;
    return { call, ran: count, of, words };
  });
  const rank = ({ ran: count }: Coverage) => (count === 0 ? 0 : count < of ? 1 : 2);
  return lines.sort((a, b) => rank(a) - rank(b));
}

/** How many ways were played, and whether these are all. */
export function extentWords({ ways, extent }: Pick<AllWays, 'ways' | 'extent'>): string {
  const count = ways.length;
  if (extent === 'all')
    return count === 1 ? 'There is only one way this plan can go.' : `All ${count} ways were played.`;
  const what =
    extent === 'options'
      ? 'each option of each decision they came to once at least, the rest drawn by lot'
      : 'not even each option of each decision is in one';
  return `A sample: ${count} ways were played, and there are more (${what}). What is said below holds for these.`;
}

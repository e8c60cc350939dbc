/** What the planners of a case answer, and what they were asked: of the run itself and of each sub-run. */

import type { Json } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import type { PlannerAnswer, ReplanRequest } from '../../run/replan.ts';
import type { Case, PlannerEntry, PlannerObject } from './case.ts';
import { scriptKeys } from './case-names.ts';

/** A request to the run's own planner. */
interface Asked {
  readonly cause: string;
  readonly told: string | null;
}

/** The planners of one case over both lives of it. */
export interface Planners {
  /** @param name of the sub-run; "" for the run itself */
  next(name: string, request: ReplanRequest): PlannerEntry;
  /**
   * The executor has died: what was asked and answered at that very moment, and is in no journal, was not asked yet.
   * @param answered how many answers the journals hold, by name
   */
  died(answered: ReadonlyMap<string, number>): void;
  /** How often each was asked. */
  readonly turns: ReadonlyMap<string, number>;
  readonly asked: readonly Asked[];
}

export function plannersOf({ planner = [], agents = {} }: Case): Planners {
  const turns = new Map<string, number>();
  const asked: Asked[] = [];
  const entriesOf = (name: string): readonly PlannerEntry[] => {
    const key = scriptKeys(name).find((one) => Object.hasOwn(agents, one));
    return name === '' ? planner : key === undefined ? [] : (agents[key] ?? []);
  };
  return {
    turns,
    asked,
    died: (answered) => {
      for (const [name, count] of turns) {
        const entries = entriesOf(name).slice(0, count);
        const last = entries[count - 1];
        if ((answered.get(name) ?? 0) >= count || (last && streamIn(last))) continue;
        turns.set(name, count - 1);
        if (name === '') asked.pop();
      }
    },
    next: (name, { cause, lastError }) => {
      const at = turns.get(name) ?? 0;
      turns.set(name, at + 1);
      if (name === '') asked.push({ cause, told: lastError });
      return entriesOf(name)[at] ?? [];
    },
  };
}

/** All calls that planners of a case name: their tools are any tools. */
export const callsPlanned = ({ planner = [], agents = {} }: Case): readonly (readonly Call[])[] =>
  [...planner, ...Object.values(agents).flat()].map(callsIn);

const callsIn = (entry: PlannerEntry): readonly Call[] =>
  isList(entry)
    ? entry
    : [
        ...(Array.isArray(entry?.calls) ? entry.calls : []),
        ...(entry?.stream ?? []).flatMap(({ call }) => call ?? []),
      ];

const isList = (entry: PlannerEntry): entry is readonly Call[] => Array.isArray(entry);

/** An entry that has come whole; without a list of calls it is an answer that can't be read. */
export function answerIn(entry: PlannerEntry): PlannerAnswer {
  if (isList(entry)) return { calls: entry };
  const { calls, output, reflection } = entry ?? {};
  return {
    calls: Array.isArray(calls) ? calls : null,
    ...(output === undefined ? {} : { output }),
    ...(reflection === undefined ? {} : { reflection }),
  };
}

type Parts = NonNullable<PlannerObject['stream']>;

/** The parts of an answer that comes bit by bit; undefined where it comes whole. */
export const streamIn = (entry: PlannerEntry): Parts | undefined =>
  isList(entry) ? undefined : entry?.stream;

/** The same, of one that came in parts. */
export function answerStreamed(parts: Parts): PlannerAnswer {
  const isCut = parts.some(({ cut }) => cut === true);
  const said = <T>(of: (part: (typeof parts)[number]) => T | undefined): T | undefined =>
    parts.map(of).findLast((one) => one !== undefined);
  // What broke off has no output, whatever it had said of it by then.
  const output = isCut ? undefined : said<Json>(({ output: own }) => own);
  const reflection = said(({ reflection: own }) => own);
  return {
    calls: parts.flatMap(({ call }) => call ?? []),
    ...(output === undefined ? {} : { output }),
    ...(reflection === undefined ? {} : { reflection }),
  };
}

/** The dry run on the canvas: the scenario chosen, its simulation, and its playback through the runs store. */

import { useEffect, useMemo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { type Decision, decisionsOf, type Scenario, scenarioOf } from '../../simulate/scenario.ts';
import { type Simulation, type SimulationOptions, simulate } from '../../simulate/simulate.ts';
import { undecided } from '../../simulate/undecided.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { Pins } from '../../stores/session.ts';
import { whileAsked } from '../parts/while-asked.ts';
import { useDocument, useServices, useSession } from '../services.ts';

export interface DryRun {
  readonly decisions: readonly Decision[];
  /** The number of the option each decision takes; absent is the first. */
  readonly picks: readonly number[];
  /** null while it is worked out. */
  readonly simulation: Simulation | null;
  readonly playback: Playback;
  readonly options: SimulationOptions;
  /** Pinned results of calls that the plan still has. */
  readonly results: Pick<Scenario, 'pinned'>;
  choose(picks: readonly number[]): void;
}

const NO_PINS: Pins = {};

export function useDryRun(): DryRun {
  const { runs, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const input = useDocument((state) => state.input);
  const delegates = useDocument((state) => state.delegates);
  const pins = useSession((state) => state.pinned[plan.id] ?? NO_PINS);
  const [picks, choose] = useState<readonly number[]>([]);
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  const decisions = useMemo(() => decisionsOf(plan, catalogue), [plan, catalogue]);
  const options = useMemo(
    () => ({ setting: { catalogue, hasActivity: () => true }, input, delegates }),
    [catalogue, input, delegates],
  );
  const results = useMemo(() => {
    const ids = new Set(plan.calls.map((call) => call._id));
    return { pinned: Object.fromEntries(Object.entries(pins).filter(([id]) => ids.has(id))) };
  }, [plan, pins]);

  useEffect(() => {
    const played = simulate(plan, { ...results, ...scenarioOf(decisions, picks) }, options);
    return whileAsked(played, setSimulation);
  }, [plan, results, decisions, picks, options]);

  const stands = useMemo(() => undecided(plan, decisions, picks), [plan, decisions, picks]);
  useEffect(() => session.actions.set({ undecided: stands }), [session, stands]);

  const playback = usePlayback(simulation?.elapsedMs ?? 0);
  useEffect(() => {
    if (!simulation) return;
    const { events } = simulation;
    const until = (events[0]?.time ?? 0) + playback.at;
    runs.actions.replay(DRY_RUN, events, happenedBy(events, until));
  }, [runs, simulation, playback.at]);

  return { decisions, picks, simulation, playback, options, results, choose };
}

/** How many events have happened by a time, ms. */
function happenedBy(events: Simulation['events'], time: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(events, middle).time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// A position on a stretch of virtual time that can be played, paused and moved. Starts at its end.

/** However long the run would be, watching it takes this long. */
const PLAYED_MS = 4000;

interface Playback {
  /** Virtual milliseconds from the start. */
  readonly at: number;
  readonly playing: boolean;
  toggle(): void;
  moveTo(at: number): void;
}

function usePlayback(total: number): Playback {
  const [at, setAt] = useState(total);
  const [playing, setPlaying] = useState(false);

  useEffect(() => setAt(total), [total]);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const passed = ((now - last) / PLAYED_MS) * total;
      last = now;
      setAt((before) => Math.min(total, before + passed));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, total]);

  useEffect(() => {
    if (at >= total) setPlaying(false);
  }, [at, total]);

  return {
    at,
    playing,
    toggle: () => {
      if (!playing && at >= total) setAt(0);
      setPlaying(!playing);
    },
    moveTo: (next) => {
      setPlaying(false);
      setAt(next);
    },
  };
}

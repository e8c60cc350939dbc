/** The dry run of the plan on the table: which way it goes, and a playback of it on virtual time. No tool is called. */

import { Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { type Decision, decisionsOf, scenarioOf } from '../../simulate/scenario.ts';
import { type Simulation, simulate } from '../../simulate/simulate.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted, duration, price } from '../words.ts';
import styles from './DryRunBar.module.css';
import { usePlayback } from './use-playback.ts';

export default function DryRunBar() {
  const { session, runs } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const input = useDocument((state) => state.input);
  const decisions = useMemo(() => decisionsOf(plan, catalogue), [plan, catalogue]);
  const [picks, setPicks] = useState<readonly number[]>([]);
  const [simulation, setSimulation] = useState<Simulation | null>(null);

  useEffect(() => {
    let current = true;
    const setting = { catalogue, hasActivity: () => true };
    void simulate(plan, scenarioOf(decisions, picks), { setting, input }).then((played) => {
      if (current) setSimulation(played);
    });
    return () => {
      current = false;
    };
  }, [plan, catalogue, input, decisions, picks]);

  const playback = usePlayback(simulation?.elapsedMs ?? 0);
  useEffect(() => {
    if (!simulation) return;
    const from = simulation.events[0]?.time ?? 0;
    runs.actions.replay(
      DRY_RUN,
      simulation.events.filter((event) => event.time - from <= playback.at),
    );
  }, [runs, simulation, playback.at]);

  return (
    <section className={styles.bar} aria-label="Dry run">
      <p role="status" className={styles.words}>
        <strong>Dry run</strong> {simulation ? wordsOf(simulation) : 'Working it out…'}
      </p>
      <div className={styles.controls}>
        <IconButton name={playback.playing ? 'Pause' : 'Play'} onClick={playback.toggle}>
          {playback.playing ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        </IconButton>
        <input
          type="range"
          className={styles.slider}
          aria-label="Virtual time"
          aria-valuetext={duration(playback.at)}
          min={0}
          max={simulation?.elapsedMs ?? 0}
          step="any"
          value={playback.at}
          onChange={(event) => playback.moveTo(event.target.valueAsNumber)}
        />
        <Button tone="quiet" onClick={() => session.actions.set({ view: { kind: 'plan' } })}>
          Back to the plan
        </Button>
      </div>
      {decisions.length > 0 ? (
        <div className={styles.decisions}>
          {decisions.map((decision, at) => (
            <Choice
              key={`${decision.kind} ${decision.name}`}
              decision={decision}
              pick={picks[at] ?? 0}
              onPick={(pick) =>
                setPicks(decisions.map((_, each) => (each === at ? pick : (picks[each] ?? 0))))
              }
            />
          ))}
        </div>
      ) : null}
    </section>
  );
}

function wordsOf({ order, waves, elapsedMs, cost }: Simulation): string {
  const money = cost > 0 ? `, about ${price(cost)}` : '';
  return `${counted(order.length, 'call')} in ${counted(waves.length, 'wave')}, about ${duration(elapsedMs)}${money}. No tool is called.`;
}

function Choice({
  decision,
  pick,
  onPick,
}: {
  decision: Decision;
  pick: number;
  onPick: (pick: number) => void;
}) {
  return (
    <label className={styles.choice}>
      <span>{decision.name}</span>
      <select value={pick} onChange={(event) => onPick(Number(event.target.value))}>
        {decision.options.map((option, at) => (
          <option key={option.label} value={at}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

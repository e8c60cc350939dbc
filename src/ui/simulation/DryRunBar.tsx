/** The dry run of the plan on the table: which way it goes, and a playback of it on virtual time. No tool is called. */

import { ChevronDown, Pause, Pin, Play } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { namer } from '../../run/call-names.ts';
import type { Simulation } from '../../simulate/simulate.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { Button, IconButton } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { useDocument } from '../services.ts';
import { counted, duration, price } from '../words.ts';
import styles from './DryRunBar.module.css';
import { PinnedPanel, ScenarioPanel } from './ScenarioPanel.tsx';
import { useDryRun } from './use-dry-run.ts';
import { deviations } from './way-words.ts';

const AllWaysPanel = late(() => import('./AllWaysPanel.tsx'));

type Open = 'scenario' | 'pinned' | 'all' | null;

export default function DryRunBar() {
  const plan = useDocument((state) => state.plan);
  const [open, setOpen] = useState<Open>(null);
  const dryRun = useDryRun();
  const { decisions, picks, simulation, playback } = dryRun;
  const name = namer(plan);
  const toggle = (panel: Open) => setOpen(open === panel ? null : panel);
  const pinned = dryRun.results.pinned ?? {};
  const pins = Object.keys(pinned).length;
  const changes = deviations(decisions, picks, name);

  return (
    <section className={styles.bar} aria-label="Dry run">
      <div className={styles.row}>
        <p role="status" className={styles.words}>
          <strong>Dry run</strong> {simulation ? wordsOf(simulation) : 'Working it out…'}
        </p>
        <ActionButton id="back-to-plan" />
      </div>
      <div className={styles.row}>
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
        <output className={`small ${styles.time}`}>{duration(playback.at)}</output>
        {decisions.length > 0 ? (
          <Fold name="What happens" open={open === 'scenario'} onToggle={() => toggle('scenario')} />
        ) : null}
        {pins > 0 || open === 'pinned' ? (
          <Fold
            name={
              <>
                <Pin size={12} aria-hidden /> {counted(pins, 'pinned result')}
              </>
            }
            open={open === 'pinned'}
            onToggle={() => toggle('pinned')}
          />
        ) : null}
        <Fold name="All ways" open={open === 'all'} onToggle={() => toggle('all')} />
      </div>
      {changes.length > 0 && open !== 'scenario' ? (
        <p className={`small ${styles.changes}`}>{changes.join(', ')}.</p>
      ) : null}
      {open === null ? null : (
        <div className={styles.panel}>
          {open === 'scenario' ? (
            <ScenarioPanel decisions={decisions} picks={picks} name={name} onChoose={dryRun.choose} />
          ) : open === 'pinned' ? (
            <PinnedPanel pinned={pinned} name={name} />
          ) : (
            <Suspense fallback={null}>
              <AllWaysPanel dryRun={dryRun} name={name} />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}

function wordsOf({ order, waves, elapsedMs, cost }: Simulation): string {
  const money = cost > 0 ? `, about ${price(cost)}` : '';
  return `${counted(order.length, 'call')} in ${counted(waves.length, 'wave')}, about ${duration(elapsedMs)}${money}. No tool is called.`;
}

function Fold({ name, open, onToggle }: { name: ReactNode; open: boolean; onToggle: () => void }) {
  return (
    <Button className={styles.fold} aria-expanded={open} onClick={onToggle}>
      {name} <ChevronDown size={13} aria-hidden />
    </Button>
  );
}

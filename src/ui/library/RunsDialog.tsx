/** Every run on this device: found by plan, status and words, opened, compared, taken along, removed. */

import { Download, GitCompareArrows, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { RunStatus } from '../../run/events.ts';
import type { RunSummary } from '../../stores/ports.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Options } from '../parts/Options.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { useServices } from '../services.ts';
import { counted } from '../words.ts';
import { RunGlyph } from './RunGlyph.tsx';
import styles from './RunsDialog.module.css';
import { originWords, runFacts, troubleWords } from './run-words.ts';
import { useRunList } from './use-run-list.ts';

export default function RunsDialog({ onClose }: { onClose: () => void }) {
  const { history, running, session, now } = useServices();
  const list = useRunList();
  const [filter, setFilter] = useState<RunFilter>(EVERY_RUN);
  const [removing, setRemoving] = useState<string | null>(null);
  const plans = useMemo(() => plansOf(list), [list]);
  const found = useMemo(() => filterRuns(list, filter), [list, filter]);
  const time = now();
  /** Where a write is in doubt, what is lost is said in a sheet of its own; else the row asks. */
  const askToRemove = (runId: string): void => {
    running.openWrites(runId).then((writes) => {
      if (writes.length > 0) session.actions.openAbout('discard', { runId });
      else setRemoving(runId);
    }, session.actions.tellFault);
  };
  const change = (part: Partial<RunFilter>) => setFilter({ ...filter, ...part });

  return (
    <Modal title="Runs" onClose={onClose} size="large">
      <div className={styles.filters}>
        <input
          type="search"
          data-first
          className={styles.search}
          aria-label="Find a run"
          placeholder="Find a run"
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <select
          aria-label="Which plan"
          className={styles.select}
          value={filter.planId ?? ''}
          onChange={(event) => change({ planId: event.target.value === '' ? null : event.target.value })}
        >
          <option value="">Any plan</option>
          <Options of={plans.map(({ id, title }) => [id, title])} />
        </select>
        <select
          aria-label="Which status"
          className={styles.select}
          value={filter.status}
          onChange={(event) => change({ status: event.target.value as StatusGroup })}
        >
          <Options of={Object.entries(STATUS_GROUPS).map(([group, { words }]) => [group, words])} />
        </select>
        <p role="status" className="small">
          {found.length === list.length
            ? counted(list.length, 'run')
            : `${found.length.toLocaleString('en')} of ${counted(list.length, 'run')}`}
        </p>
      </div>
      {list.length === 0 ? (
        <Empty>
          No plan has run on this device yet. When one does, its run is kept here: to be scrubbed, replayed
          for nothing, compared with another, and run again from any call.
        </Empty>
      ) : found.length === 0 ? (
        <Empty>No run is like that. Try fewer words, any plan or any status.</Empty>
      ) : (
        <div className={styles.list}>
          <VirtualList
            count={found.length}
            rowHeight={56}
            label="Runs"
            row={(at) => {
              const run = itemAt(found, at);
              return removing === run.runId ? (
                <Removal
                  run={run}
                  onKeep={() => setRemoving(null)}
                  onRemove={() => {
                    setRemoving(null);
                    running.discardRun(run.runId);
                  }}
                />
              ) : (
                <div className={styles.row}>
                  <RunGlyph run={run} />
                  <button
                    type="button"
                    className={styles.entry}
                    onClick={() => {
                      onClose();
                      running.openRun(run.runId);
                    }}
                  >
                    <span className="clip">{run.title}</span>
                    <span className="small clip">
                      {[runFacts(run, time), troubleWords(run), originWords(run)].filter(Boolean).join(' · ')}
                    </span>
                  </button>
                  <RowButton
                    name={`Compare “${run.title}” of ${run.runId}`}
                    onClick={() => session.actions.openAbout('compare', { runId: run.runId })}
                  >
                    <GitCompareArrows size={15} aria-hidden />
                  </RowButton>
                  <RowButton
                    name={`Export “${run.title}” of ${run.runId}`}
                    onClick={() => history.exportRun(run.runId)}
                  >
                    <Download size={15} aria-hidden />
                  </RowButton>
                  <RowButton
                    name={`Remove “${run.title}” of ${run.runId}`}
                    onClick={() => askToRemove(run.runId)}
                  >
                    <Trash2 size={15} aria-hidden />
                  </RowButton>
                </div>
              );
            }}
          />
        </div>
      )}
    </Modal>
  );
}

interface RowButtonProps {
  name: string;
  onClick: () => void;
  children: React.ReactNode;
}

/** Its name is its title: a tooltip would be drawn below the browser's top layer, where the dialog is. */
function RowButton({ name, onClick, children }: RowButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={name} title={name} onClick={onClick}>
      {children}
    </button>
  );
}

/** Asked once, in the row itself: a record that is gone can't be brought back. */
function Removal({ run, onKeep, onRemove }: { run: RunSummary; onKeep: () => void; onRemove: () => void }) {
  const going = run.status === 'running' || run.status === 'waiting';
  return (
    <div className={styles.row} role="alert">
      <p className={styles.ask}>
        {going
          ? 'This run goes on. Discard it: stop it and delete its record?'
          : 'Delete the record of this run and the files it made?'}
      </p>
      <Button onClick={onKeep}>Keep it</Button>
      <Button tone="danger" onClick={onRemove}>
        {going ? 'Discard the run' : 'Delete the record'}
      </Button>
    </div>
  );
}

type StatusGroup = 'all' | 'going' | 'done' | 'trouble' | 'stopped';

const STATUS_GROUPS: Readonly<
  Record<StatusGroup, { readonly words: string; readonly of: readonly RunStatus[] }>
> = {
  all: { words: 'Any status', of: [] },
  going: { words: 'In progress or waiting', of: ['running', 'waiting'] },
  done: { words: 'Completed', of: ['completed'] },
  trouble: { words: 'Failed or with errors', of: ['failed', 'completed_with_errors'] },
  stopped: { words: 'Aborted', of: ['aborted'] },
};

interface RunFilter {
  readonly text: string;
  readonly status: StatusGroup;
  /** null: of any plan. */
  readonly planId: string | null;
}

export const EVERY_RUN: RunFilter = { text: '', status: 'all', planId: null };

/** In the order of the list. Words are found in the title, the run's id and what it came from, in any order and case. */
export function filterRuns(
  runs: readonly RunSummary[],
  { text, status, planId }: RunFilter,
): readonly RunSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { of } = STATUS_GROUPS[status];
  return runs.filter((run) => {
    if (planId !== null && run.planId !== planId) return false;
    if (of.length > 0 && !of.includes(run.status)) return false;
    if (words.length === 0) return true;
    const read = `${run.title} ${run.runId} ${run.forkOf?.runId ?? ''}`.toLowerCase();
    return words.every((word) => read.includes(word));
  });
}

/** The plans that runs in the list belong to, each once, the one that ran last first. */
export function plansOf(
  runs: readonly RunSummary[],
): readonly { readonly id: string; readonly title: string }[] {
  const titles = new Map<string, string>();
  for (const { planId, title } of runs) if (!titles.has(planId)) titles.set(planId, title);
  return [...titles].map(([id, title]) => ({ id, title }));
}

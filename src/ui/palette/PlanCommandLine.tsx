/** The literal commands in the palette: what was typed, and what it may become. */

import { Command as Cmdk } from 'cmdk';
import { callNames } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';
import { isPlanCommand } from '../../stores/plan-commands.ts';
import { useRuns } from '../services.ts';
import styles from './Palette.module.css';

interface PlanCommandLineProps {
  typed: string;
  onType: (text: string) => void;
  onCarryOut: (text: string) => void;
}

export function PlanCommandLine({ typed, onType, onCarryOut }: PlanCommandLineProps) {
  const list = useRuns((state) => state.list);
  const known = useRuns((state) => state.known);
  useRuns((state) => state.turn);
  const active = list
    .filter(({ runId, status }) => {
      const run = known.get(runId);
      return run ? !isOver(run.state) : status === 'running' || status === 'waiting';
    })
    .map(({ runId, title }) => {
      const run = known.get(runId);
      return { runId, title, calls: run ? callNames(run.state) : [] };
    });
  return (
    <>
      {isPlanCommand(typed) ? (
        <Cmdk.Item value={typed} className={styles.item} onSelect={() => onCarryOut(typed)}>
          <code>{typed.trim()}</code>
          <kbd className={styles.keys}>Enter</kbd>
        </Cmdk.Item>
      ) : null}
      {planSuggestions(typed, active).map(({ text, about }) => (
        <Cmdk.Item key={text} value={text} className={styles.item} onSelect={() => onType(text)}>
          <code>{text}</code>
          <span className={`small ${styles.about}`}>{about}</span>
        </Cmdk.Item>
      ))}
    </>
  );
}

interface SuggestedRun {
  readonly runId: string;
  readonly title: string;
  /** Ids of its calls, as far as its journal has been read. */
  readonly calls: readonly string[];
}

interface Suggestion {
  /** What stands in the box when it is chosen. */
  readonly text: string;
  readonly about: string;
}

const MOST = 8;

/** What a typed `/plan …` may become: every command that begins so, with the runs and calls that there are. */
export function planSuggestions(typed: string, active: readonly SuggestedRun[]): readonly Suggestion[] {
  const text = typed.replace(/^\s+/, '');
  const all: Suggestion[] = [
    { text: '/plan list', about: 'Active plans' },
    ...active.flatMap(({ runId, title, calls }) => [
      { text: `/plan discard ${runId}`, about: `Discard “${title}”` },
      ...calls.map((call) => ({
        text: `/plan resume ${runId} --from ${call}`,
        about: `Run “${title}” again from ${call}`,
      })),
    ]),
  ];
  return all.filter((one) => one.text.startsWith(text) && one.text !== text.trimEnd()).slice(0, MOST);
}

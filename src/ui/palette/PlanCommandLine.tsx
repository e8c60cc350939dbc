/** The literal commands in the palette: what was typed, and what it may become. */

import { Command as Cmdk } from 'cmdk';
import { callNames } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';
import { isPlanCommand } from '../../stores/plan-commands.ts';
import { useRuns } from '../services.ts';
import styles from './Palette.module.css';
import { planSuggestions } from './plan-suggestions.ts';

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

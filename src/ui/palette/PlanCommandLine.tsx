/** The literal commands in the palette: what was typed, and what it may become. */

import { Command as Cmdk } from 'cmdk';
import { isPlanCommand } from '../../stores/plan-commands.ts';
import { isEnded } from '../../stores/run-trace.ts';
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
  const traces = useRuns((state) => state.traces);
  const active = list
    .filter(({ runId, status }) => {
      const trace = traces[runId];
      return trace ? !isEnded(trace) : status === 'running' || status === 'waiting';
    })
    .map(({ runId, title }) => ({ runId, title, calls: [...(traces[runId]?.calls.keys() ?? [])] }));
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
          <span className={styles.about}>{about}</span>
        </Cmdk.Item>
      ))}
    </>
  );
}

/** What a dry run decides, one choice a line: alternatives, failures, approvals. Searched where there are many. */

import { useState } from 'react';
import type { Decision } from '../../simulate/scenario.ts';
import { Button } from '../parts/Button.tsx';
import { counted } from '../words.ts';
import styles from './ScenarioPanel.module.css';

/** Up to here the eye is quicker than a search. */
const SEARCHED_FROM = 9;

interface ScenarioPanelProps {
  decisions: readonly Decision[];
  picks: readonly number[];
  name: (call: string) => string;
  onChoose: (picks: readonly number[]) => void;
}

export function ScenarioPanel({ decisions, picks, name, onChoose }: ScenarioPanelProps) {
  const [search, setSearch] = useState('');
  const titleOf = ({ kind, name: id }: Decision) => (kind === 'gate' ? `Approval “${id}”` : name(id));
  const changed = decisions.filter((_, at) => (picks[at] ?? 0) !== 0).length;
  const words = search.trim().toLowerCase();
  const pick = (at: number, option: number) =>
    onChoose(decisions.map((_, each) => (each === at ? option : (picks[each] ?? 0))));

  return (
    <section className={styles.panel} aria-label="What happens">
      <div className={styles.head}>
        {decisions.length >= SEARCHED_FROM ? (
          <input
            type="search"
            className={styles.search}
            placeholder={`Find one of ${decisions.length}`}
            aria-label="Find a choice"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : null}
        <span className={styles.count}>
          {changed === 0 ? 'Everything succeeds.' : `${counted(changed, 'choice')} changed.`}
        </span>
        <Button tone="quiet" disabled={changed === 0} onClick={() => onChoose([])}>
          Start over
        </Button>
      </div>
      <div className={styles.choices}>
        {decisions.map((decision, at) => {
          const title = titleOf(decision);
          const found = `${title} ${decision.name}`.toLowerCase().includes(words);
          return found ? (
            <label
              key={`${decision.kind} ${decision.name}`}
              className={styles.choice}
              data-changed={(picks[at] ?? 0) !== 0 || undefined}
            >
              <span title={title}>{title}</span>
              <select value={picks[at] ?? 0} onChange={(event) => pick(at, Number(event.target.value))}>
                {decision.options.map((option, number) => (
                  <option key={option.label} value={number}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          ) : null;
        })}
      </div>
    </section>
  );
}

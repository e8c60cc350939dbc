/** What a dry run decides, one choice a line: alternatives, failures, approvals. Searched where there are many. */

import { X } from 'lucide-react';
import { useState } from 'react';
import { itemAt, numberAt } from '../../lib/columns.ts';
import type { Decision } from '../../simulate/scenario.ts';
import type { Pins } from '../../stores/session.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { Button } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { Options } from '../parts/Options.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ScenarioPanel.module.css';

/** Up to here the eye is quicker than a search. */
const SEARCHED_FROM = 9;

/** Pixels, about: of a row with all its columns, shared among the choices in it. */
const ROW_HEIGHT = 16;

/** Whole rows, for any number of columns up to six. */
const AT_A_TIME = 60;

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
  const found = decisions.flatMap((decision, at) =>
    `${titleOf(decision)} ${decision.name}`.toLowerCase().includes(words) ? [at] : [],
  );
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
        <span className={`small ${styles.count}`}>
          {changed === 0 ? 'Everything succeeds.' : `${counted(changed, 'choice')} changed.`}
        </span>
        <Button tone="quiet" disabled={changed === 0} onClick={() => onChoose([])}>
          Start over
        </Button>
      </div>
      <LongList
        as="div"
        className={styles.choices}
        count={found.length}
        rowHeight={ROW_HEIGHT}
        atATime={AT_A_TIME}
        row={(each) => {
          const at = numberAt(found, each);
          const decision = itemAt(decisions, at);
          const title = titleOf(decision);
          return (
            <label
              key={`${decision.kind} ${decision.name}`}
              className={styles.choice}
              data-changed={(picks[at] ?? 0) !== 0 || undefined}
            >
              <span className="clip" title={title}>
                {title}
              </span>
              <select value={picks[at] ?? 0} onChange={(event) => pick(at, Number(event.target.value))}>
                <Options of={decision.options.map(({ label }, number) => [number, label])} />
              </select>
            </label>
          );
        }}
      />
    </section>
  );
}

interface PinnedPanelProps {
  pinned: Pins;
  name: (call: string) => string;
}

/** Results that a person pinned from real runs: they stand in for invented ones in this plan's dry runs (L-81). */
export function PinnedPanel({ pinned, name }: PinnedPanelProps) {
  const { session } = useServices();
  const planId = useDocument((state) => state.plan.id);
  const calls = Object.keys(pinned);
  return (
    <section className={styles.panel} aria-label="Pinned results">
      <div className={styles.head}>
        <span className={`small ${styles.count}`}>
          {calls.length === 0
            ? 'Nothing is pinned. In a run, State and the inspector pin a call’s result.'
            : `${counted(calls.length, 'result')} of real runs stand in for invented ones.`}
        </span>
        <Button
          tone="quiet"
          disabled={calls.length === 0}
          onClick={() => session.actions.unpin(planId, calls)}
        >
          Unpin all
        </Button>
      </div>
      <LongList
        as="ul"
        className={styles.pins}
        count={calls.length}
        rowHeight={ROW_HEIGHT}
        atATime={AT_A_TIME}
        row={(at, place) => {
          const call = itemAt(calls, at);
          return (
            <li key={call} {...place} className={styles.pin}>
              <span className={`clip ${styles.pinName}`} title={name(call)}>
                {name(call)}
              </span>
              <code className={`clip ${styles.pinValue}`}>{previewOf(pinned[call])}</code>
              <button
                type="button"
                className={styles.unpin}
                aria-label={`Unpin ${name(call)}`}
                onClick={() => session.actions.unpin(planId, [call])}
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          );
        }}
      />
    </section>
  );
}

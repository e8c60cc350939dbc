/** A planner's turn that the person wants to see first (L-63): what it would run – drawn hatched on the canvas meanwhile. */

import { useState } from 'react';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import type { RunState } from '../../run/state.ts';
import { callsOfTurn, turnsAllowed } from '../../run/turn-calls.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import type { Answer } from '../verbs.ts';
import { counted } from '../words.ts';
import styles from './Questions.module.css';
import { useReplanDraft } from './use-replan-draft.ts';

interface TurnQuestionProps {
  readonly run: ShownRun;
  /** From 1. */
  readonly turn: number;
  readonly onAnswer: (answer: Answer) => void;
}

/** Calls that are named, and characters of what the planner says of its turn: a stranger's words may be endless. */
const NAMED = 20;
const SAID = 400;

/** What comes under the name of a call that is done is another one, and that one's value goes (L-42). */
const isDoneBefore = ({ program, steps }: RunState, id: string): boolean =>
  steps.status[program.index.get(id) ?? -1] === 'completed';

export function TurnQuestion({ run, turn, onAnswer }: TurnQuestionProps) {
  const { running } = useServices();
  const { runId, state } = run;
  const draft = useReplanDraft(runId);
  // An agent's turn is asked about where its run is not on the canvas.
  const isDrawn = useSession(({ view }) => view.kind === 'run' && view.runId === runId);
  const [said, setSaid] = useState('');
  const calls = callsOfTurn(state);
  const saidOfIt = state.draft?.reflection ?? state.plannerTold?.text;
  const drawn = (draft?.added.length ?? 0) + (draft?.revised.length ?? 0);
  return (
    <>
      <h2 className={styles.title}>
        Turn {turn} would run {counted(calls.length, 'call')}
      </h2>
      {saidOfIt === undefined ? null : (
        <p className={styles.text} dir="auto">
          {cut(visible(saidOfIt), SAID)}
        </p>
      )}
      <ul className={styles.text} aria-label="What it would run">
        {calls.slice(0, NAMED).map(({ _id, _description, _tool }) => (
          <li key={_id}>
            <bdi>{visible(_description ?? _id)}</bdi> (<bdi>{visible(_tool)}</bdi>)
            {isDoneBefore(state, _id) ? ' – takes the place of one that is done' : ''}
          </li>
        ))}
        {calls.length > NAMED ? <li>and {counted(calls.length - NAMED, 'other')}</li> : null}
      </ul>
      <p className={styles.text}>
        {draft === null || !isDrawn
          ? ''
          : drawn < calls.length
            ? `The first ${drawn} are drawn hatched. `
            : 'Drawn hatched. '}
        Nothing of it is signed or stands in a document. What lies beyond the mandate asks before it starts,
        also when you take the turn. It is turn {turn} of {turnsAllowed(state)} at most, taken or not.
      </p>
      <label className={styles.wish}>
        <span className="small">For another turn, say what should be different</span>
        <textarea rows={2} value={said} onChange={({ target }) => setSaid(target.value)} />
      </label>
      <div className={styles.choices}>
        {/* Another turn is paid for: without a word of what is wrong it would likely be the same. */}
        <Button
          disabled={said.trim() === ''}
          onClick={() => onAnswer({ choose: 'reject', value: said.trim() })}
        >
          Ask for another turn
        </Button>
        <Button disabled={draft === null} onClick={() => running.reviseRun(runId)}>
          Change it
        </Button>
        <Button onClick={() => running.setTurns(runId, 'unasked')}>Let it go on</Button>
        <Button tone="primary" onClick={() => onAnswer({ choose: 'approve' })}>
          Take this turn
        </Button>
      </div>
    </>
  );
}

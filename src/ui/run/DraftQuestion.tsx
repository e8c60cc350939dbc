/** A replan's draft that waits for a person: what it keeps, changes, adds and removes – drawn on the canvas meanwhile. */

import { lineWords } from '../../flows/rows.ts';
import { visible } from '../../lib/visible-text.ts';
import { namer } from '../../run/call-names.ts';
import { toldOfPlan } from '../../run/thread-words.ts';
import type { ReplanDraft } from '../../stores/ports.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import type { Answer } from '../verbs.ts';
import { diffWords, scopeWords } from './draft-words.ts';
import styles from './Questions.module.css';
import { useReplanDraft } from './use-replan-draft.ts';

interface DraftQuestionProps {
  run: ShownRun;
  onAnswer: (answer: Answer) => void;
}

export function DraftQuestion({ run, onAnswer }: DraftQuestionProps) {
  const { running } = useServices();
  const draft = useReplanDraft(run.runId);
  const from = run.events.findLast((event) => event.type === 'plan.draft')?.from;
  return (
    <>
      <h2 className={styles.title}>{draft ? `New plan: ${diffWords(draft)}` : 'A new plan is drafted'}</h2>
      <p className={styles.text}>
        {from === undefined ? '' : `Written by ${visible(from)}. `}What is done is kept and not run again.{' '}
        {draft ? <Scope draft={draft} /> : null}
      </p>
      {run.state.plannerTold === null ? null : (
        <p className={styles.text}>{visible(toldOfPlan(true, run.state.plannerTold))}</p>
      )}
      {draft && draft.beyond.flows.length > 0 ? <Added draft={draft} /> : null}
      <div className={styles.choices}>
        <Button onClick={() => onAnswer({ choose: 'reject' })}>
          {/* What the person wanted themselves they need not take: the run goes on as it was (L-63). */}
          {run.state.cause === 'person' ? 'Leave it as it was' : 'Reject and end the run'}
        </Button>
        <Button disabled={draft === null} onClick={() => running.reviseRun(run.runId)}>
          Change it
        </Button>
        <Button tone="primary" disabled={draft === null} onClick={() => onAnswer({ choose: 'approve' })}>
          Accept and go on
        </Button>
      </div>
    </>
  );
}

/** What it widens, as lines of the table that was signed (L-71, L-73). */
function Added({ draft: { beyond, plan } }: { draft: ReplanDraft }) {
  return (
    <ul className={styles.text} aria-label="Added to what goes where">
      {lineWords(beyond.flows, namer(plan)).map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Scope({ draft }: { draft: ReplanDraft }) {
  const words = scopeWords(draft.beyond);
  return words === null ? (
    <span>It stays within the approved scope.</span>
  ) : (
    <strong className={styles.beyond}>{words}</strong>
  );
}

/** A step that nobody has planned yet: its words, and what could stand in its place, tried on the files. A press puts it in. */

import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Call } from '../../plan/document.ts';
import type { Proposal } from '../../plan/proposal.ts';
import { act } from '../actions/actions.ts';
import { ValueField } from '../form/ValueField.tsx';
import { focusInspector } from '../frame/focus.ts';
import { givenWords } from '../goal/change-words.ts';
import { Button } from '../parts/Button.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import styles from './Inspector.module.css';
import { STEP_WORDS } from './meta-fields.ts';

export default function OpenStep({ call }: { call: Call }) {
  const services = useServices();
  const { document, session } = services;
  const { found, isLooking } = useProposals(call);
  const plan = useDocument((state) => state.plan);

  const put = ({ title, call: made, edits }: Proposal) => {
    const done = document.actions.edit(edits, { label: `Put ${title} in the place of ${call._id}` });
    if (!done.ok) return session.actions.notify(done.error, 'danger');
    session.actions.select([made._id]);
    focusInspector(made._id);
  };
  const say = (value: Json | undefined) => {
    const path = ['_description'];
    document.actions.edit([{ kind: 'set-in-call', id: call._id, path, value }], {
      label: `Change the words of ${call._id}`,
      mark: `${call._id}._description`,
    });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to its field and is none.
    <div onBlur={() => document.actions.seal()}>
      <p className={`small ${styles.effect}`}>
        No call does this yet, so the plan can’t be run. Choose what should, or say it in other words.
      </p>
      <ValueField field={STEP_WORDS} value={call._description} onChange={say} />
      <div className={styles.section} aria-busy={isLooking}>
        <h3 id="proposals">What could stand here</h3>
        <p className="muted" role="status">
          {isLooking ? 'Looking…' : found.length === 0 ? 'No tool fits these words.' : ''}
        </p>
        <ul className={styles.proposals} aria-labelledby="proposals">
          {found.map((one) => (
            <li key={one.call._id}>
              <button type="button" className={styles.proposal} onClick={() => put(one)}>
                <strong>{visible(one.title)}</strong>
                <span>{givenWords(one.call, plan)}</span>
                <span className={styles.gives}>{outcomeWords(one)}</span>
              </button>
            </li>
          ))}
        </ul>
        <Button tone="quiet" onClick={() => act('add-call', services)}>
          <Plus size={13} aria-hidden /> Any other call…
        </Button>
      </div>
    </div>
  );
}

/** Asked again when the words, the plan or the files are others; what was found before stays until then. */
function useProposals({ _id }: Call): { readonly found: readonly Proposal[]; readonly isLooking: boolean } {
  const { planning, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const files = useSession((state) => state.files);
  const [answer, setAnswer] = useState<{
    of: typeof plan;
    files: typeof files;
    found: readonly Proposal[];
  }>();
  useEffect(() => {
    const stopping = new AbortController();
    const settle = (found: readonly Proposal[]) => {
      if (!stopping.signal.aborted) setAnswer({ of: plan, files, found });
    };
    planning.proposals(_id, stopping.signal).then(settle, (error: unknown) => {
      settle([]);
      if (!stopping.signal.aborted) session.actions.tellFault(error);
    });
    return () => stopping.abort();
  }, [planning, session, _id, plan, files]);
  const isLooking = answer === undefined || answer.of !== plan || answer.files !== files;
  // What was found for another plan has edits of that plan.
  return { found: isLooking ? [] : answer.found, isLooking };
}

function outcomeWords({ lacking, result }: Proposal): string {
  if (lacking.length > 0) return `Then fill in: ${lacking.map(visible).join(', ')}`;
  return result === undefined ? 'Not tried' : `→ ${visible(result)}`;
}

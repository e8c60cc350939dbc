/** Above a plan within the plan on the table: the way one has come, what it is called, and the ways on (L-52). */

import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { visible } from '../../lib/visible-text.ts';
import type { Inside } from '../../stores/session.ts';
import { libraryId, planNamed, rootOf } from '../../stores/within.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { Button } from '../parts/Button.tsx';
import bar from '../parts/CanvasBar.module.css';
import { useEditOrTell } from '../plan/use-edit.ts';
import { useDocument, useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import { offerWithin } from './actions.ts';
import { leaveWithin, openWithin } from './open-within.ts';
import styles from './within.module.css';

// Its button is one of them.
offerWithin();

export default function WithinBar() {
  const view = useSession((state) => state.view);
  return view.kind === 'within' ? <Bar view={view} /> : null;
}

function Bar({ view: { trail, mode } }: { view: Inside }) {
  const services = useServices();
  const { document, plans } = services;
  const isRead = mode === 'read';
  const root = rootOf(document);
  const whole = useStore(root);
  const title = useDocument(({ plan }) => visible(plan.title ?? plan.id));
  const count = useDocument(({ plan }) => plan.calls.length);
  const references = trail.map(({ reference }) => reference);
  const last = references.at(-1) ?? '';
  const isHere = planNamed(whole, last) !== undefined;
  // An undo may take it away with what was done in it.
  useEffect(() => {
    if (!isHere) leaveWithin(services);
  }, [isHere, services]);
  const id = libraryId(last);
  return (
    <section className={bar.bar} data-tone="info" aria-label="A plan within the plan">
      <div className={bar.line}>
        <nav aria-label="Where you are" className={styles.trail}>
          <ol>
            <Step name={visible(whole.plan.title ?? 'The plan')} to={() => openWithin(services, [])} />
            {references.slice(0, -1).map((reference, i) => (
              <Step
                // biome-ignore lint/suspicious/noArrayIndexKey: a place on the way down
                key={i}
                name={visible(planNamed(whole, reference)?.title ?? reference)}
                to={() => openWithin(services, references.slice(0, i + 1))}
              />
            ))}
            <li aria-current="page" className={styles.here}>
              {isRead ? <strong className="clip">{title}</strong> : <Name key={last} reference={last} />}
            </li>
          </ol>
        </nav>
        <p role="status" className={styles.facts}>
          {counted(count, 'call')}
          {isRead ? ' · of the library: it is read here, and changed there' : ' · a part of this plan'}
        </p>
        <div className={bar.ways}>
          {id === null ? null : <Button onClick={() => plans.openPlan(id)}>Open it in the library</Button>}
          {isRead ? null : <ActionButton id="keep-within" />}
          <ActionButton id="leave-within" />
        </div>
      </div>
    </section>
  );
}

function Step({ name, to }: { name: string; to: () => void }) {
  return (
    <li>
      <button type="button" className="clip" onClick={to}>
        {name}
      </button>
      <ChevronRight size={13} aria-hidden />
    </li>
  );
}

/** What it is called, typed in its place; where it has no title, as it is referred to. */
function Name({ reference }: { reference: string }) {
  const title = useDocument(({ plan }) => plan.title ?? '');
  const { document } = useServices();
  const edit = useEditOrTell();
  return (
    <input
      aria-label="Name of this plan"
      placeholder={reference}
      value={title}
      spellCheck={false}
      size={Math.max(8, Math.min(40, title.length + 1))}
      onChange={(event) => {
        const value = event.target.value === '' ? undefined : event.target.value;
        edit([{ kind: 'set-field', field: 'title', value }], 'Change the name of a plan within', 'title');
      }}
      onBlur={() => document.actions.seal()}
    />
  );
}

/** Which instance of the run the screen is turned to (L-55): found by its label, chosen by a press or by the keyboard. */

import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { instancesNow } from '../../run/call-counts.ts';
import type { InstanceView } from '../../run/instance-view.ts';
import { Modal } from '../parts/Modal.tsx';
import { useServices, useShownRun } from '../services.ts';
import { InstanceGlyph } from './InstanceGlyph.tsx';
import { instanceStatusWords, listWords } from './instance-words.ts';
import styles from './list-bar.module.css';
import { useInstance } from './use-instance.ts';

/** So many are listed at once: of more a person types a part of the label. */
const MOST = 200;

export default function InstancesDialog({ onClose }: { onClose: () => void }) {
  const { session } = useServices();
  const run = useShownRun();
  const now = useInstance(run);
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed);
  const views = run ? instancesNow(run.state) : NONE;
  const found = useMemo(() => foundIn(views, sought), [views, sought]);
  const shown = found.slice(0, MOST);
  // First of all stands “all of them”, unless something is sought.
  const options: readonly (InstanceView | null)[] = sought.trim() === '' ? [null, ...shown] : shown;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((view) => (view?.label ?? null) === now),
    ),
  );
  const active = Math.min(at, options.length - 1);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  if (!run) return null;
  const choose = (view: InstanceView | null | undefined) => {
    if (view === undefined) return;
    session.actions.set({ instance: view === null ? undefined : { runId: run.runId, label: view.label } });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 10,
      PageUp: active - 10,
    };
    const next = to[event.key];
    if (next !== undefined) setAt(Math.max(0, Math.min(options.length - 1, next)));
    else if (event.key === 'Enter') choose(options[active]);
    else return;
    event.preventDefault();
  };
  const more = found.length - shown.length;
  return (
    <Modal title="Which instance?" size="small" onClose={onClose}>
      <label className={styles.find}>
        Find by label
        <input
          data-first
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div ref={list} id={id} role="listbox" aria-label="Instances" className={styles.options}>
        {options.map((view, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={view?.label ?? ''}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            onClick={() => choose(view)}
          >
            {view === null ? (
              <>
                <span aria-hidden>∗</span>
                <span>All of them</span>
                <span className="small">{listWords(views)}</span>
              </>
            ) : (
              <>
                <InstanceGlyph status={view.status} />
                <span className="clip">{visible(view.label)}</span>
                <span className="small">{instanceStatusWords(view.status)}</span>
              </>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="small">
        {options.length === 0
          ? 'No label has that in it.'
          : more > 0
            ? `and ${more.toLocaleString('en')} more: type a part of the label`
            : ''}
      </p>
    </Modal>
  );
}

const NONE: readonly never[] = [];

function foundIn(views: readonly InstanceView[], sought: string): readonly InstanceView[] {
  const words = sought.trim().toLowerCase();
  return words === '' ? views : views.filter(({ label }) => label.toLowerCase().includes(words));
}

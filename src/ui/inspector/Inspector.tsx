/** The selected call: what it does, its parameters as a form or as JSON, and how it is run. */

import { Maximize2, MessageSquare, Power, StepForward, Trash2, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { cardPlans } from '../../canvas/card-plan.ts';
import { ON_DEVICE } from '../../flows/on-device.ts';
import { originWords } from '../../flows/tools.ts';
import { visible } from '../../lib/visible-text.ts';
import { notesRenamed } from '../../plan/canvas-notes.ts';
import type { Call, Plan } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { isOff, isOpenStep } from '../../plan/open-step.ts';
import { partKey, partOrigin } from '../../plan/origin.ts';
import { planOf } from '../../run/whole.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { titleOf } from '../../tools/titles.ts';
import { ActionIcon } from '../actions/use-action.tsx';
import { focusCard } from '../frame/focus.ts';
import { isNarrow } from '../frame/narrow.ts';
import { contractCame, partWords } from '../part-words.ts';
import { IconButton } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import side from '../parts/side.module.css';
import { useDocument, useServices, useSession, useShownRun } from '../services.ts';
import { CallForm } from './CallForm.tsx';
import { CallInRun } from './CallInRun.tsx';
import styles from './Inspector.module.css';
import { PinnedHere } from './PinnedHere.tsx';

const CallJson = late(() => import('./CallJson.tsx'));
const OpenStep = late(() => import('./OpenStep.tsx'));

/** @param otherwise stands in its place where what was selected is in the plan no more */
export default function Inspector({ otherwise }: { otherwise: ReactNode }) {
  const { canvas, session } = useServices();
  const id = useSession((state) => state.selection[0]);
  const many = useSession((state) => state.selection.length);
  const run = useShownRun();
  const plan = useDocument((state) => state.plan);
  const origins = useDocument((state) => state.origins);
  const delegates = useDocument((state) => state.delegates);
  const shown = (run && planOf(run.state)) ?? plan;
  // Not with everything that a run of ten thousand calls says.
  const call = useMemo(() => shown.calls.find((candidate) => candidate._id === id), [shown, id]);
  const catalogue = useMemo(() => catalogueOf(builtInTools, shown.tools), [shown.tools]);
  if (!call) return otherwise;
  const own = cardPlans(shown.plans, run ? undefined : delegates)?.(call);
  const title = own?.title ?? titleOf(catalogue.get(call._tool), call._tool);

  // The canvas takes them away, and knows which call gets the keyboard then.
  const remove = () =>
    void canvas.controller?.perform({ kind: 'remove', calls: session.getState().selection });
  // What had the keyboard goes with the panel.
  const close = () => {
    session.actions.select([]);
    focusCard(call._id);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    // On a phone the sheet covers the canvas, so there it closes.
    if (isNarrow()) close();
    else focusCard(call._id);
  };

  return (
    <div className={side.panel} data-inspector={call._id}>
      <section aria-label="Inspector" className={side.region} onKeyDown={leave}>
        <header className={styles.head}>
          <div className={styles.names}>
            <h2 className={styles.tool} title={title}>
              <bdi>{title}</bdi>
            </h2>
            <p className="small">
              <code>{visible(call._tool)}</code> ·{' '}
              {isOpenStep(call) && catalogue.get(call._tool) === undefined
                ? 'nothing does this yet'
                : originWords(call, shown, catalogue, ON_DEVICE, run ? undefined : contractCame(origins))}
            </p>
            {run ? null : <CallCame id={call._id} />}
            {run ? <p className={styles.id}>{call._id}</p> : <CallName key={call._id} call={call} />}
            {isOff(call) ? (
              <p className="small">
                {run?.state.isPart ? 'No part of this run' : 'Switched off'}: it does not run, and what it
                writes is not there.
              </p>
            ) : null}
            {many > 1 ? <p className="muted">and {many - 1} more selected</p> : null}
          </div>
          {run ? null : (
            <ActionIcon
              id="ask-change"
              name={many > 1 ? `Ask for a change of these ${many} calls` : 'Ask for a change of this call'}
            >
              <MessageSquare size={15} aria-hidden />
            </ActionIcon>
          )}
          {run || many > 1 ? null : <OpenIt id={call._id} />}
          {run || many > 1 ? null : (
            <ActionIcon id="run-to">
              <StepForward size={15} aria-hidden />
            </ActionIcon>
          )}
          {run ? null : (
            <ActionIcon id="switch" name={isOff(call) ? 'Switch on' : 'Switch off'}>
              <Power size={15} aria-hidden />
            </ActionIcon>
          )}
          {run ? null : (
            <IconButton
              name={many > 1 ? `Remove ${many} calls` : 'Remove this call'}
              hint="Remove (Delete on the canvas)"
              onClick={remove}
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          )}
          <IconButton name="Close the inspector" onClick={close}>
            <X size={16} aria-hidden />
          </IconButton>
        </header>
        {run ? (
          <CallInRun key={call._id} call={call} run={run} />
        ) : (
          <Tabs.Root defaultValue="form" className={styles.tabs}>
            <PinnedHere id={call._id} />
            <Tabs.List className={styles.list} aria-label="How the call is edited">
              <Tabs.Trigger value="form" className={styles.tab}>
                Form
              </Tabs.Trigger>
              <Tabs.Trigger value="json" className={styles.tab}>
                JSON
              </Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="form" className={styles.panel} tabIndex={-1}>
              {isOpenStep(call) && catalogue.get(call._tool) === undefined ? (
                <Suspense fallback={<p className="muted">Opening…</p>}>
                  <OpenStep key={call._id} call={call} />
                </Suspense>
              ) : (
                <CallForm key={call._id} call={call} />
              )}
            </Tabs.Content>
            <Tabs.Content value="json" className={styles.panel} tabIndex={-1}>
              <Suspense fallback={<p className="muted">Opening the editor…</p>}>
                <CallJson key={call._id} call={call} />
              </Suspense>
            </Tabs.Content>
          </Tabs.Root>
        )}
      </section>
    </div>
  );
}

/** Opens its value, which comes and goes while one edits. */
function OpenIt({ id }: { id: string }) {
  const { live } = useServices();
  useSyncExternalStore(
    useCallback((hear: () => void) => live.subscribe(id, hear), [live, id]),
    () => live.of(id),
  );
  return (
    <ActionIcon id="value">
      <Maximize2 size={15} aria-hidden />
    </ActionIcon>
  );
}

/** Where the call came from, where that is not here. */
function CallCame({ id }: { id: string }) {
  const words = useDocument(({ origins }) => partWords(partOrigin(origins, partKey('call', id))));
  return words === null ? null : (
    <p className="small">
      <bdi>{`this call came ${words}`}</bdi>
    </p>
  );
}

// The call's id, edited in place: Enter keeps it, Escape restores it. What reads its result reads a path and stays.

/** A card stands under its call's id: renamed, it must not jump. */
function renameEdits(
  call: Call,
  id: string,
  at: { x: number; y: number } | undefined,
  notes: Plan['notes'],
): readonly Edit[] {
  const edits: Edit[] = [{ kind: 'replace-call', id: call._id, call: { ...call, _id: id } }];
  if (at) edits.push({ kind: 'place', positions: { [call._id]: null, [id]: at } });
  return [...edits, ...notesRenamed({ notes }, call._id, id)];
}

function CallName({ call }: { call: Call }) {
  const { document, session } = useServices();
  const place = useDocument((state) => state.plan.layout?.[call._id]);
  const taken = useDocument((state) => state.plan.calls);
  const notes = useDocument((state) => state.plan.notes);
  const [draft, setDraft] = useState<string | null>(null);

  const keep = () => {
    const id = draft?.trim();
    setDraft(null);
    if (!id || id === call._id) return;
    if (taken.some((other) => other._id === id)) {
      return session.actions.notify(`There is a call ${id} already. Choose another name.`, 'danger');
    }
    if (!/^[A-Za-z0-9_-]{1,40}$/.test(id)) {
      return session.actions.notify(
        'A call is named with letters, digits, _ and -, at most 40 of them.',
        'danger',
      );
    }
    const done = document.actions.edit(renameEdits(call, id, place, notes), {
      label: `Rename ${call._id} to ${id}`,
    });
    if (done.ok) session.actions.select([id]);
    else session.actions.notify(done.error, 'danger');
  };

  return (
    <input
      className={styles.id}
      aria-label="Name of the call"
      data-call-name=""
      value={draft ?? call._id}
      spellCheck={false}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        // Renamed, the call is another to the panel: the keyboard stays with its name.
        if (event.key === 'Enter') {
          keep();
          requestAnimationFrame(() =>
            window.document.querySelector<HTMLElement>('[data-call-name]')?.focus(),
          );
        }
        if (event.key !== 'Escape' || draft === null) return;
        setDraft(null);
        event.stopPropagation();
      }}
    />
  );
}

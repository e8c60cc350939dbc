/** What a draft or a change has yet to be told: which reading of the goal is meant, each with what it gives, and the input it asks for. */

import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cut } from '../../lib/cut-text.ts';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { editsToRead, type Reading, type ReadingsAsked, readingOf } from '../../plan/readings.ts';
import type { SessionState } from '../../stores/session.ts';
import { fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { ValueField } from '../form/ValueField.tsx';
import { IconButton } from '../parts/Button.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import styles from './Asked.module.css';

/** Characters: a column's name is a stranger's text. */
const NAME = 60;
const RESULT = 120;
/** What is typed stands in the goal. */
const TYPED = 200;

const shown = (text: string, most: number): string => cut(visible(text), most);

export default function Asked({
  asked: { planId, question, change },
}: {
  asked: NonNullable<SessionState['asked']>;
}) {
  const { session } = useServices();
  const plan = useDocument((state) => state.plan);
  const stands = change === undefined ? plan : change.table === plan ? change.after : undefined;
  const now = question && stands && readingOf(stands, question);
  const fields = change ? [] : fieldsOf(plan.input?.schema).filter(({ required }) => required);
  if (plan.id !== planId || (now === undefined && fields.length === 0)) return null;
  const stays =
    change === undefined
      ? 'the step stays open'
      : change.after === change.before
        ? 'the plan stays as it is'
        : 'the change stays as proposed';
  const leave = () => {
    // Where nothing was understood of it, the sentence is there to be said in other words.
    const isLost = change !== undefined && change.after === change.before && session.getState().goal === '';
    session.actions.set({ asked: null, ...(isLost ? { goal: change.sentence } : {}) });
    globalThis.document.getElementById('goal')?.focus();
  };
  return (
    <section
      className={styles.asked}
      data-asked
      aria-label={change ? 'The change asks' : 'The plan asks'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
    >
      <div className={styles.parts}>
        {question && now ? <Which key={question.text} question={question} now={now} /> : null}
        {fields.length > 0 ? <Input fields={fields} /> : null}
      </div>
      <IconButton
        name={question?.settled === undefined ? 'Leave it as it is' : 'Go on without'}
        hint={question?.settled === undefined ? undefined : `Go on without: ${stays} (Escape)`}
        onClick={leave}
      >
        <X size={14} aria-hidden />
      </IconButton>
    </section>
  );
}

/** Keys 1 to 5, the arrows, Enter: of the choices and the field below them. */
function keys(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  const typing = event.target instanceof HTMLInputElement;
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')];
  const at = choices.indexOf(event.target as HTMLElement);
  if (/^[1-9]$/.test(event.key) && !typing) {
    const choice = choices[Number(event.key) - 1];
    if (choice instanceof HTMLInputElement) choice.focus();
    else choice?.click();
  } else if (/^Arrow(?:Down|Up)$/.test(event.key) || (/^Arrow(?:Right|Left)$/.test(event.key) && !typing)) {
    const by = /Down|Right/.test(event.key) ? 1 : -1;
    choices[(at + by + choices.length) % choices.length]?.focus();
  } else {
    // Letters are no answer: whoever types on says the next sentence, and the box takes it from its first letter.
    if (!typing && /^\p{L}$/u.test(event.key)) globalThis.document.getElementById('goal')?.focus();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** A reading stands as the plan, or none yet; a press puts another in its place, in one step to undo. */
function Which({ question, now }: { question: ReadingsAsked; now: Reading }) {
  const { document, session, planning } = useServices();
  const isAtWork = useSession((state) => state.progress !== null);
  const asks = useId();
  const choices = useRef<HTMLDivElement>(null);
  const words = shown(question.words, NAME);
  const isLeft = question.settled !== undefined;
  useEffect(() => {
    // Who has just sent the goal answers with a key; who types on, or has a dialog open, is left alone.
    const { activeElement } = globalThis.document;
    const isTyping = activeElement?.matches('input, textarea, select, [contenteditable], dialog *') === true;
    const isFree = !isTyping || activeElement?.id === 'goal';
    const isNew = isLeft && isFree && session.getState().goal === '';
    if (isNew) choices.current?.querySelector<HTMLElement>('[data-choice]')?.focus();
  }, [isLeft, session]);
  const take = (reading: Reading) => {
    if (reading === now || isAtWork) return;
    if (reading.settles !== undefined) return planning.settle(reading.settles);
    document.actions.seal();
    const edits = editsToRead(document.getState().plan, now, reading);
    const label = `Read “${words}” as ${shown(reading.took, NAME)}`;
    const done = document.actions.edit(edits, { label, said: question.words });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  const given = ({ result, asksOn }: Reading) =>
    result === undefined ? (asksOn ? 'leaves something to ask' : 'not tried') : `→ ${shown(result, RESULT)}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its choices are buttons: each press is a step of its own.
    <div role="group" aria-labelledby={asks} ref={choices} onKeyDown={keys} aria-busy={isAtWork}>
      <p id={asks} className={styles.question}>
        {isLeft ? shown(question.text, RESULT) : `What is meant by “${words}”?`}
      </p>
      <div className={isLeft ? styles.list : styles.readings}>
        {question.readings.map((one) => (
          <button
            key={one.took}
            type="button"
            data-choice
            className={`small ${styles.reading}`}
            aria-pressed={one === now}
            onClick={() => take(one)}
          >
            <strong>{shown(one.took, NAME)}</strong> <span>{given(one)}</span>
          </button>
        ))}
        {isLeft ? <Otherwise words={question.words} isAtWork={isAtWork} /> : null}
      </div>
    </div>
  );
}

/** What none of the choices says, in the person's own words. */
function Otherwise({ words, isAtWork }: { words: string; isAtWork: boolean }) {
  const { planning } = useServices();
  const [text, setText] = useState('');
  return (
    <input
      data-choice
      type="text"
      className={`small ${styles.otherwise}`}
      aria-label={`“${shown(words, NAME)}” in other words`}
      placeholder="Something else: say it in other words"
      maxLength={TYPED}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        // Enter while a composed character is open belongs to the input method.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '' || isAtWork) return;
        event.preventDefault();
        planning.settle({ words, as: [text.trim()] });
      }}
    />
  );
}

function Input({ fields }: { fields: ReturnType<typeof fieldsOf> }) {
  const { document } = useServices();
  const input = useDocument((state) => state.input);
  return (
    // biome-ignore lint/a11y/useSemanticElements: each field has its own name.
    <div role="group" aria-label="Input for the run">
      {fields.map((field) => (
        <ValueField
          key={field.name}
          field={{ ...field, label: shown(field.label, NAME) }}
          value={input[field.name] as Json | undefined}
          onChange={(value) => document.actions.setInput(withValue(input, field.name, value))}
          error={undefined}
        />
      ))}
    </div>
  );
}

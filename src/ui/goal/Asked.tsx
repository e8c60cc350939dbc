/** What a draft has yet to be told: which reading of the goal is meant, each with what it gives, and the input it asks for. */

import { X } from 'lucide-react';
import { useId } from 'react';
import { cut } from '../../lib/cut-text.ts';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { editsToRead, type Reading, type ReadingsAsked, readingOf } from '../../plan/readings.ts';
import type { SessionState } from '../../stores/session.ts';
import { fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { ValueField } from '../form/ValueField.tsx';
import { IconButton } from '../parts/Button.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './Asked.module.css';

/** Characters: a column's name is a stranger's text. */
const NAME = 60;
const RESULT = 120;

const shown = (text: string, most: number): string => cut(visible(text), most);

export default function Asked({
  asked: { planId, question },
}: {
  asked: NonNullable<SessionState['asked']>;
}) {
  const { session } = useServices();
  const plan = useDocument((state) => state.plan);
  const now = question && readingOf(plan, question);
  const fields = fieldsOf(plan.input?.schema).filter(({ required }) => required);
  if (plan.id !== planId || (now === undefined && fields.length === 0)) return null;
  return (
    <section className={styles.asked} aria-label="The plan asks">
      <div className={styles.parts}>
        {question && now ? <Which question={question} now={now} /> : null}
        {fields.length > 0 ? <Input fields={fields} /> : null}
      </div>
      <IconButton name="Leave it as it is" onClick={() => session.actions.set({ asked: null })}>
        <X size={14} aria-hidden />
      </IconButton>
    </section>
  );
}

/** The first reading stands as the plan; a press puts another in its place, in one step to undo. */
function Which({ question, now }: { question: ReadingsAsked; now: Reading }) {
  const { document, session } = useServices();
  const asks = useId();
  const words = shown(question.words, NAME);
  const take = (reading: Reading) => {
    if (reading === now) return;
    document.actions.seal();
    const edits = editsToRead(document.getState().plan, now, reading);
    const done = document.actions.edit(edits, { label: `Read “${words}” as ${shown(reading.took, NAME)}` });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its choices are buttons: each press is a step of its own.
    <div role="group" aria-labelledby={asks}>
      <p id={asks} className={styles.question}>
        What is meant by “{words}”?
      </p>
      <div className={styles.readings}>
        {question.readings.map((one) => (
          <button
            key={one.took}
            type="button"
            className={`small ${styles.reading}`}
            aria-pressed={one === now}
            onClick={() => take(one)}
          >
            <strong>{shown(one.took, NAME)}</strong>{' '}
            <span>{one.result === undefined ? 'not tried' : `→ ${shown(one.result, RESULT)}`}</span>
          </button>
        ))}
      </div>
    </div>
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

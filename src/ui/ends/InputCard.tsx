/** An input of the plan as a card: its value is given here, and all that reads it is computed with it at once. */

import { LogIn } from 'lucide-react';
import { useId, useState } from 'react';
import { brief, hueOf } from '../../canvas/card-value.ts';
import { INPUT_PORT, type InputEnd } from '../../canvas/ends.ts';
import { hasOwn, isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { type InputType, typeOf } from '../../plan/input-schema.ts';
import { Port } from '../canvas/Port.tsx';
import { type Field, fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { asText, ChoiceInput, NumberInput, TextInput } from '../form/inputs.tsx';
import { openPart } from '../frame/open-part.ts';
import { instanceOf } from '../over-list/use-instance.ts';
import unseen from '../parts/unseen.module.css';
import { DateInput, RangeInput } from '../plan/InputValue.tsx';
import { useDocument, useOfShownRun, useServices, useSession } from '../services.ts';
import styles from './EndCard.module.css';
import { EndHead } from './EndHead.tsx';

export default function InputCard({ end }: { end: InputEnd }) {
  const { document } = useServices();
  const { name } = end.input;
  const isOfPlan = useSession(({ view }) => view.kind === 'plan');
  const isWithin = useSession(({ view }) => view.kind === 'within');
  const onTable = useDocument((state) => own(state.input, name));
  const instance = useSession((state) => state.instance);
  const ofRun = useOfShownRun((run) => {
    const ofOne = run?.state.inputs.get(instanceOf({ instance }, run) ?? '');
    return own(ofOne, name) ?? own(run?.state.input, name);
  });
  const isOfList = useOfShownRun((run) => (run?.state.instances.length ?? 0) > 0);
  const change = (value: Json | undefined) =>
    document.actions.setInput(withValue(document.getState().input, name, value));
  return (
    <>
      <EndHead
        Icon={LogIn}
        name={visible(end.title)}
        hint={`The plan asks for it and reads it as †input.${visible(name)}`}
        part="input"
        what={`What the input ${visible(end.title)} is`}
      >
        <Port port={INPUT_PORT} side="right" hue={hueOf({ type: 'ref', kind: 'input', path: [name] })} />
      </EndHead>
      <div className={`nodrag nopan nowheel ${styles.control}`} data-control={end.control}>
        {isOfPlan ? (
          <Control end={end} value={onTable} onChange={change} />
        ) : (
          <span className="clip" title={visible(asText(ofRun)).slice(0, 400)}>
            {isWithin ? (
              <span className="muted">given by the call</span>
            ) : ofRun === undefined ? (
              <span className="muted">{isOfList ? 'of each row of the list' : 'not given'}</span>
            ) : (
              visible(brief(ofRun, 200))
            )}
          </span>
        )}
      </div>
    </>
  );
}

const own = (values: JsonObject | undefined, name: string): Json | undefined =>
  values && hasOwn(values, name) ? values[name] : undefined;

interface ControlProps {
  readonly end: InputEnd;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

function Control({ end, value, onChange }: ControlProps) {
  const id = useId();
  const { session } = useServices();
  const { input, title, control } = end;
  const field = fieldsOf({ type: 'object', properties: { [input.name]: input.schema } })[0];
  const { fallback, as } = (field ?? {}) as Partial<Field>;
  const label = visible(title);
  const common = {
    id,
    describedBy: undefined,
    invalid: false,
    required: input.required,
    value,
    onChange,
    fallback,
  };
  // What a control can't show is never changed by it.
  const isOther = value !== undefined && !fits(control, value);
  if (isOther || control === 'elsewhere')
    return (
      <button type="button" className={styles.elsewhere} onClick={() => openPart(session, 'input')}>
        <span className="clip">{value === undefined ? 'Nothing is given' : visible(brief(value, 60))}</span>
        <span className={styles.link}>edit</span>
      </button>
    );
  return (
    <>
      <label htmlFor={id} className={unseen.unseen}>
        {label}
      </label>
      {inputOf()}
    </>
  );

  function inputOf() {
    switch (control) {
      case 'slider':
        return as?.kind === 'number' ? (
          <div className={styles.slider}>
            <RangeInput {...common} label={label} bounds={as} />
          </div>
        ) : null;
      case 'date':
        return <DateInput id={id} value={value} onChange={onChange} />;
      case 'yes-no':
      case 'choice':
        return <ChoiceInput {...common} options={as?.kind === 'choice' ? as.options : [true, false]} />;
      case 'lines':
        return <Lines {...common} items={itemsOf(input.schema)} />;
      case 'line':
        return as?.kind === 'number' ? <NumberInput {...common} /> : <TextInput {...common} long={false} />;
      default:
        return null;
    }
  }
}

function fits(control: InputEnd['control'], value: Json): boolean {
  switch (control) {
    case 'slider':
    case 'line':
      return typeof value === 'string' || typeof value === 'number';
    case 'date':
      return typeof value === 'string';
    case 'lines':
      return (
        Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')
      );
    case 'choice':
    case 'yes-no':
      return true;
    case 'elsewhere':
      return false;
  }
}

const itemsOf = ({ items }: JsonObject): 'number' | 'text' =>
  isObject(items) && NUMBERS.has(typeOf(items)) ? 'number' : 'text';

const NUMBERS: ReadonlySet<InputType> = new Set<InputType>(['number', 'whole']);

/** A list, one item a line. */
function Lines(props: {
  id: string;
  items: 'number' | 'text';
  value: Json | undefined;
  fallback: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const { id, items, value, fallback, onChange } = props;
  // A line that is begun is no item yet, and stays under the cursor.
  const [draft, setDraft] = useState<string | null>(null);
  const text = (list: Json | undefined) => (Array.isArray(list) ? list.map(asText).join('\n') : '');
  return (
    <textarea
      id={id}
      className={styles.lines}
      rows={3}
      value={draft ?? text(value)}
      placeholder={fallback === undefined ? 'One on each line' : text(fallback)}
      onBlur={() => setDraft(null)}
      onChange={(event) => {
        const typed = event.target.value;
        setDraft(typed);
        const lines = typed.split('\n').filter((line) => line.trim() !== '');
        onChange(lines.length === 0 ? undefined : lines.map((line) => itemOf(line, items)));
      }}
    />
  );
}

/** What is no number stays as it is typed: the run says that it is none. */
function itemOf(line: string, items: 'number' | 'text'): Json {
  const number = items === 'number' ? Number(line) : Number.NaN;
  return Number.isFinite(number) ? number : line;
}

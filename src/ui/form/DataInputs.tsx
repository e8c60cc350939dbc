/** Inputs that know the data at hand: a column, a value of one, a file. What there is stands to choose from; anything else can be typed. */

import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Json, JsonObject } from '../../lib/json.ts';
import { Button } from '../parts/Button.tsx';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { Combobox, type Completion } from './Combobox.tsx';
import type { DataKind } from './fields.ts';
import styles from './form.module.css';
import { asText, type InputState, TextInput } from './inputs.tsx';
import {
  type ColumnKind,
  cellText,
  columnOffers,
  type KnownData,
  type Offer,
  type Offers,
  offersFor,
} from './known-data.ts';
import { isTaken, readable, type TakenAs, takenAs, valueAs } from './taken-as.ts';

interface DataInputProps {
  of: DataKind;
  input: InputState;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
  known: KnownData;
  /** The parameter's name. */
  parameter: string;
  /** The object that it stands in: a value is of the column beside it. */
  beside: JsonObject | undefined;
  fallback: Json | undefined;
  eager?: boolean;
}

export function DataInput(props: DataInputProps) {
  const { of, input, value, onChange, known, parameter, beside, fallback } = props;
  const column = typeof beside?.column === 'string' ? beside.column : undefined;
  if (of === 'cells') return <CellInput {...props} column={column} />;
  const files = of === 'file' ? known.files?.(parameter) : undefined;
  const offers = files ?? (of === 'columns' ? columnOffers(known, parameter, onChange) : []);
  // A column may be known once its table has come: another input in its place would take the keyboard from it.
  if (files === undefined && of !== 'columns')
    return <TextInput {...input} long={false} value={value} onChange={onChange} fallback={fallback} />;
  return (
    <>
      <Offering
        {...props}
        listed={of === 'file' ? 'Files' : 'Columns'}
        text={asText(value)}
        offersFor={(typed) => offersFor(offers, typed)}
        count={offers.length}
        // A required text that is emptied stays, so that the check can say so.
        onText={(text) => onChange(text === '' && !input.required ? undefined : text)}
      />
      {files === undefined || known.giveFile === undefined ? null : (
        <ChooseFile label="Another file for this call" onChoose={(file) => known.giveFile?.(file, onChange)}>
          Another file…
        </ChooseFile>
      )}
    </>
  );
}

interface OfferingProps extends Pick<DataInputProps, 'input' | 'fallback' | 'eager'> {
  listed: string;
  count?: number;
  text: string;
  offersFor: (typed: string) => Offers | Promise<Offers>;
  onText: (text: string, taken?: Offer) => void;
  onLeave?: () => void;
}

function Offering({ input, fallback, eager, offersFor: offers, ...rest }: OfferingProps) {
  const complete = (typed: string): Completion | Promise<Completion> => {
    const found = offers(typed);
    const all = { from: 0, to: typed.length };
    return found instanceof Promise ? found.then((later) => ({ ...later, ...all })) : { ...found, ...all };
  };
  return (
    <Combobox
      {...input}
      {...rest}
      complete={complete}
      opensOnClick
      eager={eager ?? false}
      placeholder={asText(fallback)}
    />
  );
}

/** A value that cells of a column are compared with: written as a person says it, and what it is taken as stands below. */
function CellInput(props: DataInputProps & { column: string | undefined }) {
  const { input, value, onChange, known, column } = props;
  // What is half typed ("1.") has no value of its own yet, and must not be written anew under the cursor.
  const [draft, setDraft] = useState<string | null>(null);
  const [chosen, setChosen] = useState<TakenAs>();
  const text = draft ?? (typeof value === 'boolean' ? cellText(value) : asText(value));
  const type = known.columns('column').find(({ name }) => name === column)?.type;

  const set = (typed: string, as: TakenAs): void =>
    onChange(typed === '' && !input.required ? undefined : valueAs(typed, as));
  return (
    <>
      <Offering
        {...props}
        listed={column === undefined ? 'Values' : `Values of ${column}`}
        text={text}
        offersFor={(typed) => (column === undefined ? { offers: [] } : known.cells(column, typed))}
        onText={(typed, taken) => {
          setDraft(typed);
          if (taken === undefined) return set(typed, takenAs(typed, type, chosen));
          setChosen(isTaken(taken.value));
          onChange(taken.value);
        }}
        onLeave={() => setDraft(null)}
      />
      {value === undefined || text === '' ? null : (
        <TakenAsLine
          can={readable(text)}
          as={isTaken(value)}
          type={type}
          onChoose={(as) => {
            setChosen(as);
            set(text, as);
          }}
        />
      )}
    </>
  );
}

interface TakenAsLineProps {
  can: readonly TakenAs[];
  as: TakenAs;
  type: ColumnKind | undefined;
  onChoose: (as: TakenAs) => void;
}

function TakenAsLine({ can, as, type, onChoose }: TakenAsLineProps) {
  const fault = type === 'number' && as === 'text' && !can.includes('number');
  if (can.length === 1)
    return (
      <p className="small">
        Taken as text{fault ? ': the column has numbers, and this is no plain one.' : '.'}
      </p>
    );
  return (
    <label className={`small ${styles.taken}`}>
      Taken as{' '}
      <select value={as} onChange={(event) => onChoose(event.target.value as TakenAs)}>
        {can.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

/** Beside one name or value where several may stand. */
export function AnotherOne({ of, onAdd }: { of: DataKind; onAdd: () => void }) {
  return (
    <Button tone="quiet" onClick={onAdd}>
      <Plus size={14} aria-hidden /> {of === 'columns' ? 'Another column' : 'Another value'}
    </Button>
  );
}

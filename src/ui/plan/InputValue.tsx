/** The value of an input as it is given now: a slider where the schema says from where to where, a date, else a field. */

import { useId } from 'react';
import type { Json } from '../../lib/json.ts';
import { type Field, fieldKind } from '../form/fields.ts';
import { ValueField } from '../form/ValueField.tsx';
import styles from './plan.module.css';

interface InputValueProps {
  readonly field: Field;
  /** The schema's own word for it, which a field does not know. */
  readonly format: unknown;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

export function InputValue({ field, format, value, onChange }: InputValueProps) {
  const id = useId();
  const { as, label, fallback, required } = field;
  if (as.kind === 'number' && as.min !== undefined && as.max !== undefined && as.max > as.min)
    return (
      <div className={styles.slider} data-field={field.name}>
        <label htmlFor={id}>{label}</label>
        <RangeInput {...{ id, label, fallback, required, value, onChange }} bounds={as} />
      </div>
    );
  if (as.kind === 'text' && format === 'date')
    return (
      <div className={styles.text} data-field={field.name}>
        <label htmlFor={id}>{label}</label>
        <DateInput {...{ id, value, onChange }} />
      </div>
    );
  return <ValueField field={field} value={value} onChange={onChange} />;
}

interface RangeInputProps extends Pick<InputValueProps, 'value' | 'onChange'> {
  /** Of the slider, for its label. */
  readonly id: string;
  readonly label: string;
  readonly bounds: { readonly min?: number; readonly max?: number; readonly whole: boolean };
  readonly fallback: Json | undefined;
  readonly required: boolean;
}

/** A slider with its value as a number beside it, for a number that has bounds. */
export function RangeInput(props: RangeInputProps) {
  const { id, label, bounds, fallback, required, value, onChange } = props;
  const { min = 0, max = 0, whole } = bounds;
  const now = typeof value === 'number' ? value : typeof fallback === 'number' ? fallback : min;
  return (
    <>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={whole ? 1 : stepOf(max - min)}
        value={now}
        aria-valuetext={value === undefined ? `${now}, not given` : String(now)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <input
        aria-label={`${label}, as a number`}
        inputMode="decimal"
        placeholder={fallback === undefined ? 'not given' : String(fallback)}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onChange(numberOf(event.target.value))}
      />
      <p className="small">
        From {min} to {max}
        {value === undefined && required && fallback === undefined ? '. Nothing is given yet.' : '.'}
      </p>
    </>
  );
}

export function DateInput(props: Pick<InputValueProps, 'value' | 'onChange'> & { readonly id: string }) {
  const { id, value, onChange } = props;
  return (
    <input
      id={id}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}

/** A hundredth of the way, as a round figure. */
const stepOf = (span: number): number => 10 ** Math.floor(Math.log10(span / 100));

/** What is half typed stays as it is typed: the run says that it is no number. */
function numberOf(typed: string): Json | undefined {
  if (typed.trim() === '') return undefined;
  const number = Number(typed);
  return Number.isFinite(number) ? number : typed;
}

/** A field by itself, for a value that has no label of its own. */
export const plainField = (
  name: string,
  label: string,
  schema: Readonly<Record<string, unknown>>,
): Field => ({
  name,
  label,
  required: false,
  as: fieldKind(schema, name),
});

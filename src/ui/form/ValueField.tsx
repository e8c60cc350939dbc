/** One value of a form, drawn after its kind. Where references are allowed, any field can hold a † expression. */

import { useId } from 'react';
import type { Json, JsonObject } from '../../lib/json.ts';
import { emptyValue, type Field, fieldKind } from './fields.ts';
import styles from './form.module.css';
import { GroupFields } from './GroupFields.tsx';
import { ChoiceInput, JsonInput, NumberInput, TextInput } from './inputs.tsx';
import { ListField } from './ListField.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';

export interface ValueFieldProps {
  field: Field;
  value: Json | undefined;
  /** `undefined` takes the value away. */
  onChange: (value: Json | undefined) => void;
  /** Paths a reference may name; absent where values must be literal (a person's answer, a plan's input). */
  paths?: readonly string[] | undefined;
  /** A sentence about what is wrong with this value. */
  error?: string | undefined;
}

const isReference = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\(*\s*†(?!†)/.test(value);

export function ValueField({ field, value, onChange, paths, error }: ValueFieldProps) {
  const id = useId();
  const describedBy = field.description || error ? `${id}-about` : undefined;
  const input = { id, describedBy, invalid: error !== undefined, required: field.required };
  const referring = paths !== undefined && isReference(value);
  const composite = !referring && (field.as.kind === 'group' || field.as.kind === 'list');

  return (
    <div className={styles.field}>
      <div className={styles.label}>
        {composite ? (
          <span id={`${id}-label`}>{field.label}</span>
        ) : (
          <label htmlFor={id}>{field.label}</label>
        )}
        {field.required ? <span className={styles.required}>required</span> : null}
        {paths === undefined || paths.length === 0 ? null : (
          <button
            type="button"
            className={styles.dagger}
            aria-pressed={referring}
            aria-label={referring ? `Type a value for ${field.label}` : `Use a reference for ${field.label}`}
            onClick={() => onChange(referring ? undefined : paths[0])}
          >
            †
          </button>
        )}
      </div>
      {referring ? (
        <ReferenceInput {...input} value={value} paths={paths} onChange={onChange} />
      ) : (
        <Editor field={field} value={value} onChange={onChange} paths={paths} input={input} />
      )}
      {describedBy ? (
        <p id={describedBy} className={error ? styles.error : styles.about}>
          {error ?? field.description}
        </p>
      ) : null}
    </div>
  );
}

interface EditorProps extends Omit<ValueFieldProps, 'error'> {
  input: { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
}

function Editor({ field, value, onChange, paths, input }: EditorProps) {
  const { as } = field;
  switch (as.kind) {
    case 'text':
      return (
        <TextInput {...input} long={as.long} value={value} onChange={onChange} fallback={field.fallback} />
      );
    case 'number':
      return <NumberInput {...input} value={value} onChange={onChange} fallback={field.fallback} />;
    case 'boolean':
      return (
        <ChoiceInput
          {...input}
          options={[true, false]}
          value={value}
          onChange={onChange}
          fallback={field.fallback}
        />
      );
    case 'choice':
      return (
        <ChoiceInput
          {...input}
          options={as.options}
          words={as.words}
          value={value}
          onChange={onChange}
          fallback={field.fallback}
        />
      );
    case 'list':
      return Array.isArray(value) || value === undefined ? (
        <ListField
          labelledBy={`${input.id}-label`}
          items={value ?? []}
          render={(item, change, at) => (
            <ValueField
              field={{ name: String(at), label: `${at + 1}`, required: false, as: fieldKind(as.item) }}
              value={item}
              onChange={(next) => change(next ?? emptyValue(as.item))}
              paths={paths}
            />
          )}
          onChange={onChange}
          onAdd={() => emptyValue(as.item)}
        />
      ) : (
        <JsonInput {...input} value={value} onChange={onChange} />
      );
    case 'group':
      return (
        <GroupFields
          labelledBy={`${input.id}-label`}
          fields={as.fields}
          value={(value ?? {}) as JsonObject}
          onChange={onChange}
          paths={paths}
        />
      );
    case 'json':
      return <JsonInput {...input} value={value} onChange={onChange} />;
  }
}

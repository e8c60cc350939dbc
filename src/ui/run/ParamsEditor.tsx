/** A call's resolved values, changed for one attempt. Says only what differs: the rest stays as the plan has it. */

import { Fragment } from 'react';
import { isObject, type Json, type JsonObject, jsonEquals } from '../../lib/json.ts';
import type { JsonSchema } from '../../plan/document.ts';
import { labelOf } from '../../tools/titles.ts';
import { type Field, fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { ValueField } from '../form/ValueField.tsx';
import { ValueView } from '../values/ValueView.tsx';
import { counted } from '../words.ts';
import { Opened } from './Opened.tsx';
import styles from './Questions.module.css';

/** The others are scrolled to. */
const SHOWN_ROWS = 6;

interface ParamsEditorProps {
  schema: JsonSchema | undefined;
  params: JsonObject;
  /** What has been changed so far. */
  changed: JsonObject;
  /** Values that differ from `params` now. */
  onChange: (changed: JsonObject) => void;
}

export function ParamsEditor({ schema, params, changed, onChange }: ParamsEditorProps) {
  const now = { ...params, ...changed };
  const change = (name: string, value: Json | undefined) => {
    const next = withValue(now, name, value);
    onChange(Object.fromEntries(Object.entries(next).filter(([key, own]) => !jsonEquals(own, params[key]))));
  };
  return (
    <div className={styles.fields}>
      {fieldsFor(schema, params).map((field) => (
        <Fragment key={field.name}>
          <ValueField field={field} value={now[field.name]} onChange={(value) => change(field.name, value)} />
          <AsTable label={field.label} value={now[field.name]} />
        </Fragment>
      ))}
    </div>
  );
}

/** Rows are looked at as everywhere: as JSON alone nobody would read what they let go. */
function AsTable({ label, value }: { label: string; value: Json | undefined }) {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null;
  return (
    <Opened title={`${label} as a table: ${counted(value.length, 'row')}`}>
      <ValueView value={value} label={label} rows={SHOWN_ROWS} />
    </Opened>
  );
}

/** What the schema declares and the call gives, then what it gives beyond that. */
function fieldsFor(schema: JsonSchema | undefined, params: JsonObject): readonly Field[] {
  const declared = fieldsOf(isObject(schema) ? schema : {}).filter(
    ({ name, required }) => required || Object.hasOwn(params, name),
  );
  const names = new Set(declared.map(({ name }) => name));
  const others = Object.entries(params).filter(([name]) => !names.has(name));
  return [
    ...declared,
    ...others.map(([name, value]): Field => {
      const as: Field['as'] = typeof value === 'string' ? { kind: 'text', long: true } : { kind: 'json' };
      return { name, label: labelOf(name), required: false, as };
    }),
  ];
}

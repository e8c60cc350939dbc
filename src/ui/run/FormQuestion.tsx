/** A form that a call shows a person, checked against its schema; the answer is recorded and replayed. */

import { useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { visibleLines } from '../../lib/visible-text.ts';
import { validateJson } from '../../tools/json-schema.ts';
import type { SchemaFault } from '../../tools/schema-group.ts';
import { type Field, fieldKind, fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { ValueField } from '../form/ValueField.tsx';
import { Button } from '../parts/Button.tsx';
import styles from './Questions.module.css';
import type { Asked } from './use-asking-call.ts';
import { questionName, useTyped } from './use-typed.ts';

const NOTHING: JsonObject = {};

interface FormQuestionProps extends Asked {
  /** `{ title, message?, schema }` as the call sent it. */
  form: JsonObject;
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? visibleLines(value) : undefined;

export function FormQuestion({ run, call, title, form, onAnswer }: FormQuestionProps) {
  const schema = isObject(form.schema) ? form.schema : {};
  const fields = fieldsOf(schema);
  const isGroup = fields.length > 0;
  const [kept, keep] = useTyped<JsonObject>(`${questionName(run.runId, call)} answer`, NOTHING);
  const value: Json | undefined = isGroup ? kept : kept.answer;
  const [fault, setFault] = useState<SchemaFault | undefined>();
  const object = (isGroup ? value : {}) as JsonObject;
  const missing = isGroup
    ? fields.some((field) => field.required && object[field.name] === undefined)
    : value === undefined;
  const single: Field = { name: 'answer', label: 'Answer', required: true, as: fieldKind(schema) };
  const change = (next: Json | undefined) => {
    if (isGroup) keep((next ?? {}) as JsonObject);
    else keep(next === undefined ? NOTHING : { answer: next });
    setFault(undefined);
  };
  const submit = () => {
    const found = validateJson(schema, value);
    setFault(found);
    if (!found) onAnswer({ call, choose: 'value', value: value ?? null });
  };
  const at = fault?.path[0];
  const sentence = fault && `It ${fault.message}.`;
  const isPlaced = isGroup && fields.some(({ name }) => name === at);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing) submit();
      }}
    >
      <h2 className={styles.title}>{textOf(form.title) ?? title}</h2>
      {textOf(form.message) ? (
        <p className={styles.text} dir="auto">
          {textOf(form.message)}
        </p>
      ) : null}
      <div className={styles.fields}>
        {isGroup ? (
          fields.map((field) => (
            <ValueField
              key={field.name}
              field={field}
              value={object[field.name]}
              onChange={(next) => change(withValue(object, field.name, next))}
              error={field.name === at ? sentence : undefined}
            />
          ))
        ) : (
          <ValueField field={single} value={value} onChange={change} />
        )}
      </div>
      <p role="alert" className={`small fault ${styles.fault}`}>
        {fault && !isPlaced ? sentence : ''}
      </p>
      <div className={styles.choices}>
        <Button tone="primary" type="submit" disabled={missing}>
          Answer
        </Button>
      </div>
    </form>
  );
}

/** What the plan asks for before it runs: each input with its value now, from which the cards compute, and what it is. */

import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Json, JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { INPUT_TYPES, type InputType, inputsOf, type PlanInput, typeOf } from '../../plan/input-schema.ts';
import {
  addInput,
  changeInput,
  removeInput,
  renameInput,
  schemaFor,
  undeclaredInputs,
} from '../../plan/inputs.ts';
import { fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { ValueField } from '../form/ValueField.tsx';
import { Button, IconButton } from '../parts/Button.tsx';
import { useDocument, useServices } from '../services.ts';
import { InputValue, plainField } from './InputValue.tsx';
import { JsonPart } from './JsonPart.tsx';
import styles from './plan.module.css';
import { TextPart } from './TextPart.tsx';
import { useEditOrTell, useEditPlan } from './use-edit.ts';

const TYPE_WORDS: Readonly<Record<InputType, string>> = {
  text: 'A text',
  number: 'A number',
  whole: 'A whole number',
  'yes-no': 'Yes or no',
  date: 'A date',
  choice: 'One of a list',
  list: 'A list of texts',
  any: 'Anything (JSON)',
};

export function InputsPart() {
  const { document, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const inputs = useMemo(() => inputsOf(plan), [plan]);
  const undeclared = useMemo(() => undeclaredInputs(plan), [plan]);
  const edit = useEditOrTell();
  const tell = useEditPlan();
  const [keys] = useState(renamedKeys);
  const add = (name: string) => {
    const added = addInput(document.getState().plan, name);
    if (added.ok) edit(added.value, `Ask for ${name}`);
    else session.actions.notify(added.error, 'danger');
  };
  return (
    <>
      {inputs === null ? (
        <p className="small">The schema of the input is of a shape that can only be edited as JSON.</p>
      ) : inputs.length === 0 ? (
        <p className="small">It asks for nothing before it runs.</p>
      ) : (
        inputs.map((input) => (
          <Input key={keys.of(input.name)} input={input} plan={plan} onRename={keys.rename} />
        ))
      )}
      {undeclared.length === 0 || inputs === null ? null : (
        <ul>
          {undeclared.map((name) => (
            <li key={name} className={styles.row}>
              <span>
                <code>†input.{visible(name)}</code> is read, and nobody is asked for it.
              </span>
              <Button onClick={() => add(name)}>Ask for it</Button>
            </li>
          ))}
        </ul>
      )}
      {inputs === null ? null : (
        <Button tone="quiet" onClick={() => add(freeName(inputs))}>
          Add an input
        </Button>
      )}
      <details open={inputs === null}>
        <summary>As JSON Schema</summary>
        <JsonPart
          label="Schema of the input"
          value={plan.input?.schema as Json | undefined}
          onKeep={(schema) => tell([withSchema(plan, schema)], 'Change the schema of the input')}
        />
      </details>
    </>
  );
}

function withSchema({ input }: Plan, schema: Json | undefined): Edit {
  const { schema: _, ...rest } = (input ?? {}) as JsonObject;
  const next = schema === undefined ? rest : { ...rest, schema };
  return { kind: 'set-field', field: 'input', value: Object.keys(next).length === 0 ? undefined : next };
}

const freeName = (inputs: readonly PlanInput[]): string => {
  const taken = new Set(inputs.map(({ name }) => name));
  let name = 'input';
  for (let n = 2; taken.has(name); n++) name = `input${n}`;
  return name;
};

const isTexts = (values: Json | undefined): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string');

/** An input that is renamed is the same to the screen: what was open of it stays open, and the keyboard stays where it is. */
function renamedKeys() {
  const keys = new Map<string, number>();
  let last = 0;
  const of = (name: string): number => {
    const key = keys.get(name) ?? ++last;
    keys.set(name, key);
    return key;
  };
  const rename = (from: string, to: string): void => {
    keys.set(to, of(from));
    keys.delete(from);
  };
  return { of, rename };
}

interface InputProps {
  readonly input: PlanInput;
  readonly plan: Plan;
  readonly onRename: (from: string, to: string) => void;
}

function Input({ input, plan, onRename }: InputProps) {
  const { document } = useServices();
  const given = useDocument((state) => state.input[input.name] as Json | undefined);
  const edit = useEditOrTell();
  const tell = useEditPlan();
  const { name, schema, required } = input;
  const field = fieldsOf(plan.input?.schema).find((one) => one.name === name);
  const change = (next: Partial<PlanInput>, mark: string) =>
    edit([changeInput(plan, { ...input, ...next })], `Change the input ${name}`, `input.${name}.${mark}`);
  const set = (key: string, value: Json | undefined) => {
    const { [key]: _, ...rest } = schema;
    change({ schema: value === undefined ? rest : { ...schema, [key]: value } }, key);
  };
  const rename = (to: string): string | null => {
    const renamed = renameInput(document.getState().plan, name, to);
    if (!renamed.ok) return renamed.error;
    const refused = tell(renamed.value, `Rename the input ${name} to ${to}`);
    if (refused === null) {
      onRename(name, to);
      // What was given for it is given for it still.
      const { [name]: value, ...rest } = document.getState().input;
      document.actions.setInput(value === undefined ? rest : { ...rest, [to]: value });
    }
    return refused;
  };
  const type = typeOf(schema);
  return (
    <div className={styles.input} data-input={name}>
      {field ? (
        <InputValue
          field={field}
          format={schema.format}
          value={given}
          onChange={(value) => document.actions.setInput(withValue(document.getState().input, name, value))}
        />
      ) : null}
      <details>
        <summary>{`What it is: ${TYPE_WORDS[type].toLowerCase()}${required ? ', required' : ''}`}</summary>
        <div className={styles.about}>
          <div className={styles.row}>
            <TextPart label="Name" mono value={name} onKeep={rename} />
            <IconButton
              name={`Remove the input ${visible(name)}`}
              onClick={() => edit([removeInput(plan, name)], `Remove the input ${name}`)}
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </div>
          <TextPart
            label="Title"
            value={typeof schema.title === 'string' ? schema.title : ''}
            onKeep={(title) => {
              set('title', title === '' ? undefined : title);
              return null;
            }}
          />
          <label className="field">
            Type
            <select
              value={type}
              onChange={(event) =>
                change({ schema: schemaFor(event.target.value as InputType, schema) }, 'type')
              }
            >
              {INPUT_TYPES.map((one) => (
                <option key={one} value={one}>
                  {TYPE_WORDS[one]}
                </option>
              ))}
            </select>
          </label>
          {type === 'choice' ? (
            <ValueField
              field={{
                name: 'enum',
                label: 'What may be chosen',
                required: true,
                as: { kind: 'list', item: isTexts(schema.enum) ? { type: 'string' } : {} },
              }}
              value={schema.enum}
              onChange={(value) => set('enum', value)}
            />
          ) : null}
          {type === 'number' || type === 'whole' ? (
            <div className={styles.pair}>
              {(['minimum', 'maximum'] as const).map((bound) => (
                <ValueField
                  key={bound}
                  field={plainField(bound, bound === 'minimum' ? 'From' : 'To', {
                    type: type === 'whole' ? 'integer' : 'number',
                  })}
                  value={schema[bound]}
                  onChange={(value) => {
                    if (value === undefined || typeof value === 'number') set(bound, value);
                  }}
                />
              ))}
            </div>
          ) : null}
          <label className="check">
            <input
              type="checkbox"
              checked={required}
              onChange={(event) => change({ required: event.target.checked }, 'required')}
            />
            It must be given
          </label>
          <ValueField
            field={plainField('default', 'Where nothing is given', { ...schema, default: undefined })}
            value={schema.default}
            onChange={(value) => set('default', value)}
          />
        </div>
      </details>
    </div>
  );
}

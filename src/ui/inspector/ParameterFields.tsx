/** The parameters of a call: what is set or needed as fields, what else the tool takes as buttons that add it. */

import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Call, JsonSchema } from '../../plan/document.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import { labelOf } from '../../tools/titles.ts';
import { below, type FieldProblem } from '../form/FieldProblems.tsx';
import { type Field, fieldsOf, firstWay, spokenWith } from '../form/fields.ts';
import { type KnownForForm, ValueField } from '../form/ValueField.tsx';
import { focusInspector } from '../frame/focus.ts';
import { Button } from '../parts/Button.tsx';
import styles from './Inspector.module.css';

interface ParameterFieldsProps {
  readonly call: Call;
  readonly contract: ToolContract | undefined;
  readonly paths: readonly string[];
  readonly known: KnownForForm;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (field: Field, value: Json | undefined) => void;
}

export function ParameterFields(props: ParameterFieldsProps) {
  const { call, contract, paths, known, problems, onChange } = props;
  const fields = useMemo(() => parameterFields(call, contract?.parameters), [call, contract]);
  // Asked for and still empty: in the form, not yet in the call.
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const spoken = useMemo(
    () => spokenWith(fields, namesOf(contract?.parameters), call),
    [fields, contract, call],
  );
  // What a problem is about is mended in its field: behind a button nobody would look for it.
  const isOpen = (name: string) => spoken.has(name) || below(problems, name).length > 0;
  const isShown = ({ name, required }: Field) =>
    required || call[name] !== undefined || added.has(name) || isOpen(name);
  const canGo = ({ name, required }: Field) => !required && (call[name] !== undefined || !isOpen(name));
  const shown = fields.filter(isShown);
  const offered = fields.filter((field) => !isShown(field));

  const add = ({ name }: Field) => {
    setAdded(new Set([...added, name]));
    focusInspector(call._id, name);
  };
  const remove = (field: Field) => {
    setAdded(new Set([...added].filter((name) => name !== field.name)));
    if (call[field.name] !== undefined) onChange(field, undefined);
  };

  return (
    <>
      {fields.length === 0 ? <p className="muted">This tool takes none.</p> : null}
      {shown.map((field) => (
        <ValueField
          key={field.name}
          field={field}
          value={call[field.name] as Json | undefined}
          onChange={(value) => {
            // Emptied while typing, it stays on the form until it is removed.
            if (!field.required && !added.has(field.name)) setAdded(new Set([...added, field.name]));
            onChange(field, value);
          }}
          paths={paths}
          known={known}
          beside={call as JsonObject}
          problems={below(problems, field.name)}
          onRemove={canGo(field) ? () => remove(field) : undefined}
        />
      ))}
      {offered.length === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a form's part.
        <div role="group" aria-label="Optional parameters" className={styles.offered}>
          {offered.map((field) => (
            <Button
              key={field.name}
              tone="quiet"
              aria-label={`Add ${field.label}`}
              title={field.description}
              onClick={() => add(field)}
            >
              <Plus size={13} aria-hidden /> {field.label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

const namesOf = (schema: JsonSchema | undefined): readonly string[] =>
  isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];

/** Parameters the call has and the contract does not name are shown too: a check may be about them. */
function parameterFields(call: Call, schema: JsonSchema | undefined): readonly Field[] {
  const needed = firstWay(schema, call);
  const declared = fieldsOf(schema).map((field) =>
    needed.has(field.name) ? { ...field, required: true } : field,
  );
  const known = new Set(declared.map((field) => field.name));
  const extra = Object.keys(call).filter((key) => !key.startsWith('_') && !known.has(key));
  return [
    ...declared,
    ...extra.map((name): Field => ({ name, label: labelOf(name), required: false, as: { kind: 'json' } })),
  ];
}

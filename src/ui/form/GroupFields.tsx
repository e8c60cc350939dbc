/** The fields of an object, nested. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { below, type FieldProblem } from './FieldProblems.tsx';
import type { Field } from './fields.ts';
import styles from './form.module.css';
import { type KnownForForm, ValueField } from './ValueField.tsx';

interface GroupFieldsProps {
  labelledBy: string;
  fields: readonly Field[];
  value: JsonObject;
  onChange: (value: Json) => void;
  paths?: readonly string[] | undefined;
  known?: KnownForForm | undefined;
  problems?: readonly FieldProblem[] | undefined;
}

/** `object` with `name` set, or gone where `value` is undefined. */
export function withValue(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...rest } = object;
  return value === undefined ? rest : { ...object, [name]: value };
}

export function GroupFields({
  labelledBy,
  fields,
  value,
  onChange,
  paths,
  known,
  problems,
}: GroupFieldsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the name is the label above, which a <legend> could not be.
    <div role="group" aria-labelledby={labelledBy} className={styles.nested}>
      {fields.map((field) => (
        <ValueField
          key={field.name}
          field={field}
          value={value[field.name]}
          onChange={(next) => onChange(withValue(value, field.name, next))}
          paths={paths}
          known={known}
          beside={value}
          problems={below(problems, field.name)}
        />
      ))}
    </div>
  );
}

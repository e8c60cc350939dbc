/** The plan's input, for the run that the approval is about: what must be given first. */

import { cut } from '../../lib/cut-text.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { type Field, fieldsOf } from '../form/fields.ts';
import { withValue } from '../form/GroupFields.tsx';
import { ValueField } from '../form/ValueField.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './ApproveDialog.module.css';

/** Characters. */
const LABEL = 100;

export function InputFields() {
  const { document } = useServices();
  const schema = useDocument(({ plan }) => plan.input?.schema);
  const input = useDocument((state) => state.input);
  const fields = fieldsOf(schema);
  if (fields.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Input">
      <h3>Input for the run</h3>
      {[...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)].map(
        (field) => (
          <ValueField
            key={field.name}
            // A stranger's label must not read as a part of the sheet, nor push the table out of sight.
            field={{ ...field, label: cut(field.label, LABEL) }}
            value={input[field.name] as Json | undefined}
            onChange={(value) => document.actions.setInput(withValue(input, field.name, value))}
            error={undefined}
          />
        ),
      )}
    </section>
  );
}

/** What has to be given before it can run. */
export function useMissingInput(): readonly Field[] {
  const schema = useDocument(({ plan }) => plan.input?.schema);
  const input = useDocument((state) => state.input);
  return fieldsOf(schema).filter((field) => field.required && isMissing(input, field.name));
}

const isMissing = (input: JsonObject, name: string): boolean =>
  input[name] === undefined || input[name] === '';

/** A value given by hand, as JSON: says what is wrong with it until it is right. */

import { useId } from 'react';
import { isObject, type Json } from '../../lib/json.ts';
import type { JsonSchema } from '../../plan/document.ts';
import { validateJson } from '../../tools/json-schema.ts';
import styles from './Questions.module.css';

interface JsonValueProps {
  label: string;
  /** What is typed so far. */
  text: string;
  /** What a returned value would have to be (L-41: the same checks). */
  schema: JsonSchema | undefined;
  rows?: number;
  onType: (text: string) => void;
}

export function JsonValue({ label, text, schema, rows = 3, onType }: JsonValueProps) {
  const id = useId();
  const { fault } = readValue(text, schema);
  return (
    <div className={styles.fields}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.json}
        rows={rows}
        spellCheck={false}
        aria-describedby={`${id}-fault`}
        aria-invalid={fault !== undefined || undefined}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <p id={`${id}-fault`} className={`small fault ${styles.fault}`}>
        {fault ?? ''}
      </p>
    </div>
  );
}

/** Where a text is asked for, it is one without quotes, too. */
export const asksText = (schema: JsonSchema | undefined): boolean =>
  isObject(schema) && schema.type === 'string';
const isPlainText = (text: string, schema: JsonSchema | undefined): boolean =>
  asksText(schema) && !text.trimStart().startsWith('"');

/** The value that is typed, or what is wrong with it; neither while nothing is. */
export function readValue(text: string, schema: JsonSchema | undefined): { value?: Json; fault?: string } {
  if (text.trim() === '') return {};
  try {
    const value = isPlainText(text, schema) ? text : (JSON.parse(text) as Json);
    const found = validateJson(schema, value);
    if (!found) return { value };
    const where = found.path.length > 0 ? `“${found.path.join('.')}”` : 'It';
    return { fault: `${where} ${found.message}.` };
  } catch {
    return { fault: 'This is not JSON yet. A text stands in quotes: "like this".' };
  }
}

/** One value of a form, drawn after its kind. Where references are allowed, any field can hold a † expression. */

import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { type Json, type JsonObject, jsonEquals } from '../../lib/json.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { likelyPath } from './complete-path.ts';
import { emptyValue, type Field, fieldKind } from './fields.ts';
import styles from './form.module.css';
import { GroupFields } from './GroupFields.tsx';
import {
  ChoiceInput,
  fitsInSegments,
  JsonInput,
  NumberInput,
  SegmentedInput,
  TextInput,
  wordsOf,
} from './inputs.tsx';
import { OfferedInput, ReferenceInput } from './ReferenceInput.tsx';

interface ValueFieldProps {
  field: Field;
  value: Json | undefined;
  /** `undefined` takes the value away. */
  onChange: (value: Json | undefined) => void;
  /** Paths a reference may name; absent where values must be literal (a person's answer, a plan's input). */
  paths?: readonly string[] | undefined;
  /** What is known of the tables that the call reads; absent where no table is. */
  known?: KnownCells | undefined;
  /** The parameter that it is a part of, where it is an item of a list. */
  parameter?: string | undefined;
  /** The object that it stands in. */
  beside?: JsonObject | undefined;
  /** A sentence about what is wrong with this value. */
  error?: string | undefined;
  /** Takes an optional value off the form as well. */
  onRemove?: (() => void) | undefined;
}

const isReference = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\(*\s*†(?!†)/.test(value);

export function ValueField(props: ValueFieldProps) {
  const { field, value, onChange, paths, known, parameter, beside, error, onRemove } = props;
  const id = useId();
  const about = error ?? aboutOf(field);
  const describedBy = about ? `${id}-about` : undefined;
  const input = { id, describedBy, invalid: error !== undefined, required: field.required };
  const isPath = field.as.kind === 'path';
  const referring = isPath || (paths !== undefined && isReference(value));
  // What was typed before a reference took its place comes back when that is taken back.
  const literal = useRef<Json | undefined>(undefined);
  const asked = useRef(false);
  const options = segmentsOf(field, value, onRemove !== undefined);
  const grouped =
    !referring && (field.as.kind === 'group' || field.as.kind === 'list' || options !== undefined);

  const toggle = () => {
    asked.current = !referring;
    if (referring) return onChange(literal.current);
    literal.current = value;
    onChange(likelyPath(field.name, paths ?? []));
  };

  return (
    <div
      className={styles.field}
      data-field={field.name}
      data-missing={(field.required && value === undefined) || undefined}
    >
      <div className={styles.label}>
        {grouped ? <span id={`${id}-label`}>{field.label}</span> : <label htmlFor={id}>{field.label}</label>}
        {field.required ? <span className={`small ${styles.required}`}>required</span> : null}
        <span className={styles.spring} />
        {paths === undefined || isPath ? null : (
          <button
            type="button"
            className={styles.dagger}
            aria-pressed={referring}
            aria-label={referring ? `Type a value for ${field.label}` : `Use a reference for ${field.label}`}
            title={referring ? 'Type a value instead' : 'Read it from another call'}
            onClick={toggle}
          >
            †
          </button>
        )}
        {onRemove ? (
          <IconButton name={`Remove ${field.label}`} onClick={onRemove}>
            <X size={14} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {referring ? (
        <ReferenceInput
          {...input}
          value={typeof value === 'string' ? value : ''}
          paths={paths ?? []}
          eager={asked.current}
          onChange={onChange}
        />
      ) : options ? (
        <SegmentedInput
          {...input}
          labelledBy={`${id}-label`}
          options={options}
          words={wordsOf(options, field.as.kind === 'choice' ? field.as.words : undefined)}
          value={value}
          fallback={field.fallback}
          onChange={onChange}
        />
      ) : (
        <Editor {...{ field, value, onChange, paths, known, parameter, beside, input }} />
      )}
      {about ? (
        <p id={describedBy} className={error ? 'small fault' : 'small'}>
          {about}
        </p>
      ) : null}
    </div>
  );
}

/** The description, and the range of a number that has one. */
function aboutOf({ description, as }: Field): string | undefined {
  if (as.kind !== 'number' || (as.min === undefined && as.max === undefined)) return description;
  const { min, max } = as;
  const range =
    min === undefined ? `At most ${max}.` : max === undefined ? `At least ${min}.` : `From ${min} to ${max}.`;
  return description === undefined ? range : `${description} ${range}`;
}

/** Options that stand side by side; undefined where a list has to be folded, or "not set" has to be one of them. */
function segmentsOf(field: Field, value: Json | undefined, removable: boolean): readonly Json[] | undefined {
  const { as } = field;
  if (as.kind !== 'boolean' && as.kind !== 'choice') return undefined;
  const options = as.kind === 'boolean' ? [true, false] : as.options;
  const words = wordsOf(options, as.kind === 'choice' ? as.words : undefined);
  const isKnown = value === undefined || options.some((option) => jsonEquals(option, value));
  const canStay = field.required || removable || field.fallback !== undefined;
  return isKnown && canStay && fitsInSegments(words) ? options : undefined;
}

/** What is known of the tables that a call reads. */
export interface KnownCells {
  /** Columns that the parameter may name; none where they are not known. */
  columns(parameter: string): readonly string[];
  /** Cells that the column is known to have. */
  cells(column: string): readonly string[];
}

interface KnownTextProps extends Pick<ValueFieldProps, 'field' | 'value' | 'onChange' | 'beside'> {
  known: KnownCells;
  of: 'columns' | 'cells';
  /** The parameter's name. */
  name: string;
  input: EditorProps['input'];
}

/** A column's name or a cell: what there is stands to choose from, and anything else can be typed. */
function KnownText({ field, value, onChange, known, of, name, beside, input }: KnownTextProps) {
  const column = beside?.column;
  const options =
    of === 'columns' ? known.columns(name) : typeof column === 'string' ? known.cells(column) : [];
  return options.length === 0 ? (
    <TextInput {...input} long={false} value={value} onChange={onChange} fallback={field.fallback} />
  ) : (
    <OfferedInput
      {...input}
      value={value === undefined ? '' : String(value)}
      options={options}
      listed={of === 'columns' ? 'Columns' : `Values of ${String(column)}`}
      fallback={field.fallback === undefined ? '' : String(field.fallback)}
      onChange={onChange}
    />
  );
}

interface EditorProps extends Omit<ValueFieldProps, 'error' | 'onRemove'> {
  input: { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
}

function Editor({ field, value, onChange, paths, known, parameter, beside, input }: EditorProps) {
  const { as } = field;
  const name = parameter ?? field.name;
  switch (as.kind) {
    case 'text':
      // Several names or values that are there already: as text they would become one.
      if (typeof value === 'object' && value !== null)
        return <JsonInput {...input} value={value} onChange={onChange} />;
      return as.of !== undefined && known !== undefined ? (
        <KnownText {...{ field, value, onChange, known, beside, input }} of={as.of} name={name} />
      ) : (
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
              known={known}
              parameter={name}
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
          known={known}
        />
      );
    case 'path':
    case 'json':
      return <JsonInput {...input} value={value} onChange={onChange} />;
  }
}

/** Pixels, about: a line of text under its label. */
const ROW_HEIGHT = 64;

interface ListFieldProps {
  labelledBy: string;
  items: readonly Json[];
  render: (item: Json, change: (next: Json) => void, at: number) => ReactNode;
  onChange: (items: Json[]) => void;
  onAdd: () => Json;
}

/** A list of values of one kind: add, remove, each edited in place. Of a long one, the page has what is near the sight. */
function ListField({ labelledBy, items, render, onChange, onAdd }: ListFieldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the name is the label above, which a <legend> could not be.
    <div role="group" aria-labelledby={labelledBy} className={styles.nested}>
      <LongList
        as="ul"
        count={items.length}
        rowHeight={ROW_HEIGHT}
        row={(at, place) => (
          <li key={at} {...place} className={styles.item}>
            {render(itemAt(items, at), (next) => onChange(items.toSpliced(at, 1, next)), at)}
            <IconButton name={`Remove item ${at + 1}`} onClick={() => onChange(items.toSpliced(at, 1))}>
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        )}
      />
      <Button tone="quiet" onClick={() => onChange([...items, onAdd()])}>
        <Plus size={14} aria-hidden /> Add an item
      </Button>
    </div>
  );
}

/** One value of a form, drawn after its kind. Where references are allowed, any field can hold a † expression. */

import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { type Json, type JsonObject, jsonEquals } from '../../lib/json.ts';
import type { JsonSchema } from '../../plan/document.ts';
import { areNames } from '../../tools/agent-mandate.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { likelyPath } from './complete-path.ts';
import { AnotherOne, DataInput } from './DataInputs.tsx';
import { below, type FieldProblem, FieldProblems, problemsAt } from './FieldProblems.tsx';
import { type DataKind, emptyValue, type Field, fieldKind } from './fields.ts';
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
import type { KnownData, KnownPaths } from './known-data.ts';
import { ReferenceInput } from './ReferenceInput.tsx';
import { ToolsInput } from './ToolsInput.tsx';

interface ValueFieldProps {
  field: Field;
  value: Json | undefined;
  /** `undefined` takes the value away. */
  onChange: (value: Json | undefined) => void;
  /** Paths a reference may name; absent where values must be literal (a person's answer, a plan's input). */
  paths?: readonly string[] | undefined;
  /** What is known of the data that the call reads, and of what stands at paths; absent where nothing is. */
  known?: KnownForForm | undefined;
  /** The parameter that it is a part of, where it is an item of a list. */
  parameter?: string | undefined;
  /** The object that it stands in. */
  beside?: JsonObject | undefined;
  /** A sentence about what is wrong with this value. */
  error?: string | undefined;
  /** What the checks say of it and of what stands in it, with what mends it. */
  problems?: readonly FieldProblem[] | undefined;
  /** Takes an optional value off the form as well. */
  onRemove?: (() => void) | undefined;
}

const isReference = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\(*\s*†(?!†)/.test(value);

export function ValueField(props: ValueFieldProps) {
  const { field, value, onChange, paths, known, parameter, beside, error, problems = [], onRemove } = props;
  const id = useId();
  const isPath = field.as.kind === 'path';
  const referring = isPath || (paths !== undefined && isReference(value));
  // What has fields of its own shows there what is wrong with them.
  const own = problemsAt(problems, !referring && hasParts(field, value));
  const about = error === undefined && own.length === 0 ? aboutOf(field) : error;
  const describedBy = about !== undefined || own.length > 0 ? `${id}-about` : undefined;
  const input = {
    ...{ id, describedBy, required: field.required },
    invalid: error !== undefined || own.length > 0,
  };
  // What was typed before a reference took its place comes back when that is taken back.
  const literal = useRef<Json | undefined>(undefined);
  const asked = useRef(false);
  const options = segmentsOf(field, value, onRemove !== undefined);
  const grouped = !referring && (hasParts(field, value) || field.as.kind === 'list' || options !== undefined);

  // A † that is typed, or taken away, puts another input in the place of the one that is typed into: the rest of what is typed is that one's.
  const place = useRef<HTMLDivElement>(null);
  const typed = useRef(false);
  const type = (next: Json | undefined) => {
    typed.current = isReference(next) !== referring && !!place.current?.contains(document.activeElement);
    onChange(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for that change.
  useLayoutEffect(() => {
    const isTyped = typed.current;
    // What changes it later, an undo, takes the keyboard from nowhere.
    typed.current = false;
    if (!isTyped || place.current?.contains(document.activeElement)) return;
    const next = place.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('textarea, input');
    next?.focus();
    next?.setSelectionRange(next.value.length, next.value.length);
  }, [referring]);

  const toggle = () => {
    asked.current = !referring;
    if (referring) return onChange(literal.current);
    literal.current = value;
    onChange(likelyPath(field.name, paths ?? []));
  };

  return (
    <div
      ref={place}
      className={styles.field}
      data-field={field.name}
      data-missing={(field.required && value === undefined) || undefined}
    >
      <div className={styles.label}>
        {grouped ? <span id={`${id}-label`}>{field.label}</span> : <label htmlFor={id}>{field.label}</label>}
        {field.required ? <span className={`small ${styles.required}`}>required</span> : null}
        <span className={styles.spring} />
        {/* What an agent may use is signed by name. */}
        {paths === undefined || isPath || (field.as.kind === 'tools' && !referring) ? null : (
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
          known={known?.paths}
          eager={asked.current}
          onChange={type}
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
        <Editor {...{ field, value, onChange: type, paths, known, parameter, beside, problems, input }} />
      )}
      {about ? (
        <p id={describedBy} className={error ? 'small fault' : 'small'}>
          {about}
        </p>
      ) : null}
      {about === undefined && own.length > 0 ? <FieldProblems id={`${id}-about`} problems={own} /> : null}
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

/** What a form is told; a part of it where no more is known. */
export interface KnownForForm {
  readonly data?: KnownData | undefined;
  readonly paths?: KnownPaths | undefined;
}

interface EditorProps extends Omit<ValueFieldProps, 'error' | 'onRemove'> {
  input: { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
}

function Editor(props: EditorProps) {
  const { field, value, onChange, paths, known, parameter, beside, problems, input } = props;
  const { as } = field;
  const name = parameter ?? field.name;
  const list = (item: JsonSchema, items: readonly Json[], change: (items: Json[]) => void) => (
    <ListField
      labelledBy={`${input.id}-label`}
      items={items}
      render={(one, changeOne, at) => (
        <ValueField
          field={{ name: String(at), label: `${at + 1}`, required: false, as: fieldKind(item) }}
          value={one}
          onChange={(next) => changeOne(next ?? emptyValue(item))}
          paths={paths}
          known={known}
          parameter={name}
          beside={beside}
          problems={below(problems, at)}
        />
      )}
      onChange={change}
      onAdd={() => emptyValue(item)}
    />
  );
  switch (as.kind) {
    case 'text':
      if (as.of !== undefined && as.many && isPlainList(value))
        // One column that is left is named as before there were more; one value stays a list: as a text it may read as several.
        return list(PLAIN[as.of], value, (items) =>
          onChange(as.of === 'columns' && items.length < 2 ? items[0] : items),
        );
      // What else is there already would become one text.
      if (typeof value === 'object' && value !== null)
        return <JsonInput {...input} value={value} onChange={onChange} />;
      return as.of !== undefined && known?.data !== undefined ? (
        <>
          <DataInput
            {...{ input, value, onChange, beside }}
            of={as.of}
            known={known.data}
            parameter={name}
            fallback={field.fallback}
          />
          {as.many && takesSeveral(as.of, value, beside) ? (
            <AnotherOne of={as.of} onAdd={() => onChange([value as Json, ''])} />
          ) : null}
        </>
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
        list(as.item, value ?? [], onChange)
      ) : (
        <JsonInput {...input} value={value} onChange={onChange} />
      );
    case 'tools':
      return value === undefined || areNames(value) ? (
        <ToolsInput input={input} value={value ?? []} onChange={onChange} />
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
          problems={problems}
        />
      );
    case 'path':
    case 'json':
      return <JsonInput {...input} value={value} onChange={onChange} />;
  }
}

/** An item of such a list, as a schema. */
const PLAIN: Readonly<Record<DataKind, JsonSchema>> = {
  columns: { type: 'string', 'x-kind': 'column' },
  cells: { type: ['string', 'number', 'boolean'], 'x-kind': 'value' },
  file: { type: 'string', 'x-kind': 'file' },
};

const isPlainList = (value: Json | undefined): value is Json[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' && !isReference(item));

/** Conditions that ask for a list; any other is about one value. */
const OF_SEVERAL: ReadonlySet<Json | undefined> = new Set(['oneOf', 'notOneOf', 'between']);

const takesSeveral = (of: DataKind, value: Json | undefined, beside: JsonObject | undefined): boolean =>
  value !== undefined &&
  value !== '' &&
  // A text that names several already is read by the tool.
  (of !== 'cells' || (OF_SEVERAL.has(beside?.operator) && !/[,;\n]/.test(String(value))));

/** Whether it is drawn as fields of its own. */
const hasParts = ({ as }: Field, value: Json | undefined): boolean =>
  as.kind === 'group' ||
  (as.kind === 'list' && (value === undefined || Array.isArray(value))) ||
  (as.kind === 'text' && as.many === true && isPlainList(value));

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

/** What a run remembers: the state's schema and its initial values, and the data kinds of the plan (L-5a, L-34). */

import { X } from 'lucide-react';
import type { Json, JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import { BASE_KINDS } from '../../plan/expression.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { useDocument } from '../services.ts';
import { JsonPart } from './JsonPart.tsx';
import styles from './plan.module.css';
import { TextPart } from './TextPart.tsx';
import { useEditOrTell, useEditPlan } from './use-edit.ts';

type Kind = NonNullable<Plan['state']>;

export function StatePart() {
  const plan = useDocument((state) => state.plan);
  const { state, data } = plan;
  const edit = useEditPlan();
  const tell = useEditOrTell();
  const setData = (next: Readonly<Record<string, Kind>>, label: string): string | null =>
    edit([{ kind: 'set-field', field: 'data', value: emptied(next) }], label);
  const kinds = Object.entries(data ?? {});
  return (
    <>
      <KindFields
        name="state"
        kind={state}
        onChange={(next, label) => edit([{ kind: 'set-field', field: 'state', value: emptied(next) }], label)}
      />
      {kinds.map(([name, kind]) => (
        <div key={name} className={styles.kind}>
          <div className={styles.row}>
            <TextPart
              label={`Name of the data kind ${name}`}
              bare
              mono
              value={name}
              onKeep={(to) =>
                faultOfKind(to, data) ??
                setData(
                  Object.fromEntries(kinds.map(([old, own]) => [old === name ? to : old, own])),
                  `Rename the data kind ${name}`,
                )
              }
            />
            <IconButton
              name={`Remove the data kind ${visible(name)}`}
              onClick={() => {
                const { [name]: _, ...rest } = data ?? {};
                tell(
                  [{ kind: 'set-field', field: 'data', value: emptied(rest) }],
                  `Remove the data kind ${name}`,
                );
              }}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
          <KindFields
            name={name}
            kind={kind}
            onChange={(next, label) => setData({ ...data, [name]: next }, label)}
          />
        </div>
      ))}
      <Button tone="quiet" onClick={() => setData({ ...data, [freeKind(data)]: {} }, 'Add a data kind')}>
        Add a data kind
      </Button>
    </>
  );
}

function KindFields({
  name,
  kind,
  onChange,
}: {
  name: string;
  kind: Kind | undefined;
  onChange: (next: Kind, label: string) => string | null;
}) {
  const set = (part: 'schema' | 'initial', value: Json | undefined): string | null => {
    const { [part]: _, ...rest } = kind ?? {};
    const next = value === undefined ? rest : { ...rest, [part]: value };
    return onChange(next as Kind, `Change the ${part === 'schema' ? 'schema' : 'initial values'} of ${name}`);
  };
  return (
    <>
      <JsonPart
        label={name === 'state' ? 'Schema of the state' : `Schema of ${visible(name)}`}
        about="JSON Schema. Without one, any path may be written."
        value={kind?.schema as Json | undefined}
        onKeep={(value) => set('schema', value)}
      />
      <JsonPart
        label={name === 'state' ? 'What it begins with' : `What ${visible(name)} begins with`}
        value={kind?.initial as Json | undefined}
        onKeep={(value) => set('initial', value)}
      />
    </>
  );
}

/** A part that says nothing any more is left out of the document. */
const emptied = (value: object): JsonObject | undefined =>
  Object.keys(value).length === 0 ? undefined : (value as JsonObject);

const freeKind = (data: Plan['data'] = {}): string => {
  let name = 'notes';
  for (let n = 2; Object.hasOwn(data, name); n++) name = `notes${n}`;
  return name;
};

function faultOfKind(name: string, data: Plan['data'] = {}): string | null {
  if (!/^[A-Za-z_$][A-Za-z0-9_$-]{0,39}$/.test(name) || name === '__proto__' || name === 'constructor')
    return 'A data kind is named with letters, digits, _, $ and -, and begins with no digit.';
  if ((BASE_KINDS.has(name) && name !== 'data') || Object.hasOwn(data, name))
    return `There is a kind ${name} already. Choose another name.`;
  return null;
}

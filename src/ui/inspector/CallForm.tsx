/** A call as a form: parameters from its tool's JSON Schema, then where the result goes and when it may start. */

import { useMemo } from 'react';
import type { Problem } from '../../check/problem.ts';
import type { Json } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { offeredPaths } from '../../stores/paths.ts';
import { effectOf } from '../../tools/catalogue.ts';
import { type Field, fieldsOf, labelOf } from '../form/fields.ts';
import { ValueField } from '../form/ValueField.tsx';
import { useDocument, useServices } from '../services.ts';
import { EFFECT } from '../words.ts';
import styles from './Inspector.module.css';
import { ORDER, OUTPUT, WORDS } from './meta-fields.ts';

/** Parameters the call has and the contract does not name are shown too: a check may be about them. */
function parameterFields(call: Call, declared: readonly Field[]): readonly Field[] {
  const known = new Set(declared.map((field) => field.name));
  const extra = Object.keys(call).filter((key) => !key.startsWith('_') && !known.has(key));
  return [
    ...declared,
    ...extra.map((name): Field => ({ name, label: labelOf(name), required: false, as: { kind: 'json' } })),
  ];
}

export function CallForm({ call }: { call: Call }) {
  const { document, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const problems = useDocument((state) => state.problems).filter((problem) => problem.calls[0] === call._id);
  const contract = catalogue.get(call._tool);
  const fields = useMemo(() => parameterFields(call, fieldsOf(contract?.parameters)), [call, contract]);
  const paths = useMemo(() => offeredPaths(plan, catalogue, call._id), [plan, catalogue, call._id]);

  const set = (field: Field, value: Json | undefined) => {
    const done = document.actions.edit([{ kind: 'set-in-call', id: call._id, path: [field.name], value }], {
      label: `Change ${field.label.toLowerCase()} of ${call._id}`,
      mark: `${call._id}.${field.name}`,
    });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  const field = (each: Field, offered: readonly string[] | undefined) => (
    <ValueField
      key={each.name}
      field={each}
      value={call[each.name] as Json | undefined}
      onChange={(value) => set(each, value)}
      paths={offered}
      error={errorAt(problems, each.name)}
    />
  );
  const placeless = problems.filter((problem) => problem.path.length === 0);

  return (
    <>
      <p className={styles.effect}>
        {EFFECT[effectOf(contract)]}
        {contract?.description ? ` · ${contract.description}` : ''}
      </p>
      {placeless.length === 0 ? null : (
        <ul className={styles.problems} aria-label="Problems of this call">
          {placeless.map((problem) => (
            <li key={problem.code + problem.message}>{problem.message}</li>
          ))}
        </ul>
      )}
      {WORDS.map((each) => field(each, undefined))}
      <div className={styles.section}>
        <h3>Parameters</h3>
        {fields.length === 0 ? <p className={styles.wait}>This tool takes none.</p> : null}
        {fields.map((each) => field(each, paths))}
      </div>
      <div className={styles.section}>
        <h3>Result</h3>
        {OUTPUT.map((each) => field(each, undefined))}
      </div>
      <div className={styles.section}>
        <h3>Order</h3>
        {ORDER.map((each) => field(each, undefined))}
      </div>
    </>
  );
}

const errorAt = (problems: readonly Problem[], name: string): string | undefined =>
  problems.find((problem) => problem.path[0] === name)?.message;

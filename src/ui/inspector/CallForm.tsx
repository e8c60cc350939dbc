/** A call as a form: parameters from its tool's JSON Schema, then where the result goes and when it may start. */

import { Suspense, useState } from 'react';
import type { Problem, QuickFix } from '../../check/problem.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import type { Call } from '../../plan/document.ts';
import { createOfferedPaths } from '../../stores/paths.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../tools/catalogue.ts';
import { effectOfCall } from '../../tools/reach.ts';
import { below, type FieldProblem } from '../form/FieldProblems.tsx';
import type { Field } from '../form/fields.ts';
import { ValueField } from '../form/ValueField.tsx';
import { late } from '../parts/late.tsx';
import { useDocument, useServices } from '../services.ts';
import { EFFECT } from '../words.ts';
import styles from './Inspector.module.css';
import { DESCRIPTION, EXPECTED, ORDER, OUTPUT } from './meta-fields.ts';
import { ParameterFields } from './ParameterFields.tsx';
import { useKnownForForm } from './use-known-data.ts';

const BUILT_IN = catalogueOf(builtInTools);
const ByExample = late(() => import('./ByExample.tsx'));

/** Whether it makes a column of rows by a formula: ours alone, for the formula is looked for as our code reads it. */
function isFormula(contract: ToolContract | undefined): boolean {
  if (contract === undefined || BUILT_IN.get(contract.name) !== contract) return false;
  const { parameters } = contract;
  const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
  const kindOf = (name: string): unknown => isObject(properties[name]) && properties[name]['x-kind'];
  return kindOf('rows') === 'rows' && kindOf('expression') === 'formula';
}

export function CallForm({ call }: { call: Call }) {
  const { document, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const problems = useDocument((state) => state.problems).filter((problem) => problem.calls[0] === call._id);
  const contract = catalogue.get(call._tool);
  const [pathsOf] = useState(createOfferedPaths);
  const paths = pathsOf(plan, catalogue, call._id);

  const set = (field: Field, value: Json | undefined) => {
    const done = document.actions.edit([{ kind: 'set-in-call', id: call._id, path: [field.name], value }], {
      label: `Change ${field.label.toLowerCase()} of ${call._id}`,
      mark: `${call._id}.${field.name}`,
    });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  const apply = ({ title, edits }: QuickFix) => {
    const done = document.actions.edit(edits, { label: title });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  const told = problems.map(({ message, severity, path, fixes }): FieldProblem => {
    const offered = fixes.map((fix) => ({ title: fix.title, apply: () => apply(fix) }));
    return { message, path, isError: severity === 'error', fixes: offered };
  });
  const known = useKnownForForm(call);
  const meta = (each: Field, offered?: readonly string[]) => (
    <ValueField
      key={each.name}
      field={each}
      value={call[each.name] as Json | undefined}
      onChange={(value) => set(each, value)}
      paths={each.as.kind === 'path' ? offered : undefined}
      known={known}
      problems={below(told, each.name)}
    />
  );

  return (
    // Leaving a field ends its step of undo: what is typed there later is a step of its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to its fields and is none.
    <div onBlur={() => document.actions.seal()}>
      <p className={`small ${styles.effect}`}>
        {EFFECT[effectOfCall(call, catalogue, BUILT_IN)]}
        {contract?.description ? ` · ${visibleLines(contract.description)}` : ''}
      </p>
      {call._reasoningForCall ? (
        <p className={`small ${styles.effect}`}>
          Why, as its planner says: {visibleLines(call._reasoningForCall)}
        </p>
      ) : null}
      <Placeless problems={problems} />
      {meta(DESCRIPTION)}
      <div className={styles.section}>
        <h3>Parameters</h3>
        <ParameterFields
          call={call}
          contract={contract}
          paths={paths}
          known={known}
          problems={told}
          onChange={set}
        />
        {isFormula(contract) ? (
          <Suspense fallback={null}>
            <ByExample key={call._id} call={call} />
          </Suspense>
        ) : null}
      </div>
      <div className={styles.section}>
        <h3>Result</h3>
        {OUTPUT.map((each) => meta(each, [`†state.${call._id}`]))}
      </div>
      <div className={styles.section}>
        <h3>Order</h3>
        {ORDER.map((each) => meta(each, paths))}
      </div>
      <div className={styles.section}>
        <h3>Notes</h3>
        {meta(EXPECTED)}
      </div>
    </div>
  );
}

/** What is wrong with the call as a whole; the rest stands at its field. */
function Placeless({ problems }: { problems: readonly Problem[] }) {
  const placeless = problems.filter((problem) => problem.path.length === 0);
  if (placeless.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label="Problems of this call">
      {placeless.map((problem) => (
        <li key={problem.code + problem.message}>{visible(problem.message)}</li>
      ))}
    </ul>
  );
}

/** A call as a form: parameters from its tool's JSON Schema, then where the result goes and when it may start. */

import { Suspense, useMemo, useRef, useState } from 'react';
import { cardPlans } from '../../canvas/card-plan.ts';
import { followingColumns, mayName, mendedAlong } from '../../check/follow-columns.ts';
import type { Problem, QuickFix } from '../../check/problem.ts';
import { willFail } from '../../check/will-fail.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import { applyEdits } from '../../plan/apply-edit.ts';
import type { Call, Plan } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { isOff } from '../../plan/open-step.ts';
import { createOfferedPaths } from '../../stores/paths.ts';
import { profilesOf } from '../../stores/session.ts';
import { isAgent } from '../../tools/agent.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import { effectOfCall, isLatent } from '../../tools/reach.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { below, type FieldProblem } from '../form/FieldProblems.tsx';
import type { Field } from '../form/fields.ts';
import { ValueField } from '../form/ValueField.tsx';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { problemWords } from '../problems/problem-words.ts';
import { useDocument, useServices, useSession } from '../services.ts';
import { EFFECT } from '../words.ts';
import styles from './Inspector.module.css';
import { DESCRIPTION, EXPECTED, ORDER, OUTPUT } from './meta-fields.ts';
import { ParameterFields } from './ParameterFields.tsx';
import { useKnownForForm } from './use-known-data.ts';

const ByExample = late(() => import('./ByExample.tsx'));

/** Whether it makes a column of rows by a formula: ours alone, for the formula is looked for as our code reads it. */
function isFormula(contract: ToolContract | undefined): boolean {
  if (contract === undefined || BUILT_INS.get(contract.name) !== contract) return false;
  const { parameters } = contract;
  const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
  const kindOf = (name: string): unknown => isObject(properties[name]) && properties[name]['x-kind'];
  return kindOf('rows') === 'rows' && kindOf('expression') === 'formula';
}

export function CallForm({ call }: { call: Call }) {
  const { document, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const all = useDocument((state) => state.problems);
  const own = all.filter((problem) => problem.calls[0] === call._id);
  const problems = (isOff(call) ? [...own, ...stoppedBy(call._id, all)] : own).map((problem) => ({
    ...problem,
    message: problemWords(problem.message, plan, catalogue),
  }));
  const delegates = useDocument((state) => state.delegates);
  const ofPlan = useMemo(() => cardPlans(plan.plans, delegates)?.(call), [plan.plans, delegates, call]);
  const contract = ofPlan ? ofPlan.contract : catalogue.get(call._tool);
  // What runs below has no values to be tried on, and before the plan was checked the action is not here.
  const isChecked = useDocument((state) => state.isChecked);
  const isTried = useSession(({ view }) => view.kind === 'plan') && isChecked;
  const latent = isLatent(call, catalogue, BUILT_INS);
  const [pathsOf] = useState(createOfferedPaths);
  const paths = pathsOf(plan, catalogue, call._id);

  const along = useRef<readonly Edit[]>([]);
  const [alongside] = useState(() => (edits: readonly Edit[]) => {
    along.current = edits;
  });

  /** The plan as it was before the field was changed, and as that has left it: what is typed on is of the same change. */
  const change = useRef<{ readonly field: string; readonly before: Plan; after: Plan }>(undefined);

  const set = (field: Field, value: Json | undefined) => {
    const { plan: now } = document.getState();
    if (change.current?.field !== field.name || change.current.after !== now)
      change.current = { field: field.name, before: now, after: now };
    const edits: Edit[] = [
      ...along.current,
      { kind: 'set-in-call', id: call._id, path: [field.name], value },
    ];
    along.current = [];
    // Any other letter that is typed costs nothing, however large the plan is.
    const changed = mayName(field.name) ? applyEdits(now, edits) : null;
    if (changed?.ok) {
      const profiles = profilesOf(session.getState()) ?? [];
      const known = { contracts: catalogue, builtIns: BUILT_INS, profiles };
      edits.push(...followingColumns(change.current.before, changed.value.plan, call._id, known, field.name));
    }
    const done = document.actions.edit(edits, {
      label: `Change ${field.label.toLowerCase()} of ${call._id}`,
      mark: `${call._id}.${field.name}`,
    });
    change.current.after = document.getState().plan;
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  const apply = ({ title, edits }: QuickFix) => {
    const profiles = profilesOf(session.getState()) ?? [];
    const known = { contracts: catalogue, builtIns: BUILT_INS, profiles };
    const mended = mendedAlong(document.getState().plan, edits, known);
    const done = document.actions.edit(mended, { label: title });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  const told = problems.map((problem): FieldProblem => {
    const { message, path, fixes } = problem;
    const offered = fixes.map((fix) => ({ title: fix.title, apply: () => apply(fix) }));
    return { message, path, isError: willFail(problem), fixes: offered };
  });
  const known = useKnownForForm(call, alongside);
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
    <div
      onBlur={() => {
        change.current = undefined;
        document.actions.seal();
      }}
    >
      <p className={`small ${styles.effect}`}>
        {latent
          ? 'A model answers it'
          : isAgent(call, contract)
            ? 'A model decides as it goes, within what stands here'
            : EFFECT[ofPlan ? ofPlan.effect() : effectOfCall(call, catalogue, BUILT_INS)]}
        {contract?.description ? ` · ${visibleLines(contract.description)}` : ''}
      </p>
      {latent && isTried ? <ActionButton id="try-prompt" tone="plain" /> : null}
      {ofPlan ? <ActionButton id="open-within" tone="plain" /> : null}
      {call._reasoningForCall ? (
        <p className={`small ${styles.effect}`}>
          Why, as its planner says: {visibleLines(call._reasoningForCall)}
        </p>
      ) : null}
      <Placeless problems={problems} onFix={apply} />
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

/** Of the calls that one that is switched off keeps from running: the first, where there is a way around it. */
const stoppedBy = (id: string, problems: readonly Problem[]): readonly Problem[] =>
  problems
    .filter(({ calls, fixes }) => calls[1] === id && fixes.length > 0)
    .slice(0, 1)
    .map((problem) => ({ ...problem, path: [] }));

/** What is wrong with the call as a whole; the rest stands at its field. */
function Placeless({ problems, onFix }: { problems: readonly Problem[]; onFix: (fix: QuickFix) => void }) {
  const placeless = problems.filter((problem) => problem.path.length === 0);
  if (placeless.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label="Problems of this call">
      {placeless.map((problem) => (
        <li key={problem.code + problem.message}>
          {visible(problem.message)}
          {problem.fixes.map((fix) => (
            <Button key={fix.title} onClick={() => onFix(fix)}>
              {visible(fix.title)}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  );
}

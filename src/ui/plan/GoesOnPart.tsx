/** Whether the plan goes on while it runs, and what it may do then (L-63, L-64): its mandate, as fields. */

import { useId, useState } from 'react';
import type { Json } from '../../lib/json.ts';
import type { Mandate } from '../../plan/document.ts';
import { type Growth, growing, growthOf } from '../../plan/first-mandate.ts';
import { MOST_CALLS_A_TURN } from '../../plan/goes-on.ts';
import { EFFECTS } from '../../plan/vocabulary.ts';
import { hostsNamed } from '../../tools/named-secrets.ts';
import type { FieldProblem } from '../form/FieldProblems.tsx';
import type { Field } from '../form/fields.ts';
import form from '../form/form.module.css';
import { ValueField } from '../form/ValueField.tsx';
import { useDocument } from '../services.ts';
import { EFFECT } from '../words.ts';
import styles from './plan.module.css';
import { useEditOrTell } from './use-edit.ts';

const WAYS: Readonly<Record<Growth, string>> = {
  whole: 'All of them stand in it',
  iterative: 'Its planner adds them, a step at a time',
  eager: 'Its planner adds them as it writes',
};

const SAYS: Readonly<Record<Growth, string>> = {
  whole: 'What it does stands in it when you sign it.',
  iterative: `When its calls have ended, its planner is asked what comes next, ${MOST_CALLS_A_TURN} calls at most each time, until it says what the run returns. You sign what it may do, below.`,
  eager:
    'Each call starts as soon as its planner has written it; when all have ended it is asked again, until it says what the run returns. You sign what it may do, below.',
};

const count = (name: string, label: string, whole = true): Field => ({
  name,
  label,
  required: false,
  fallback: 'no limit',
  as: { kind: 'number', whole },
});

const TOOLS: Field = { name: 'tools', label: 'Tools it may use', required: false, as: { kind: 'tools' } };

const CAPS: readonly Field[] = [
  count('maxTurns', 'Turns at most'),
  count('maxSteps', 'Calls it may add at most'),
  count('maxCost', 'Dollars at most', false),
];

export function GoesOnPart() {
  const plan = useDocument((state) => state.plan);
  const edit = useEditOrTell();
  const id = useId();
  const growth = growthOf(plan);
  const choose = (next: Growth) =>
    edit(growing(plan, next), next === 'whole' ? 'Let it go on no more' : 'Let it go on while it runs');
  return (
    <>
      <div className={form.field}>
        <label htmlFor={id}>How its calls come</label>
        <select
          id={id}
          className={form.input}
          value={growth}
          onChange={({ target }) => choose(target.value as Growth)}
        >
          {Object.entries(WAYS).map(([way, words]) => (
            <option key={way} value={way}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <p className="small">{SAYS[growth]}</p>
      {growth === 'iterative' && plan.output !== undefined && plan.output !== null ? (
        <p className="small">
          It returns what stands under Result, so its planner is not asked: take that away to let it go on.
        </p>
      ) : null}
      {plan.mandate ? <MandateFields mandate={plan.mandate} /> : null}
    </>
  );
}

function MandateFields({ mandate }: { mandate: Mandate }) {
  const edit = useEditOrTell();
  const problems = useProblemsOf('mandate', 'tools');
  const change = (part: Partial<Mandate>, name: string) =>
    edit(
      [{ kind: 'set-field', field: 'mandate', value: { ...mandate, ...part } as Json }],
      'Change what it may do by itself',
      `mandate.${name}`,
    );
  return (
    <>
      <ValueField
        field={TOOLS}
        value={[...mandate.tools]}
        onChange={(tools) => change({ tools: tools as string[] }, 'tools')}
        problems={problems}
      />
      <fieldset className={styles.ticks}>
        <legend>What its calls may do unasked, beside computing</legend>
        {EFFECTS.filter((effect) => effect !== 'none').map((effect) => (
          <label key={effect}>
            <input
              type="checkbox"
              checked={mandate.effects.includes(effect)}
              onChange={({ target }) =>
                change(
                  {
                    effects: EFFECTS.filter((one) =>
                      one === effect ? target.checked : mandate.effects.includes(one),
                    ),
                  },
                  'effects',
                )
              }
            />
            {EFFECT[effect]}
          </label>
        ))}
      </fieldset>
      <Hosts
        key={mandate.hosts.join()}
        hosts={mandate.hosts}
        onChange={(hosts) => change({ hosts }, 'hosts')}
      />
      {CAPS.map((field) => (
        <ValueField
          key={field.name}
          field={field}
          value={mandate[field.name as 'maxTurns' | 'maxSteps' | 'maxCost']}
          onChange={(value) => {
            // Half-typed numbers are texts.
            if (value === undefined || typeof value === 'number') change({ [field.name]: value }, field.name);
          }}
        />
      ))}
      <p className="small">
        What lies beyond this asks you first. Where a limit under How it runs is less, that one counts.
      </p>
    </>
  );
}

/** Taken when it is left: half a host is one of somebody else's. */
function Hosts({ hosts, onChange }: { hosts: readonly string[]; onChange: (hosts: string[]) => void }) {
  const [typed, setTyped] = useState(hosts.join(', '));
  const id = useId();
  const { wrong } = hostsNamed(typed);
  const fault = wrong === undefined ? null : `“${wrong}” is no host. Write one such as api.example.com.`;
  return (
    <label className={form.field}>
      Hosts it may reach
      <input
        className={form.input}
        value={typed}
        placeholder="none"
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : id}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          const next = typed.split(/[\s,;]+/).filter(Boolean);
          if (fault === null && next.join() !== hosts.join()) onChange(next);
        }}
      />
      {fault === null ? null : (
        <span id={id} className="small" role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}

/** What the checks say of a part of the plan beside its calls, as its field shows it. */
function useProblemsOf(...part: readonly string[]): readonly FieldProblem[] {
  const edit = useEditOrTell();
  const problems = useDocument((state) => state.problems);
  return problems.flatMap(({ calls, path, message, severity, fixes }): FieldProblem[] =>
    calls.length > 0 || part.some((key, at) => path[at] !== key)
      ? []
      : [
          {
            ...{ message, path: path.slice(part.length), isError: severity === 'error' },
            fixes: fixes.map(({ title, edits }) => ({ title, apply: () => edit(edits, title) })),
          },
        ],
  );
}

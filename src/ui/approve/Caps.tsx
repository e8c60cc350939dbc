/** The caps of a run: calls, replans, price, time. Changing one makes a new revision, which is then what is signed. */

import type { Json } from '../../lib/json.ts';
import { DEFAULT_POLICY, FAILURE_POLICIES } from '../../plan/document.ts';
import { isOff } from '../../plan/open-step.ts';
import type { Field } from '../form/fields.ts';
import { ValueField } from '../form/ValueField.tsx';
import { Button } from '../parts/Button.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';

const cap = (name: string, label: string, fallback: Json, whole: boolean): Field => ({
  name,
  label,
  required: false,
  fallback,
  as: { kind: 'number', whole, min: 0 },
});

const FAILURE_WORDS = ['Ask me', 'Stop the run', 'Skip what needs it', 'Go on without it', 'Replan'];

const CAPS: readonly Field[] = [
  cap('maxSteps', 'Most calls', 'no limit', true),
  cap('maxReplans', 'Most replans', DEFAULT_POLICY.maxReplans, true),
  cap('maxCost', 'Most dollars', 'no limit', false),
  cap('maxDurationMs', 'Most minutes', 'no limit', false),
  cap('approvalTimeoutMs', 'Minutes an approval waits for you', 'no limit', false),
];

/** Kept in ms; nobody thinks of a run in those. */
const IN_MINUTES: ReadonlySet<string> = new Set(['maxDurationMs', 'approvalTimeoutMs']);
const CHOICES: readonly Field[] = [
  {
    name: 'onFailure',
    label: 'When a call fails',
    required: false,
    fallback: DEFAULT_POLICY.onFailure,
    as: { kind: 'choice', options: [...FAILURE_POLICIES], words: FAILURE_WORDS },
  },
  {
    name: 'askBefore',
    label: 'Ask before',
    required: false,
    fallback: DEFAULT_POLICY.askBefore,
    as: {
      kind: 'choice',
      options: ['none', 'effects', 'all'],
      words: ['Nothing', 'Calls that write', 'Every call'],
    },
  },
];

export function Caps() {
  const { document, session } = useServices();
  const policy = useDocument((state) => state.plan.policy);
  const calls = useDocument((state) => state.plan.calls.filter((call) => !isOff(call)).length);
  const steps = policy?.maxSteps ?? Number.POSITIVE_INFINITY;

  const shown = (name: string): Json | undefined => {
    const value = policy?.[name] as Json | undefined;
    return typeof value === 'number' && IN_MINUTES.has(name) ? value / MINUTE_MS : value;
  };
  const change = (name: string, value: Json | undefined) =>
    set(name, typeof value === 'number' && IN_MINUTES.has(name) ? Math.round(value * MINUTE_MS) : value);
  const set = (name: string, value: Json | undefined) => {
    const { [name]: _, ...rest } = (policy ?? {}) as Record<string, Json>;
    const next = value === undefined ? rest : { ...rest, [name]: value };
    const done = document.actions.edit([{ kind: 'set-field', field: 'policy', value: next }], {
      label: 'Change the limits',
      mark: `policy.${name}`,
    });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };

  return (
    <details className={styles.section} open={calls > steps}>
      <summary>Limits</summary>
      {calls > steps ? (
        <p className={styles.raise}>
          <span>
            This plan has {counted(calls, 'call')}, and at most {steps} may run.
          </span>
          <Button onClick={() => set('maxSteps', calls)}>Raise to {calls}</Button>
        </p>
      ) : null}
      <div className={styles.caps}>
        {[...CAPS, ...CHOICES].map((field) => (
          <ValueField
            key={field.name}
            field={field}
            value={shown(field.name)}
            onChange={(value) => {
              // Half-typed numbers are texts; a policy with a text in it would not be a plan.
              if (field.as.kind === 'number' && value !== undefined && !isCap(value, field.as.whole)) return;
              change(field.name, value);
            }}
          />
        ))}
      </div>
    </details>
  );
}

const MINUTE_MS = 60_000;

const isCap = (value: Json, whole: boolean): boolean =>
  typeof value === 'number' && value >= 0 && (!whole || Number.isInteger(value));

/** The policy of a plan as fields: its caps, what follows a failure, when it asks. Each change is an edit of the plan. */

import type { Json } from '../../lib/json.ts';
import { DEFAULT_POLICY, FAILURE_POLICIES } from '../../plan/document.ts';
import type { Field } from '../form/fields.ts';
import { ValueField } from '../form/ValueField.tsx';
import { useDocument, useServices } from '../services.ts';

const cap = (name: string, label: string, fallback: Json, whole: boolean, min = 0): Field => ({
  name,
  label,
  required: false,
  fallback,
  as: { kind: 'number', whole, min },
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

/** What the sheet that is signed has no room for: it changes no price and asks nobody. */
const MORE: readonly Field[] = [
  cap('retryLimit', 'Tries after a failed one', DEFAULT_POLICY.retryLimit, true),
  cap('maxConcurrent', 'Calls at a time', DEFAULT_POLICY.maxConcurrent, true, 1),
  {
    name: 'reviewReplans',
    label: 'Every new plan of a run waits for you',
    required: false,
    fallback: false,
    as: { kind: 'boolean' },
  },
];

/** Sets one of them, or takes it away. */
export function useSetPolicy(): (name: string, value: Json | undefined) => void {
  const { document, session } = useServices();
  return (name, value) => {
    const { [name]: _, ...rest } = (document.getState().plan.policy ?? {}) as Record<string, Json>;
    const next = value === undefined ? rest : { ...rest, [name]: value };
    const done = document.actions.edit(
      [{ kind: 'set-field', field: 'policy', value: Object.keys(next).length === 0 ? undefined : next }],
      { label: 'Change the limits', mark: `policy.${name}` },
    );
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
}

/** @param all what no approval shows too */
export function PolicyFields({ all = false }: { all?: boolean }) {
  const policy = useDocument((state) => state.plan.policy);
  const set = useSetPolicy();
  const shown = (name: string): Json | undefined => {
    const value = policy?.[name] as Json | undefined;
    return typeof value === 'number' && IN_MINUTES.has(name) ? value / MINUTE_MS : value;
  };
  return [...CAPS, ...CHOICES, ...(all ? MORE : [])].map((field) => (
    <ValueField
      key={field.name}
      field={field}
      value={shown(field.name)}
      onChange={(value) => {
        // Half-typed numbers are texts; a policy with a text in it would not be a plan.
        if (field.as.kind === 'number' && value !== undefined && !isCap(value, field.as)) return;
        const isTime = typeof value === 'number' && IN_MINUTES.has(field.name);
        set(field.name, isTime ? Math.round(value * MINUTE_MS) : value);
      }}
    />
  ));
}

const MINUTE_MS = 60_000;

const isCap = (
  value: Json,
  { whole, min = 0 }: { readonly whole: boolean; readonly min?: number },
): boolean => typeof value === 'number' && value >= min && (!whole || Number.isInteger(value));

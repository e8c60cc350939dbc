/** The meta-properties a form shows, each as a field, beside the parameters. The rest is edited as JSON. */

import { OUTPUT_METHODS } from '../../plan/document.ts';
import type { Field } from '../form/fields.ts';

const field = (name: string, label: string, description: string, as: Field['as']): Field => ({
  name,
  label,
  description,
  required: false,
  as,
});
const TEXT = { kind: 'text', long: false } as const;
const PATH = { kind: 'path' } as const;

/** What a person reads of a call. */
export const DESCRIPTION = field(
  '_description',
  'Description',
  'One line on the card and in progress messages.',
  TEXT,
);
/** What an open step is for. */
export const STEP_WORDS = field(
  '_description',
  'What it is for',
  'In your own words. The proposals follow them.',
  TEXT,
);
export const EXPECTED = field(
  '_expected',
  'Expected',
  'What success looks like. Shown and given to a replanner, not enforced.',
  TEXT,
);

/** Where its result goes. */
export const OUTPUT: readonly Field[] = [
  field(
    '_outputPath',
    'Output path',
    'Such as †state.report; || between alternatives, && to write several.',
    PATH,
  ),
  {
    name: '_outputMethod',
    label: 'Method',
    description: 'How the result joins what is already there.',
    required: false,
    fallback: 'set',
    as: { kind: 'choice', options: [...OUTPUT_METHODS] },
  },
];

/** When it may start. */
export const ORDER: readonly Field[] = [
  field('_after', 'After', 'Waits for these paths without reading them, such as †state.backup.', PATH),
];

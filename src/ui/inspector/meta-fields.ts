/** The meta-properties a form shows, each as a field, beside the parameters. The rest is edited as JSON. */

import { OUTPUT_METHODS } from '../../plan/document.ts';
import type { Field } from '../form/fields.ts';

const text = (name: string, label: string, description: string): Field => ({
  name,
  label,
  description,
  required: false,
  as: { kind: 'text', long: false },
});

/** What a person reads of a call. */
export const WORDS: readonly Field[] = [
  text('_description', 'Description', 'One line on the card and in progress messages.'),
  text('_expected', 'Expected', 'What success looks like. Shown and given to a replanner, not enforced.'),
];

/** Where its result goes. */
export const OUTPUT: readonly Field[] = [
  text('_outputPath', 'Output path', 'Such as †state.report; || between alternatives, && to write several.'),
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
  text('_after', 'After', 'Waits for these paths without reading them, such as †state.backup.'),
];

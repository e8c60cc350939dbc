/** What a person wants of a model's plans, and what its tokens cost: beside the connection, all in one place. */

import { Field } from '../parts/Field.tsx';
import type { PlannerWishes as Wishes } from '../verbs.ts';
import styles from './PlannerDialog.module.css';

/** As it is typed. */
export interface TypedWishes {
  readonly temperature: string;
  readonly mostCalls: string;
  readonly priceIn: string;
  readonly priceOut: string;
  readonly instructions: string;
  readonly template: string;
  readonly maxDepth: string;
  /** Ticked, not typed. */
  readonly showsApproved: boolean;
  readonly inParts: boolean;
}

/** L-62, L-61. */
const MOST_CALLS = 15;
const DEEPEST = 3;

export const typed = ({
  temperature,
  mostCalls,
  prices,
  instructions,
  template,
  showsApproved,
  strategy,
  maxDepth,
}: Wishes = {}): TypedWishes => ({
  temperature: String(temperature ?? ''),
  mostCalls: String(mostCalls ?? ''),
  priceIn: String(prices?.input ?? ''),
  priceOut: String(prices?.output ?? ''),
  instructions: instructions ?? '',
  template: template ?? '',
  maxDepth: String(maxDepth ?? ''),
  showsApproved: showsApproved === true,
  inParts: strategy === 'hierarchical',
});

/** What is wrong with a field, by its name; nothing is asked for where nothing is typed. */
export function faultsIn(wishes: TypedWishes): Partial<Record<keyof TypedWishes, string>> {
  const faults: Partial<Record<keyof TypedWishes, string>> = {};
  const isWrong = (text: string, from: number, to: number) =>
    text.trim() !== '' && !(Number(text) >= from && Number(text) <= to);
  if (isWrong(wishes.temperature, 0, 2)) faults.temperature = 'From 0 to 2.';
  if (isWrong(wishes.mostCalls, 1, MOST_CALLS) || /[.,e]/.test(wishes.mostCalls))
    faults.mostCalls = `A whole number from 1 to ${MOST_CALLS}.`;
  if (isWrong(wishes.maxDepth, 1, DEEPEST) || /[.,e]/.test(wishes.maxDepth))
    faults.maxDepth = `A whole number from 1 to ${DEEPEST}.`;
  for (const name of ['priceIn', 'priceOut'] as const)
    if (isWrong(wishes[name], 0, 1_000_000)) faults[name] = 'US dollars, such as 0.40.';
  if ((wishes.priceIn.trim() === '') !== (wishes.priceOut.trim() === ''))
    faults[wishes.priceIn.trim() === '' ? 'priceIn' : 'priceOut'] = 'Both prices, or none.';
  return faults;
}

/** To be asked of what `faultsIn` finds nothing wrong with. */
export function wishesOf({
  instructions,
  template,
  showsApproved,
  inParts,
  ...numbers
}: TypedWishes): Wishes {
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text));
  const [temperature, mostCalls] = [number(numbers.temperature), number(numbers.mostCalls)];
  const maxDepth = number(numbers.maxDepth);
  const [input, output] = [number(numbers.priceIn), number(numbers.priceOut)];
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(mostCalls === undefined ? {} : { mostCalls }),
    ...(input === undefined || output === undefined ? {} : { prices: { input, output } }),
    ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
    ...(template.trim() === '' ? {} : { template: template.trim() }),
    ...(showsApproved ? { showsApproved } : {}),
    ...(inParts ? { strategy: 'hierarchical' as const } : {}),
    ...(maxDepth === undefined ? {} : { maxDepth }),
  };
}

const NUMBERS = [
  ['temperature', 'Temperature', 'The model’s own'],
  ['mostCalls', 'Most calls of a plan', '7'],
  ['maxDepth', 'Parts within parts, at most', '3'],
  ['priceIn', 'Price of a million tokens in, US$', 'Not known'],
  ['priceOut', 'Price of a million tokens out, US$', 'Not known'],
] as const;

export function PlannerWishes({
  wishes,
  numbers = NUMBERS.map(([name]) => name),
  first,
  onChange,
}: {
  wishes: TypedWishes;
  /** Those that the planner takes. */
  numbers?: readonly (typeof NUMBERS)[number][0][];
  /** The one that the person came for. */
  first?: (typeof NUMBERS)[number][0];
  onChange: (part: Partial<TypedWishes>) => void;
}) {
  const faults = faultsIn(wishes);
  return (
    <>
      <div className={styles.numbers}>
        {NUMBERS.filter(([name]) => numbers.includes(name)).map(([name, label, placeholder]) => (
          <div key={name}>
            <Field
              label={label}
              className={`field ${styles.field}`}
              inputMode="decimal"
              value={wishes[name]}
              data-first={name === first || undefined}
              placeholder={placeholder}
              aria-invalid={faults[name] !== undefined || undefined}
              aria-describedby={faults[name] === undefined ? undefined : `${name}-fault`}
              onChange={(text) => onChange({ [name]: text })}
            />
            {faults[name] === undefined ? null : (
              <p id={`${name}-fault`} className={styles.fault}>
                {faults[name]}
              </p>
            )}
          </div>
        ))}
      </div>
      <label className={`field ${styles.field}`}>
        What you want of every plan
        <textarea
          rows={2}
          value={wishes.instructions}
          placeholder="Such as: amounts without decimals; save every result as xlsx"
          onChange={(event) => onChange({ instructions: event.target.value })}
        />
      </label>
      <label className={`field ${styles.field}`}>
        Your own frame for what is sent
        <textarea
          rows={2}
          spellCheck={false}
          value={wishes.template}
          placeholder="{rules} {request}"
          aria-describedby="template-about"
          onChange={(event) => onChange({ template: event.target.value })}
        />
      </label>
      <p id="template-about" className={styles.about}>
        Sent as one message. {'{rules}'} stands for how a plan is written, {'{request}'} for the tools, files
        and goal; where it is left out, the request follows at the end. {'{{ goal }}'} stands for the goal
        alone.
      </p>
    </>
  );
}

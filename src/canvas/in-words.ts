/** A plan in sentences, in the order of its steps: what "explain this plan" says, and what reads it where no drawing is. */

import { itemAt } from '../lib/columns.ts';
import { cut } from '../lib/cut-text.ts';
import { visible } from '../lib/visible-text.ts';
import type { Effect } from '../plan/contract-shape.ts';
import type { Plan } from '../plan/document.ts';
import { buildGraph } from '../plan/graph.ts';
import { inputsOf, typeOf } from '../plan/input-schema.ts';
import { isOff, isOpenStep } from '../plan/open-step.ts';
import { refsIn, returnedOf } from '../plan/output-list.ts';
import { reads, returnables } from '../plan/returned.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { CardRow } from './card.ts';
import { cardPlans } from './card-plan.ts';
import { orderOf } from './outline.ts';
import { type Scene, sceneOf } from './scene.ts';

const EFFECTS: Readonly<Record<Effect, string>> = {
  none: '',
  read: '',
  write: 'It changes something outside the plan.',
  irreversible: "It does something outside the plan that can't be undone.",
};

/** Of one literal; a value is named, not told. */
const VALUE = 60;

/**
 * The plan as a person would tell it: what it is for, what it begins with, one line a step with the steps it works on by their
 * number, and what it gives back. Steps in a circle come last, for they have no order.
 * @returns lines, each whole in itself
 */
export function planInWords(plan: Plan, catalogue: Catalogue): readonly string[] {
  const scene = sceneOf(buildGraph(plan), catalogue, undefined, false, cardPlans(plan.plans));
  const steps = orderOf(scene.graph);
  const behind = steps.slice(scene.graph.order.length);
  const numbers = new Map(steps.map((call, i): [number, number] => [call, i + 1]));
  const { title, goal } = plan;
  return [
    ...(title === undefined ? [] : [visible(title)]),
    ...(goal === undefined || goal === title ? [] : [`What it is for: ${visible(goal)}`]),
    ...inputWords(plan),
    ...steps.map((call) => `${numbers.get(call)}. ${stepWords(scene, call, numbers)}`),
    ...(behind.length > 0
      ? [`${listed(behind.map((call) => numbers.get(call) ?? 0))} wait for each other and can never run.`]
      : []),
    outputWords(plan, scene, numbers),
  ];
}

type Numbers = ReadonlyMap<number, number>;

function inputWords(plan: Plan): readonly string[] {
  const inputs = inputsOf(plan) ?? [];
  if (inputs.length === 0) return [];
  const each = inputs.map(({ name, schema, required }) => {
    const type = typeOf(schema);
    return `${visible(name)}${type === 'any' ? '' : ` (${type === 'yes-no' ? 'yes or no' : type === 'whole' ? 'whole number' : type}${required ? '' : ', may be left out'})`}`;
  });
  return [`It begins with: ${each.join(', ')}.`];
}

function stepWords(scene: Scene, call: number, numbers: Numbers): string {
  const model = scene.cardOf(call);
  const { call: step } = model;
  const own = step._description === undefined ? '' : visible(step._description);
  const description = own === model.title ? '' : own;
  if (isOpenStep(step) && model.contract === undefined)
    return sentences(
      `Not decided yet: ${description || 'what is to be done here'}`,
      worksOn(scene, call, numbers),
    );
  const literals = model.rows.filter(isTold).map(({ label, value }) => `${label}: ${literalOf(value)}`);
  const told = description || (literals.length > 0 ? cut(literals.join(', '), 4 * VALUE) : '');
  return sentences(
    `${model.title}${told === '' ? '' : ` – ${told}`}`,
    worksOn(scene, call, numbers),
    model.latent ? 'A model answers it.' : EFFECTS[model.effect],
    waysOut(scene, call),
    isOff(step) ? 'It is switched off and does not run.' : '',
  );
}

const isTold = ({ meta, value }: CardRow): boolean => !meta && value.kind === 'literal';
const literalOf = (value: CardRow['value']): string =>
  value.kind === 'literal' ? cut(value.text, VALUE) : '';

/** Which steps give it what, and on which way out of them it goes on. */
function worksOn(scene: Scene, call: number, numbers: Numbers): string {
  const from = { parameter: new Set<number>(), each: new Set<number>(), after: new Set<number>() };
  const ways = new Map<number, Set<string>>();
  for (const e of itemAt(scene.arriving, call)) {
    const { from: writer, role, write } = itemAt(scene.edges, e);
    const number = numbers.get(writer) ?? 0;
    from[role === 'after' ? 'after' : role === 'forEach' ? 'each' : 'parameter'].add(number);
    const { outputs } = scene.cardOf(writer);
    const way = outputs.find(({ alternative }) => alternative === write.alternative);
    if (outputs.length < 2 || !way) continue;
    const taken = ways.get(number) ?? new Set();
    ways.set(number, taken.add(way.pills.map(wayName).join(' and ')));
  }
  // A join takes whichever way there is: only one that reads a single way depends on it.
  const only = [...ways].filter(([, taken]) => taken.size === 1);
  const inputs = scene
    .cardOf(call)
    .rows.flatMap(({ value }) =>
      value.kind === 'reference' ? value.pills.filter(({ full }) => full.startsWith('†input.')) : [],
    );
  const given = [
    ...(from.parameter.size > 0
      ? [`what ${listed([...from.parameter])} ${from.parameter.size > 1 ? 'give' : 'gives'}`]
      : []),
    ...(inputs.length > 0
      ? [`the input ${[...new Set(inputs.map(({ text }) => text.replace(/^input\./, '')))].join(' and ')}`]
      : []),
  ];
  return sentences(
    from.each.size > 0 ? `It is done once for each of what ${listed([...from.each])} gives` : '',
    given.length > 0 ? `It works on ${given.join(' and ')}` : '',
    from.after.size > 0 ? `It waits for ${listed([...from.after])}` : '',
    ...only.map(([number, [way]]) => `Only where ${number} comes to “${way}”`),
  );
}

/** `yes` of `decide1.yes`: what is decided is the step's own name. */
const wayName = ({ text }: { readonly text: string }): string => text.slice(text.lastIndexOf('.') + 1);

function waysOut(scene: Scene, call: number): string {
  const { outputs } = scene.cardOf(call);
  if (outputs.length < 2) return '';
  const ways = outputs.map(({ pills, isError }) => {
    const name = `“${pills.map(wayName).join(' and ')}”`;
    return isError ? `${name} when it fails` : name;
  });
  return `It comes to ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}.`;
}

function outputWords(plan: Plan, scene: Scene, numbers: Numbers): string {
  const returned = returnedOf(plan.output);
  if (plan.output === undefined || plan.output === null) return 'It names nothing to give back.';
  if (!returned || returned.length === 0) return 'What it gives back is written as JSON.';
  const results = returnables(plan);
  const each = returned.map(({ name, text }) => {
    const refs = refsIn(text, plan);
    const from = results.flatMap((one) =>
      reads(refs, one) ? [numbers.get(scene.indexOf.get(one.call) ?? -1) ?? 0] : [],
    );
    const what = from.length > 0 ? `what ${listed([...new Set(from)])} gives` : visible(text);
    return name === null ? what : `${what}, as “${visible(name)}”`;
  });
  return `It gives back ${each.join('; ')}.`;
}

const listed = (numbers: readonly number[]): string => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.length < 2
    ? String(sorted[0] ?? '')
    : `${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1)}`;
};

/** As sentences, each with its full stop. */
const sentences = (...parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');

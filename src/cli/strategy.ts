/** How `plan` is to plan (T-1): the strategy, how deep, how many, and what a model is asked with. Asks nobody. */

import { applyEdits } from '../plan/apply-edit.ts';
import type { Plan } from '../plan/document.ts';
import { growing } from '../plan/first-mandate.ts';
import { MOST_CALLS_A_TURN } from '../plan/goes-on.ts';
import { DEEPEST_PARTS, inParts } from '../planner/in-parts/in-parts.ts';
import type { ModelConnection } from '../planner/openai/connection.ts';
import { createOpenAiPlanner } from '../planner/openai/planner.ts';
import type { Planner } from '../planner/planner.ts';
import { traced } from '../planner/traced.ts';
import { Misuse, oneOf } from './command.ts';
import { callsIn, MOST_CALLS, plannerOf } from './planners.ts';

const STRATEGIES = ['flat', 'hierarchical', 'iterative'] as const;

export const STRATEGY_OPTIONS = {
  strategy: { type: 'string' },
  'max-depth': { type: 'string' },
  'max-subtasks': { type: 'string' },
  'max-calls': { type: 'string' },
  temperature: { type: 'string' },
  'prompt-template': { type: 'string' },
  model: { type: 'string' },
} as const;

type Values = { readonly [name in keyof typeof STRATEGY_OPTIONS]?: string | undefined };

export interface Chosen {
  readonly planner: Planner;
  readonly strategy: (typeof STRATEGIES)[number] | undefined;
  readonly maxCalls: number;
}

/** @throws Misuse where an option says nothing, or says it to a planner that has no way */
export function chosenStrategy(
  values: Values,
  name: 'offline' | 'openai',
  environment: ModelConnection | null,
): Chosen {
  const strategy = values.strategy === undefined ? undefined : oneOf(values.strategy, STRATEGIES, 'strategy');
  if (name === 'offline') {
    const needs = (['model', 'temperature', 'prompt-template'] as const).find(
      (one) => values[one] !== undefined,
    );
    if (needs !== undefined) throw new Misuse(`--${needs} is for a model: add --planner openai.`);
    if (strategy === 'hierarchical' || strategy === 'iterative')
      throw new Misuse(
        `The offline planner makes a plan as one. --strategy ${strategy} needs a model: add --planner openai.`,
      );
  }
  const depth =
    values['max-depth'] === undefined
      ? DEEPEST_PARTS
      : callsIn(values['max-depth'], '--max-depth', DEEPEST_PARTS);
  if (values['max-depth'] !== undefined && strategy !== 'hierarchical')
    throw new Misuse('--max-depth says how far a plan in parts may go: add --strategy hierarchical.');
  const most = values['max-subtasks'] ?? values['max-calls'];
  if (values['max-subtasks'] !== undefined && values['max-calls'] !== undefined)
    throw new Misuse('--max-subtasks and --max-calls are one thing: give one of them.');
  const connection = environment && { ...environment, ...wishes(values) };
  // A script has nobody to ask for more, so it starts with the most.
  const wished = (name === 'openai' && connection?.mostCalls) || MOST_CALLS;
  const maxCalls =
    most === undefined
      ? wished
      : callsIn(most, values['max-calls'] === undefined ? '--max-subtasks' : '--max-calls');
  const planner =
    strategy === 'hierarchical' && connection
      ? inParts(createOpenAiPlanner(connection), depth)
      : traced(plannerOf(name, connection));
  return {
    planner,
    strategy,
    maxCalls: strategy === 'iterative' ? Math.min(maxCalls, MOST_CALLS_A_TURN) : maxCalls,
  };
}

function wishes({ temperature, model, 'prompt-template': template }: Values) {
  const degree = Number(temperature ?? 0);
  if (temperature?.trim() === '' || !(degree >= 0 && degree <= 2))
    throw new Misuse(`--temperature is a number from 0 to 2; "${temperature}" is not.`);
  return {
    ...(temperature === undefined ? {} : { temperature: degree }),
    ...(template === undefined ? {} : { template }),
    ...(model === undefined ? {} : { model }),
  };
}

/** The plan with the strategy it was asked for; one that is planned a step at a time with the mandate that this needs (L-64). */
export function withStrategy(plan: Plan, strategy: Chosen['strategy']): Plan {
  if (strategy !== 'iterative') return strategy === undefined ? plan : { ...plan, strategy };
  const grown = applyEdits(plan, growing(plan, 'iterative'));
  return grown.ok ? grown.value.plan : plan;
}

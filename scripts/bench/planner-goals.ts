/** Goals that judge the planner, by running what it drafts: shares of those that came out right, and of those that did harm. */

import { connectionFromEnvironment } from '../../src/cli/planners.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import { createOpenAiPlanner } from '../../src/planner/openai/planner.ts';
import type { Planner } from '../../src/planner/planner.ts';
import { withChecks } from '../../src/planner/with-checks.ts';
import { FILES, type Goal, goalsIn, goalsOf, KINDS } from '../../test/planner/goals/judge/goal.ts';
import { textsIn } from '../../test/planner/goals/judge/trial-run.ts';
import { type Verdict, verdictsOf } from '../../test/planner/goals/judge/verdict.ts';
import type { Figure } from './figure.ts';

/** The day on which the goals are asked. */
const NOW = Date.parse('2026-11-21T12:00:00Z');

const planner = () => offlinePlanner({ now: () => NOW });

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part) / whole) / 1000;

const rightOf = (verdicts: readonly Verdict[]): number => {
  const answerable = verdicts.filter(({ goal }) => goal.answerable);
  return share(answerable.filter(({ is }) => is === 'right').length, answerable.length);
};

const figure = (name: string, value: number, goal: string, how: string): Figure => ({
  name: `planner/${name}`,
  value,
  unit: '',
  goal,
  held: goal.startsWith('<=') ? value <= Number(goal.slice(3)) : value >= Number(goal.slice(3)),
  how,
});

const countOf = (verdicts: readonly Verdict[]): string => {
  const by = new Map<string, number>();
  for (const { is } of verdicts) by.set(is, (by.get(is) ?? 0) + 1);
  return [...by].map(([is, count]) => `${count} ${is}`).join(', ');
};

/** @param suffix of the figures' names: "" for all goals, else the part. */
function figuresOf(verdicts: readonly Verdict[], suffix: string): Figure[] {
  const whole = verdicts.length;
  const silent = verdicts.filter((one) => one.silent.length > 0).length;
  const wrong = verdicts.filter(({ is }) => is === 'wrong').length;
  const of = `of ${whole} goals${suffix === '' ? '' : ` (${suffix.slice(1)})`}`;
  return [
    figure(
      `goals-right${suffix}`,
      rightOf(verdicts),
      '>= 0.7',
      `${of} those that can be answered: ${countOf(verdicts)}`,
    ),
    figure(
      `goals-wrong-silent${suffix}`,
      share(silent, whole),
      '<= 0.01',
      `${of}: not right, and words that matter neither used nor named`,
    ),
    figure(
      `goals-wrong-completed${suffix}`,
      share(wrong, whole),
      '<= 0.04',
      `${of}: another value than the truth was delivered`,
    ),
  ];
}

const kindFigures = (verdicts: readonly Verdict[], part: string): Figure[] =>
  KINDS.flatMap((kind) => {
    const some = verdicts.filter(({ goal }) => goal.kind === kind);
    return some.length === 0
      ? []
      : [
          figure(
            `goals-right-${part}/${kind}`,
            rightOf(some),
            '>= 0.5',
            `of ${some.length} goals: ${countOf(some)}`,
          ),
        ];
  });

/** One goal's verdict with its reason, for whoever works on the planner. */
function lineOf({ goal, is, reason, silent }: Verdict): string {
  const words = silent.length > 0 ? `  silent about: ${silent.join('; ')}.` : '';
  return `${is.padEnd(7)}${goal.id.padEnd(15)}${goal.goal}\n        ${words}${reason}`;
}

export interface GoalOptions {
  /** `open` leaves the sealed goals alone; a path is a file of goals, its files in `files/` beside it. */
  readonly goals?: string | undefined;
  /** Only goals whose id begins so: a kind, or one goal. */
  readonly of?: string | undefined;
  /** Prints each open goal's verdict. */
  readonly verbose?: boolean | undefined;
}

const begins = (goals: readonly Goal[], of = ''): Goal[] => goals.filter(({ id }) => id.startsWith(of));

/**
 * Of the offline planner, and beside each figure that of a model where `OPENAI_BASE_URL` names its server: the same goals,
 * files and judge. A key alone does not have anything sent. It takes a chat or more a goal; `--of` judges some.
 */
export async function goalFigures(
  options: GoalOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Figure[]> {
  const figures = await figuresFor(planner(), options);
  const connection = environment.OPENAI_BASE_URL ? connectionFromEnvironment(environment) : null;
  if (connection === null) return figures;
  const took = { tokens: 0, cost: 0 };
  const asked = counting(
    withChecks(createOpenAiPlanner(connection), () => NOW),
    took,
  );
  const besides = new Map((await figuresFor(asked, options)).map(({ name, value }) => [name, value]));
  console.error(`${connection.model}: ${took.tokens} tokens${took.cost > 0 ? `, US$ ${took.cost}` : ''}.`);
  return figures.map((one) => {
    const value = besides.get(one.name);
    return value === undefined ? one : { ...one, beside: { name: connection.model, value } };
  });
}

/** @param took what its answers took so far, in tokens and US dollars */
const counting = (asked: Planner, took: { tokens: number; cost: number }): Planner =>
  async function* (request) {
    for await (const event of asked(request)) {
      if (event.kind === 'usage') {
        took.tokens += event.inputTokens + event.outputTokens;
        took.cost += event.cost ?? 0;
      }
      yield event;
    }
  };

async function figuresFor(asked: Planner, { goals = 'all', of, verbose }: GoalOptions): Promise<Figure[]> {
  const tell = verbose ? (verdict: Verdict) => console.log(lineOf(verdict)) : () => {};
  if (goals.endsWith('.json')) {
    const file = new URL(goals, `file://${process.cwd()}/`);
    const texts = textsIn(new URL('files/', file));
    const verdicts = await verdictsOf(begins(goalsIn(file), of), asked, texts, tell);
    return [...figuresOf(verdicts, '-given'), ...kindFigures(verdicts, 'given')];
  }
  const open = await verdictsOf(begins(goalsOf('open'), of), asked, textsIn(FILES), tell);
  const theirs = new URL('../strangers/', FILES);
  const strange = (part: 'open' | 'sealed', told?: typeof tell) =>
    verdictsOf(
      begins(goalsIn(new URL(`${part}.json`, theirs)), of),
      asked,
      textsIn(new URL('files/', theirs)),
      told,
    );
  const figures = [
    ...figuresOf(open, '-open'),
    ...kindFigures(open, 'open'),
    ...figuresOf(await strange('open', tell), '-strangers-open'),
  ];
  if (goals === 'open') return figures;
  // Never one by one: what is sealed stays unread.
  const sealed = await verdictsOf(begins(goalsOf('sealed'), of), asked, textsIn(FILES));
  return [
    ...figuresOf(await strange('sealed'), '-strangers-sealed'),
    ...figuresOf([...open, ...sealed], ''),
    ...figures,
    ...figuresOf(sealed, '-sealed'),
    ...kindFigures(sealed, 'sealed'),
  ];
}

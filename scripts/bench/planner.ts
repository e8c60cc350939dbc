/** The offline planner's figures: goals judged by running them, tools found among others', wiring, and time. */

import { figuresAsBuilt } from './as-built.ts';
import type { Figure } from './figure.ts';
import { nestoolsFigures } from './nestools.ts';
import { type GoalOptions, goalFigures } from './planner-goals.ts';
import { promptFigures } from './prompt-tokens.ts';
import { recallFigures } from './recall.ts';
import { repairFigures } from './repairs.ts';

/** With `--goals` only the goals are judged, for whoever works on the planner. */
export async function plannerFigures(options: GoalOptions): Promise<Figure[]> {
  if (options.goals !== undefined) return goalFigures(options);
  return [
    // First, while the process is fresh.
    ...(await figuresAsBuilt('planner-speed', 'speedFigures')),
    ...(await goalFigures(options)),
    ...(await nestoolsFigures()),
    ...recallFigures(),
    ...repairFigures(),
    ...(await promptFigures()),
  ];
}

/** A plan with one write after a computation, and a place that notes what is entered there. */

import type { Plan } from '../../src/plan/document.ts';
import { SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

type World = Parameters<typeof virtualPlace>[0];

export const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'a', _tool: 'tool', _outputPath: '†state.a' },
    { _id: 'w', _tool: 'tool', x: '†state.a', _outputPath: '†state.w' },
  ],
  tools: [{ name: 'tool', parameters: { type: 'object' }, effect: 'write' }],
};

/** `entered` lists run and call, in order. */
export function notingPlace(more: Pick<World, 'receipts'> = {}) {
  const entered: string[] = [];
  const play = (runId: string, { id }: { readonly id: string }) => {
    entered.push(`${runId} ${id}`);
    return { ms: 1, value: 2 };
  };
  return { place: virtualPlace({ setting: SETTING, play, ...more }), entered };
}

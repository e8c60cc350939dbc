/** Opens what a call has come to, or the result: of the plan on the table, or of the run on the canvas. */

import { OUTPUT_PART } from '../../plan/output-part.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ViewedValue } from '../../stores/session.ts';
import { standing } from '../live/stands.ts';
import type { Services } from '../services.ts';
import { placeOfOne } from './place-of-one.ts';

type Known = Pick<Services, 'document' | 'session' | 'live'>;

/** Where a value is open already, in its place. @param call its id, or `OUTPUT_PART` */
export function openValue(services: Known, call: string): void {
  const { document, session } = services;
  const { view, viewed } = session.getState();
  const show = (of: ViewedValue) =>
    session.actions.set({ viewed: { of, place: viewed?.place ?? placeOfOne() } });
  // What stands there is of neither.
  if (view.kind === 'revise') return;
  const runId = view.kind === 'run' ? view.runId : DRY_RUN;
  if (view.kind === 'plan' || standing(services, call))
    show({ kind: 'live', planId: document.getState().plan.id, call });
  else show(call === OUTPUT_PART ? { kind: 'output', runId } : { kind: 'call', runId, call });
}

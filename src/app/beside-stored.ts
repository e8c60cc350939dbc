/** A plan from outside never takes the place of another one on this device, whatever id it claims. */

import { jsonEquals } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Imported } from '../stores/ports.ts';

export interface Beside extends Imported {
  /** It is the plan that is stored, card for card. */
  readonly isHere: boolean;
}

/**
 * The plan as it came where its id is free or its own; else with an id of its own, and a note that says so.
 * @param stored the plan that has the id on this device
 */
export function besideStored(imported: Imported, stored: Plan | undefined, newId: () => string): Beside {
  const { plan, notes } = imported;
  const isHere = stored !== undefined && jsonEquals(withoutLayout(stored), withoutLayout(plan));
  if (stored === undefined || isHere) return { ...imported, isHere };
  const note =
    'Another plan with this id is on this device already. It is untouched; this one is kept beside it.';
  return { ...imported, plan: { ...plan, id: newId() }, notes: [...notes, note], isHere };
}

/** Where cards were dragged makes no other plan of it, nor does where its file came from. */
function withoutLayout({ layout: _, $schema: __, ...rest }: Plan): unknown {
  return rest;
}

/** What the readers of a sentence about a plan share: the sentence, the plan as it becomes, and where its values stand. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import type { Compiler } from './compile.ts';
import type { Loose } from './loose-call.ts';
import type { Mention, Said } from './mention.ts';
import { type PlanEdit, pathOf } from './plan-edit.ts';
import type { Action } from './request.ts';
import type { View } from './view.ts';
import { wordsFor } from './wording.ts';

export interface Change {
  readonly said: Said;
  readonly edit: PlanEdit;
  readonly view: View;
  readonly compiler: Compiler;
}

/** Whether what stands there is what is to go: behind "instead of", "not" or "rather than". */
export function isOld({ said }: Change, at: number): boolean {
  return said.mentions.some(
    ({ meanings, text }, i) =>
      i < at &&
      ((meanings.has('instead') && /\bof|\bthan|statt|anstelle|lieu|vez|invece|lugar|posto/iu.test(text)) ||
        (meanings.has('not') &&
          !meanings.has('empty') &&
          at - i <= 3 &&
          said.mentions.slice(0, i).some(mayStand))),
  );
}

/** Whether it may take the place of what goes: "2026, not 2025", and not "please drop 2025". */
const mayStand = ({ number, period, cells, columns, quoted, meanings }: Mention): boolean =>
  [number, period, quoted].some((one) => one !== undefined) ||
  cells.length + columns.length > 0 ||
  [...meanings].some((one) => /^(?:agg:|unit:|mark:|cmp:|share$)/u.test(one));

const ADDS =
  /^(?:add|include|append|insert|erg[aä]nzen?|hinzuf[uü]gen|aufnehmen|ajoute[rz]?|a[nñ]ad[ea]r?|agrega[r]?|incluye|aggiung[ie](?:re)?)(?: \p{L}+)?$/iu;

/** Whether what is asked for comes to what there is, and takes no place: "as well", "add the average". */
export function isMore({ view }: Change): boolean {
  const at = view.mentions.findIndex(({ small, mark }) => !small && mark === undefined);
  const isAdded = ADDS.test(view.mentions[at]?.text ?? '');
  if (isAdded) view.use(at);
  return isAdded || view.find('also') >= 0;
}

/** A parameter and where it stands, for whoever looks for a value. */
export interface Place {
  readonly value: Json;
  readonly put: (value: Json) => void;
  readonly call: Loose;
  readonly key: string;
  /** What holds it: the call, or one of its conditions. */
  readonly within: JsonObject;
}

/** Every plain value among the parameters that may be changed. */
export function placesIn(edit: PlanEdit): Place[] {
  const found: Place[] = [];
  const walk = (call: Loose, within: JsonObject | Json[], put: (key: string, value: Json) => void) => {
    for (const [key, value] of Object.entries(within)) {
      if (within === (call as unknown) && (key.startsWith('_') || key === 'file')) continue;
      if (typeof value === 'string' && value.startsWith('†')) continue;
      if (typeof value === 'object' && value !== null)
        walk(call, value as JsonObject, (inner, one) => {
          const copy = (Array.isArray(value) ? [...value] : { ...value }) as JsonObject;
          copy[inner] = one;
          put(key, copy);
        });
      else found.push({ value, call, key, within: within as JsonObject, put: (one) => put(key, one) });
    }
  };
  for (const call of edit.meant)
    walk(call, call as JsonObject, (key, value) => {
      edit.set(call, { [key]: value });
    });
  return found;
}

/** A call behind `call`, and read instead of it. */
export function put(
  change: Change,
  call: Loose,
  tool: string,
  parameters: Record<string, Json>,
  action: Action,
): void {
  const { compiler, edit } = change;
  compiler.call(tool, { rows: pathOf(call), ...parameters }, wordsFor(action, compiler.tongue));
  edit.after(call, compiler.calls.at(-1) as Call);
}

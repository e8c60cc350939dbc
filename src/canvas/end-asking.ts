/** Part of the workbench: an arrow is let go of that joins a call to an end of the plan. Done at once, asked, or refused in words. */

import { itemAt } from '../lib/columns.ts';
import { ok } from '../lib/result.ts';
import { visible } from '../lib/visible-text.ts';
import type { Edit } from '../plan/edit.ts';
import { inputPart, type PlanInput } from '../plan/input-schema.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import type { Answer, Asking, Question } from './asking.ts';
import { alternativeOf, type ReaderPort, readerPortOf } from './card.ts';
import { isTaken, type Joining, joinings, readAt } from './connect.ts';
import { connectEnd } from './end-edits.ts';
import type { DrawnEnd } from './end-places.ts';
import { fitsOfInput, inputRef, whyNotInput } from './fits.ts';
import type { ArrowFrom, ArrowOn, View } from './intents.ts';
import { fitChoices, howChoices, labelOf } from './place-choices.ts';

const ONLY_CALLS = 'Only what calls give can be returned by an arrow.';
const GIVEN = 'An input is given by a person: no call can fill it.';
const NOT_READ = 'What the plan returns no call of it can read.';
const GONE = 'That input is gone from the plan.';

/** What such an arrow does. One between two calls is none. */
export function atEnds(view: View, from: ArrowFrom, on: ArrowOn, moved?: string): Answer {
  const end = on !== 'plane' && 'end' in on ? on.end : undefined;
  const call = on !== 'plane' && 'call' in on ? on : undefined;
  if ('row' in from) {
    if (end !== undefined) return { say: end === OUTPUT_PART ? '' : ONLY_CALLS };
    if (!call) return { edit: { kind: 'return-no-more', row: from.row } };
    const alternative = call.port === undefined ? null : alternativeOf(call.port);
    return returned({ writer: call.call, alternative, instead: from.row });
  }
  if ('input' in from) {
    if (end !== undefined) return { say: end === OUTPUT_PART ? ONLY_CALLS : GIVEN };
    if (!call) return { say: '' };
    const port = call.port === undefined ? null : readerPortOf(call.port);
    return givenTo(view, { input: from.input, reader: call.call, ...(port ? { port } : {}) });
  }
  if ('reader' in from) {
    const input = view.ends.find(({ id }) => id === end)?.end;
    if (input?.kind !== 'input') return { say: NOT_READ };
    return givenTo(view, { input: input.input.name, ...from });
  }
  return end === OUTPUT_PART ? returned({ ...from, moved }) : { say: GIVEN };
}

const returned = (connection: {
  readonly writer: number;
  readonly alternative: number | null;
  readonly instead?: number;
  readonly moved?: string | undefined;
}): Answer => ({ edit: { kind: 'connect-end', connection: { kind: 'return', ...connection } } });

/** What the call writes is returned, whichever way it takes. */
export const returning = (writer: number, alternative: number | null = null, moved?: string): Answer =>
  returned({ writer, alternative, moved });

/** Why such an arrow can't end there; null where it can. */
export function whyNotEnd(view: View, from: ArrowFrom, on: ArrowOn): string | null {
  const answer = atEnds(view, from, on);
  if ('say' in answer) return answer.say;
  if (!('edit' in answer) || answer.edit.kind !== 'connect-end') return null;
  const done = connectEnd(view, answer.edit.connection);
  return done.ok ? null : done.error;
}

// ---- An input is given to a call ----

type Giving = Omit<Extract<Asking, { kind: 'give' }>, 'kind'>;

/** Done where one parameter fits and is free; asked where several do, or something stands there. */
export function givenTo(view: View, { how, ...giving }: Giving & { readonly how?: Joining }): Answer {
  const { scene } = view;
  const { reader, port } = giving;
  const input = inputOf(view.ends, giving.input);
  if (!input) return { say: GONE };
  const whyNot = whyNotInput(scene, input, reader, port);
  if (whyNot !== null) return { say: whyNot };
  if (!port) {
    const [only, ...more] = fitsOfInput(scene, input, reader);
    if (!only || more.length > 0 || only.has === 'value') return { ask: { kind: 'give', ...giving } };
    return givenTo(view, { ...giving, port: only.port });
  }
  if (how === undefined && isTaken(scene, { reader, port })) return { ask: { kind: 'give', ...giving } };
  const connection = { kind: 'read', input: input.name, reader, port, ...(how ? { how } : {}) } as const;
  return { edit: { kind: 'connect-end', connection } };
}

/** To which parameter, or how with what is read there. */
export function giveQuestion(view: View, { input: name, reader, port }: Giving): Question {
  const { scene, ends } = view;
  const input = inputOf(ends, name);
  if (!input) return { title: GONE, choices: [] };
  const [what, to] = [visible(name), itemAt(scene.nodeIds, reader)];
  if (!port)
    return {
      title: `Give ${what} to which parameter of ${to}?`,
      choices: fitChoices(fitsOfInput(scene, input, reader)),
    };
  const ways = joinings(scene, { reader, port }, (how) => {
    const edit = readAt(scene, { reader, port, how }, inputRef(name));
    return edit.ok ? ok({ edits: [edit.value] as readonly Edit[], title: '' }) : edit;
  });
  return {
    title: `${placeOf(view, reader, port)} reads already. Give ${what} how?`,
    choices: howChoices(ways),
  };
}

const placeOf = ({ scene }: View, reader: number, port: ReaderPort): string =>
  port.kind === 'parameter'
    ? `“${labelOf(scene, reader, port.name)}” of ${scene.nodeIds[reader]}`
    : `The gate of ${scene.nodeIds[reader]}`;

const inputOf = (ends: readonly DrawnEnd[], name: string): PlanInput | undefined => {
  const end = ends.find(({ id }) => id === inputPart(name))?.end;
  return end?.kind === 'input' ? end.input : undefined;
};

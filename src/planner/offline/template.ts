/** Texts with holes: finds the text a clause asks for and what fills its holes. */

import type { JsonObject } from '../../lib/json.ts';
import { hasOwn, setOwn } from '../../lib/json.ts';
import type { Clause } from './clauses.ts';
import { referenceTo } from './draft.ts';
import { holesIn, type TemplatePair, templatePair, writingFor } from './phrases.ts';
import { fieldOf } from './schema.ts';
import type { Surroundings } from './sources.ts';
import type { Tool } from './toolbox.ts';
import { contentStems, nameWords } from './words.ts';

/** Fills a tool's text and values, when its contract shows that it takes such a pair. */
export function fillTemplate(tool: Tool, clause: Clause, parameters: JsonObject, around: Surroundings): void {
  const pair = templatePair(tool.contract);
  if (pair === undefined) return;
  const given = parameters[pair.template];
  const text = typeof given === 'string' && !given.startsWith('†') ? given : draftText(pair, clause, around);
  if (text === undefined) return;
  setOwn(parameters, pair.template, text);
  const values: JsonObject = {};
  for (const hole of holesIn(text)) setOwn(values, hole, valueFor(hole, tool, around));
  if (holesIn(text).length === 0) return;
  if (!hasOwn(parameters, pair.values) || typeof parameters[pair.values] === 'string') {
    setOwn(parameters, pair.values, values);
  }
}

/** "Hello {name}," for "write a greeting" after "ask me for a name". */
function draftText(pair: TemplatePair, clause: Clause, around: Surroundings): string | undefined {
  const writing = writingFor(clause);
  if (writing === undefined) return undefined;
  const last = around.draft.steps.at(-1);
  const asked = last === undefined ? undefined : subjectOf(last.call._description ?? '');
  return writing.replace('*', pair.hole(asked ?? 'name'));
}

/** The thing a request is for: "name" of "Ask me for a name". */
function subjectOf(description: string): string | undefined {
  const found = /\b(?:for|about)\s+(?:(?:a|an|the|my|your|their)\s+)?([\p{L}][\p{L}\s]*)/iu.exec(
    description,
  )?.[1];
  const words = nameWords(found ?? '').slice(0, 3);
  return words.length === 0 ? undefined : words.join('_').replace(/[^\w]/gu, '') || undefined;
}

function valueFor(hole: string, tool: Tool, around: Surroundings): string {
  const stems = contentStems(nameWords(hole));
  const steps = [...around.draft.steps].reverse();
  for (const step of steps) {
    const output = step.tool.outputs.find(({ field }) => {
      const name = contentStems(nameWords(field.name));
      return name.size > 0 && [...name].every((stem) => stems.has(stem));
    });
    const reference = output === undefined ? undefined : referenceTo(step, output);
    if (reference !== undefined) return reference;
  }
  const last = steps.find((step) => step.tool.outputs[0]?.field.kind === 'answer') ?? steps[0];
  const whole = last?.tool.outputs[0];
  const reference = last === undefined || whole === undefined ? undefined : referenceTo(last, whole);
  return (
    reference ??
    around.draft.ask(fieldOf(hole, { type: 'string', title: hole.replace(/_/gu, ' ') }, true), tool)
  );
}

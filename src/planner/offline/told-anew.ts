/** What a plan says of itself beside its calls – the question of a decision, its notes, what results and sections are called, the title of a chart – made anew where what it tells of became another. Knows no sentence. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { SAID_NEXT } from '../../plan/planned-title.ts';
import { callWords, conditionsSaid } from './call-words.ts';
import type { Loose } from './loose-call.ts';
import type { PlanEdit } from './plan-edit.ts';
import { literalText } from './reference.ts';
import { titleOf } from './title.ts';
import { comparisonWords, LINES, type Tongue } from './wording.ts';

/** Only words that were made of the plan become others: what a person wrote stays. @param before the plan as it was */
export function toldAnew(edit: PlanEdit, before: PlanEdit, tongue: Tongue): void {
  const words = new Map<string, string>();
  for (const was of before.calls.filter(({ _tool }) => _tool === 'decide')) {
    const now = edit.calls.find(({ _id }) => _id === was._id);
    for (const spoken of now === undefined ? [] : (['en', 'de'] as const)) {
      const anew = linesOf(now as Loose, edit, spoken);
      for (const [at, line] of linesOf(was, before, spoken).entries())
        if (anew[at] !== undefined && anew[at] !== line) words.set(line, anew[at]);
    }
  }
  for (const call of edit.calls) {
    const [key] = call._tool === 'decide' ? ['_description'] : call._tool === 'note' ? ['text'] : [];
    const line = key === undefined ? undefined : words.get(String(call[key]));
    if (key !== undefined && line !== undefined) call[key] = line;
  }
  renamed(edit, before);
  titled(edit, before, tongue);
}

/** Everything a decision is told with, in an order of its own; nothing where what it compares is none of ours. */
function linesOf(decide: Loose, edit: PlanEdit, tongue: Tongue): readonly string[] {
  const common = commonIn(decide, edit, tongue);
  const said = common === undefined ? comparedIn(decide, tongue) : LINES.thereAre(common, tongue);
  if (said === undefined) return [];
  const texts = [true, false].flatMap((holds) => {
    const line = LINES.holds(said, holds, tongue);
    return [line, `${line} ${LINES.nothingSaid(tongue)}`];
  });
  const rows = common === undefined ? [] : [true, false].map((are) => LINES.thereThey(common, are, tongue));
  return [LINES.decide(said, tongue), ...[...texts, ...rows].map(literalText), ...rows.map(aboveRows)];
}

/** A note above the rows that it tells of: braces of the text itself are doubled, for a column may be called so. */
export const aboveRows = (words: string): string =>
  `${literalText(words.replaceAll('{', '{{').replaceAll('}', '}}'))}\n\n{rows}`;

/** What the rows have in common of which is decided whether there are any. */
function commonIn({ value, operator, compareTo }: Loose, edit: PlanEdit, tongue: Tongue): string | undefined {
  const count = typeof value === 'string' ? edit.giving(value) : undefined;
  const filter = typeof count?.data === 'string' ? edit.giving(count.data) : undefined;
  const isThere = count?._tool === 'queryJson' && operator === 'greaterThan' && compareTo === 0;
  return isThere && filter?._tool === 'filterRows' ? conditionsSaid(filter, tongue) : undefined;
}

/** "total Amount is over 5", of a decision about one figure. */
function comparedIn({ value, operator, compareTo }: Loose, tongue: Tongue): string | undefined {
  const [, quoted, plain] = /\.0(?:\["([^"]+)"\]|\.([^.[\]]+))$/u.exec(String(value)) ?? [];
  const what = quoted ?? plain ?? LINES.rows(tongue);
  return typeof compareTo === 'number'
    ? comparisonWords(what, String(operator), compareTo, tongue)
    : undefined;
}

/** Results, and the sections of a report, that are called as the call that gives them was told. */
function renamed(edit: PlanEdit, before: PlanEdit): void {
  const nameOf = (name: string, path: Json | undefined): string => {
    const was = typeof path === 'string' ? before.giving(path) : undefined;
    const now = was && edit.calls.find(({ _id }) => _id === was._id);
    return was?._description === name && typeof now?._description === 'string' ? now._description : name;
  };
  if (isObject(edit.output) && !Array.isArray(edit.output)) {
    const output: JsonObject = {};
    for (const [name, path] of Object.entries(edit.output as JsonObject)) {
      const called = nameOf(name, path);
      let key = called;
      for (let n = 2; Object.hasOwn(output, key); n++) key = `${called} ${n}`;
      output[key] = path;
    }
    edit.output = output;
  }
  for (const call of edit.calls)
    if (call._tool === 'makeReport' && Array.isArray(call.sections))
      call.sections = (call.sections as JsonObject[]).map((section) => ({
        ...section,
        ...(typeof section.heading === 'string' ? { heading: nameOf(section.heading, section.content) } : {}),
      }));
}

/**
 * A title that was the goal's, or was made of what is drawn, says what is not drawn any more once that became another; one that a
 * person gave says what they want it to say.
 */
function titled(edit: PlanEdit, before: PlanEdit, tongue: Tongue): void {
  for (const chart of edit.calls.filter(({ _tool }) => _tool === 'makeChart')) {
    const group = groupOf(edit, chart);
    const was = before.calls.find(({ _id }) => _id === group?._id);
    if (group === undefined || was === undefined) continue;
    const [old, anew] = [was, group].map((one) => callWords(one, tongue));
    if (anew === undefined || anew === old) continue;
    const drawn = String(chart.title);
    const ours = [edit.title, edit.goal && titleOf(edit.goal), was._description];
    if (ours.includes(drawn) || edit.title?.startsWith(`${drawn}${SAID_NEXT}`))
      chart.title = group._description ?? anew;
  }
}

/** The nearest group above a call. */
function groupOf(edit: PlanEdit, call: Loose): Loose | undefined {
  const above = typeof call.rows === 'string' ? edit.giving(call.rows) : undefined;
  return above === undefined || above === call || above._tool === 'groupRows' ? above : groupOf(edit, above);
}

/** A Markdown report out of sections. */

import { hasOwn, isObject, type Json } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { nameOf } from './describe.ts';
import { heading, markdownOf } from './markdown.ts';
import { badArguments, listParam, textParam } from './parameters.ts';

export const makeReport: Computation = (params) => {
  const title = textParam(params, 'title', 300);
  const sections = listParam(params, 'sections', 200);
  return [heading(1, title), ...sections.map(printSection)].join('\n');
};

/** A section is `{heading?, content}`; a bare text, table or chart is taken as the content. */
function printSection(section: Json, at: number): string {
  if (!isObject(section) || !hasOwn(section, 'content')) return markdownOf(section);
  const content = markdownOf(section.content as Json);
  const title = hasOwn(section, 'heading') ? section.heading : undefined;
  if (title === undefined || title === null || title === '') return content;
  if (typeof title !== 'string') {
    throw badArguments(`The heading of section ${at + 1} must be text, but it is ${nameOf(title)}.`);
  }
  return `${heading(2, title)}\n${content}`;
}

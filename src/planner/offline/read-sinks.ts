/** What becomes of results: drawn, reported, laid out, saved. Knows no tool. */

import type { Said } from './mention.ts';
import type { Sink } from './request.ts';
import type { View } from './view.ts';

const MARKS = ['bar', 'line', 'dot', 'area', 'pie'] as const;
export const ENDINGS = ['csv', 'xlsx', 'json', 'md', 'txt', 'html'] as const;

const textAt = (view: View, at: number): string => view.mentions[at]?.taken ?? view.mentions[at]?.text ?? '';

/** What is to be drawn, reported or saved. Uses up the words for it. */
export function sinksIn(view: View, said: Said): Sink[] {
  const sinks: Sink[] = [];
  const sure = (at: number) => at >= 0 && (view.mentions[at]?.columns[0]?.fit ?? 0) < 1;
  const take = (...meanings: string[]): number => {
    const at = view.find(...meanings);
    if (at >= 0) view.use(at);
    return at;
  };
  const kept = (at: number) => at >= 0 && (view.mentions[at]?.columns[0]?.fit ?? 0) < 1;
  const mark = MARKS.find((one) => kept(view.find(`mark:${one}`)));
  const drawn = view.find('chart');
  if (
    mark !== undefined &&
    (drawn >= 0 ||
      /chart|diagram|grafi|graph|plot|scatter|bars|pie|develop|evolv|entwick/iu.test(
        textAt(view, view.find(`mark:${mark}`)),
      ))
  ) {
    take(`mark:${mark}`);
    take('chart');
    sinks.push({ kind: 'chart', mark });
  } else if (kept(drawn)) {
    take('chart');
    const time = view.mentions.some((_, at) =>
      view.has(at, 'unit:month', 'unit:quarter', 'unit:year', 'unit:day', 'unit:week', 'mark:line'),
    );
    if (time) take('mark:line');
    sinks.push({ kind: 'chart', mark: time ? 'line' : 'bar' });
  }
  if (kept(view.find('report'))) {
    take('report');
    sinks.push({ kind: 'report' });
  }
  if (kept(view.find('table'))) {
    take('table');
    sinks.push({ kind: 'table' });
  }
  const target = view.mentions.findIndex(
    (mention, at) => mention.target !== undefined && mention.files.length === 0 && !view.isUsed(at),
  );
  const verb = view.find('save');
  const saves = sure(verb) ? verb : -1;
  const ending = ENDINGS.find((one) => view.find(`as:${one}`) >= 0);
  if (target >= 0 && (saves >= 0 || view.has(target - 1, 'called'))) {
    if (saves >= 0) take('save');
    for (const near of [target - 1, target - 2]) if (view.has(near, 'called')) view.use(near);
    for (const one of ENDINGS) take(`as:${one}`);
    view.use(target);
    sinks.push({ kind: 'save', name: view.mentions[target]?.target ?? '' });
  } else if (
    saves >= 0 &&
    (ending !== undefined ||
      view.mentions.some((_, at) => at > saves && view.has(at, 'chart', 'report', 'called', 'each')) ||
      view.has(saves, 'save'))
  ) {
    const word = view.mentions[saves]?.text ?? '';
    if (ending === undefined && /^(?:write|schreib)/iu.test(word)) return sinks;
    take('save');
    if (ending !== undefined) take(`as:${ending}`);
    const kind = view.mentions
      .find(({ small, text }) => small && ENDINGS.some((one) => one === text.toLowerCase()))
      ?.text.toLowerCase();
    const base = said.files[0]?.name.replace(/\.[^.]*$/u, '') ?? 'result';
    const fallback =
      sinks.some((sink) => sink.kind === 'report') || said.files.every((file) => file.kind === 'text')
        ? 'md'
        : 'csv';
    sinks.push({ kind: 'save', name: `${base}-result.${ending ?? kind ?? fallback}` });
  }
  return sinks;
}

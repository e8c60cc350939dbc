/** What becomes of results: drawn, reported, laid out, saved. Knows no tool. */

import type { Mention, Said } from './mention.ts';
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
    const at = take(`mark:${mark}`);
    take('chart');
    sinks.push({ kind: 'chart', mark, ...saidAt(view, Math.max(drawn, at)) });
  } else if (kept(drawn)) {
    take('chart');
    const from = ownPart(view, drawn);
    const time = view.mentions.some(
      (_, at) =>
        from.includes(at) &&
        view.has(at, 'unit:month', 'unit:quarter', 'unit:year', 'unit:day', 'unit:week', 'mark:line'),
    );
    if (time) take('mark:line');
    sinks.push({ kind: 'chart', mark: time ? 'line' : 'bar', ...saidAt(view, drawn) });
  }
  if (kept(view.find('report'))) {
    take('report');
    sinks.push({ kind: 'report' });
  }
  if (kept(view.find('table'))) {
    take('table');
    // A report lays rows out itself, and beside a chart where both are wanted.
    if (sinks.every(({ kind }) => kind !== 'report')) sinks.push({ kind: 'table' });
    else if (sinks[0]?.kind === 'chart' && isOfThat(view, sinks[0].by))
      sinks[0] = { ...sinks[0], isBeside: true };
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
    const name = view.mentions[target]?.target ?? '';
    sinks.push({
      kind: 'save',
      name: /\.\w+$/u.test(name) ? name : `${name}.${ending ?? fallbackFor(sinks, said)}`,
    });
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
    sinks.push({ kind: 'save', name: `${base}-result.${ending ?? kind ?? fallbackFor(sinks, said)}` });
  }
  return sinks;
}

/** "hours per month and a chart of hours per project": what stands behind it, where that says what it is drawn by. */
function ownPart({ mentions }: View, at: number): readonly number[] {
  const ends = mentions.findIndex(
    ({ mark, meanings }, i) => i > at && (mark !== undefined || meanings.has('and')),
  );
  const all = [...mentions.keys()];
  const own = all.slice(at, ends < 0 ? undefined : ends);
  return own.some((i) => mentions[i]?.meanings.has('per')) ? own : all;
}

/** "a table of hours per month and a chart of it": drawn of what is laid out, too. */
const isOfThat = (view: View, by: Mention | undefined): boolean =>
  by !== undefined && ownPart(view, view.mentions.indexOf(by)).length === view.mentions.length;

const saidAt = ({ mentions }: View, at: number) => (mentions[at] === undefined ? {} : { by: mentions[at] });

const fallbackFor = (sinks: readonly Sink[], { files }: Said): string =>
  sinks.some(({ kind }) => kind === 'report') || files.every(({ kind }) => kind === 'text') ? 'md' : 'csv';

/** The calls that draw, lay out, report and save what others come to. Knows no goal and no word. */

import type { Compiler, Made } from './compile.ts';
import { type KnownColumn, measuresOf } from './known-tables.ts';
import type { Sink } from './request.ts';
import { contentOf } from './saved-content.ts';
import { LINES } from './wording.ts';

/** What becomes of results. @param title an expression. @returns the reference to what comes out */
export function sinkOf(
  compiler: Compiler,
  made: readonly Made[],
  sink: Sink,
  title: string,
): Made | undefined {
  const { tongue } = compiler;
  const [first] = made;
  if (first === undefined) return undefined;
  if (sink.kind === 'chart') return drawn(compiler, first, sink.mark, title);
  if (sink.kind === 'table')
    return {
      ...first,
      what: 'text',
      rows: first.reference,
      reference: compiler.call('makeTable', { rows: first.reference }, LINES.table(tongue)),
    };
  if (sink.kind === 'report') {
    const sections = made.map((one) => ({ heading: one.name, content: one.reference }));
    return {
      what: 'text',
      name: first.name,
      reference: compiler.call(
        'makeReport',
        { title: sink.title ?? title, sections },
        LINES.report(sink.title ?? title, tongue),
      ),
    };
  }
  return {
    ...first,
    what: 'file',
    reference: compiler.call(
      'saveFile',
      {
        name: sink.name,
        content: contentOf(compiler, first, `${sink.name}.${sink.ending ?? ''}`.replace(/\.$/u, ''), tongue),
      },
      LINES.save(sink.said ?? sink.name, tongue),
    ),
  };
}

function drawn(compiler: Compiler, made: Made, mark: string, title: string): Made | undefined {
  const columns = (made.columns ?? []).filter(({ reckoned }) => reckoned === undefined);
  const inTime = (one: KnownColumn) =>
    one.kind === 'date' ||
    one.words.some((word) =>
      /^(?:day|date|month|week|quarter|year|hour|tag|datum|monat|woche|quartal|jahr|mois|mes|mese)$/u.test(
        word,
      ),
    );
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const y = measuresOf(numbers.filter((one) => !inTime(one)))[0] ?? numbers[0];
  const others = columns.filter((one) => one !== y);
  const x = others.find(inTime) ?? others.find(({ kind }) => kind !== 'number') ?? others[0];
  if (x === undefined || y === undefined) return undefined;
  const color = columns.find((one) => one !== x && one !== y && one.kind === 'text' && columns.length === 3);
  const shape = mark === 'pie' ? 'bar' : mark;
  const reference = compiler.call(
    'makeChart',
    {
      rows: made.reference,
      x: x.name,
      y: y.name,
      mark: shape,
      ...(color === undefined ? {} : { color: color.name }),
      // What it is called otherwise follows its columns; the words of a goal would stay behind every change.
      ...(/^†(?!†)/u.test(title) ? { title } : {}),
    },
    LINES.chart(shape, x.name, y.name, compiler.tongue),
  );
  return { ...made, reference, what: 'chart', rows: made.reference };
}

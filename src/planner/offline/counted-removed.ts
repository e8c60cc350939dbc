/** "remove the duplicates and tell me how many there were": how many went or how many are left, which is asked. */

import type { Call } from '../../plan/document.ts';
import { freeId } from '../../plan/free-id.ts';
import { figuresOf, type Pitfall, type Tried } from './pitfalls.ts';
import type { Tongue } from './wording.ts';

const LEFT =
  /\b(?:left|remain(?:s|ing)?|stay|still|unique|different|distinct|afterwards?|[üu]brig|bleiben|danach|verschiedene?n?|eindeutige?n?|restent?|quedan|restano)(?:\W|$)/iu;
const GONE =
  /\b(?:removed|went|gone|dropped|deleted|entfernt|gel[öo]scht|weg|enlev[ée]s|supprim[ée]s|eliminad[oa]s|rimoss[ie])(?:\W|$)/iu;

/** Where the rows that duplicates were removed of are counted, and nothing says which are meant. */
export function countedRemoved({ one, said, tongue }: Tried): Pitfall | undefined {
  const deduped = one.calls.find(({ _tool }) => _tool === 'removeDuplicates');
  const count = one.calls.find(
    (call) =>
      call._tool === 'groupRows' &&
      call.rows === deduped?._outputPath &&
      Array.isArray(call.by) &&
      call.by.length === 0 &&
      figuresOf(call).every(({ aggregate }) => aggregate === 'count'),
  );
  const figure = count && `${count._outputPath}.0.${count.as ?? 'count'}`;
  if (deduped === undefined || count === undefined || one.output !== figure) return undefined;
  const isGone = GONE.test(said.text);
  if (LEFT.test(said.text) && !isGone) return undefined;
  const ids = new Set(one.calls.map(({ _id }) => _id));
  const [before, removed] = ['groupRows', 'calculate'].map((tool) => freeId(tool, (id) => ids.has(id)));
  const words = WORDS[tongue];
  const calls: readonly Call[] = [
    ...one.calls,
    { ...count, _id: before ?? '', rows: deduped.rows, _outputPath: `†state.${before}` } as Call,
    {
      _id: removed ?? '',
      _tool: 'calculate',
      _description: words.gone,
      expression: 'before - left',
      values: { before: `†state.${before}.0.${count.as ?? 'count'}`, left: figure },
      _outputPath: `†state.${removed}`,
    },
  ];
  const gone = { took: words.gone, calls, output: `†state.${removed}` };
  return { text: words.text, ways: [gone, { took: words.left, calls: one.calls, output: figure }] };
}

const WORDS: Readonly<Record<Tongue, { text: string; gone: string; left: string }>> = {
  en: {
    text: 'How many of which: of the rows that were removed, or of those that are left?',
    gone: 'How many rows were removed',
    left: 'How many rows are left',
  },
  de: {
    text: 'Wie viele wovon: von den Zeilen, die entfernt wurden, oder von denen, die bleiben?',
    gone: 'Wie viele Zeilen entfernt wurden',
    left: 'Wie viele Zeilen bleiben',
  },
};

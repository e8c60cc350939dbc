/** "if …, …, otherwise …": the two ways out of a decision, and where they join. Knows no contract. */

import type { Made } from './compile.ts';
import type { Mention } from './mention.ts';
import { questionOf } from './read-question.ts';
import { wishesIn } from './read-wishes.ts';
import type { Reading } from './reading.ts';
import { literalText, statePath } from './reference.ts';
import type { Source } from './request.ts';

/** "if … , …, otherwise …": the two ways out of a decision, and where they join. */
export function decisionIn(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const at = mentions.findIndex(({ meanings }) => meanings.has('unless') || meanings.has('if'));
  if (at < 0) return undefined;
  const negated = mentions[at]?.meanings.has('unless') === true;
  const other = mentions.findIndex(({ meanings }, i) => i > at + 1 && meanings.has('otherwise'));
  const comma = mentions.findIndex(
    ({ mark, meanings }, i) =>
      i > at + 1 && (mark === ',' || mark === ':' || meanings.has('next')) && i !== other,
  );
  const act = mentions.findIndex(
    ({ meanings, quoted, cells, files }, i) =>
      i > at + 2 &&
      cells.length + files.length === 0 &&
      (['note', 'save', 'show', 'chart', 'sort', 'report'].some((meaning) => meanings.has(meaning)) ||
        (quoted !== undefined && mentions[i - 1]?.meanings.has('cmp:contains') !== true)) &&
      ![...meanings].some((one) => one.startsWith('cmp')),
  );
  if (other < 0 && at > 1) return trailing(reading, mentions, at, negated);
  const again = mentions.findIndex(
    ({ meanings }, i) => i > at + 2 && i !== other && (meanings.has('if') || meanings.has('unless')),
  );
  const next = again > at && (other < 0 || again < other) ? again : other;
  const end = comma >= 0 && (act < 0 || comma < act) ? comma : act;
  if (end < 0 || (next >= 0 && end > next)) return undefined;
  reading.use(mentions[at]);
  if (mentions[end]?.meanings.has('next')) reading.use(mentions[end]);
  const then = mentions.slice(end === comma ? end + 1 : end, next < 0 ? mentions.length : next);
  if (next === other && other >= 0) reading.use(mentions[other]);
  return ways(
    reading,
    mentions.slice(at + 1, end),
    then,
    next < 0 ? [] : mentions.slice(next === other ? next + 1 : next),
    negated,
  );
}

/** "write "late" if any order is late". */
function trailing(
  reading: Reading,
  mentions: readonly Mention[],
  at: number,
  negated: boolean,
): Made[] | undefined {
  reading.use(mentions[at]);
  return ways(reading, mentions.slice(at + 1), mentions.slice(0, at), [], negated);
}

function ways(
  reading: Reading,
  condition: readonly Mention[],
  then: readonly Mention[],
  otherwise: readonly Mention[],
  negated: boolean,
): Made[] | undefined {
  const asked = questionOf(reading, [...condition]);
  if (asked === undefined) return undefined;
  const id = statePath(
    `decide${reading.compiler.calls.filter(({ _tool }) => _tool === 'decide').length + 1}`,
  );
  const [yes, no] = [`${id}.yes`, `${id}.no`];
  const description =
    reading.compiler.tongue === 'de' ? `Entscheiden, ob ${asked.said}` : `Decide whether ${asked.said}`;
  reading.compiler.call(
    'decide',
    {
      value: asked.value,
      operator: asked.operator,
      ...(asked.compareTo === undefined ? {} : { compareTo: asked.compareTo }),
      ...(asked.rows === undefined ? {} : { pass: asked.rows.made.reference }),
    },
    description,
    `${yes} || ${no}`,
  );
  const outer = reading.compiler.after;
  const way = (path: string, part: readonly Mention[]): string => {
    reading.compiler.after = path;
    const rows =
      asked.rows === undefined ? undefined : { ...asked.rows, made: { ...asked.rows.made, reference: path } };
    const made = part.length === 0 ? undefined : (decisionWithin(reading, part) ?? act(reading, part, rows));
    return made?.at(-1)?.reference ?? path;
  };
  const [first, second] = negated ? [no, yes] : [yes, no];
  const one = way(first, then);
  const two = way(second, otherwise);
  reading.compiler.after = outer;
  return [{ reference: `${one} || ${two}`, what: 'joined', name: 'result' }];
}

function decisionWithin(reading: Reading, part: readonly Mention[]): Made[] | undefined {
  return part.some(({ meanings }) => meanings.has('if') || meanings.has('unless'))
    ? decisionIn(reading, part)
    : undefined;
}

/** What one way does: says something, or any wish, over the rows that the condition found where it says "them". */
function act(
  reading: Reading,
  part: readonly Mention[],
  rows: { made: Made; source: Source } | undefined,
): Made[] {
  const quoted = part.findIndex((mention) => mention.quoted !== undefined && !reading.used.has(mention));
  const says = part.findIndex(({ meanings }) => meanings.has('note'));
  if (
    quoted >= 0 &&
    part.every(
      ({ target, meanings }) => target === undefined && ![...meanings].some((one) => one.startsWith('as:')),
    )
  ) {
    reading.use(part[quoted]);
    if (says >= 0) reading.use(part[says]);
    return [
      {
        reference: reading.compiler.call(
          'note',
          { text: literalText(part[quoted]?.quoted ?? '') },
          reading.compiler.tongue === 'de' ? 'Notieren' : 'Write a note',
        ),
        what: 'text',
        name: 'note',
      },
    ];
  }
  const them =
    part.some(({ text }) => /^(?:them|those|these|it|sie|diese|diesen|les|ellos|they)$/iu.test(text)) ||
    part.every(
      ({ columns, cells, meanings, files, small }) =>
        small ||
        (columns.length + cells.length === 0 && ![...meanings].some((one) => one.startsWith('agg'))) ||
        files.length > 0,
    );
  const made = wishesIn(reading, part, them && rows !== undefined ? rows.made : undefined, rows?.source);
  if (says >= 0 && made.length > 0) reading.use(part[says]);
  if (them) for (const mention of part) if (mention.meanings.has('show')) reading.used.add(mention);
  return made;
}

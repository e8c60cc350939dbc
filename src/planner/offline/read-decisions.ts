/** "if …, …, otherwise …": the two ways out of a decision, and where they join. Knows no contract. */

import type { Made } from './compile.ts';
import { askedBefore, decisionParts } from './decision-parts.ts';
import type { Mention } from './mention.ts';
import { writtenAt } from './read-labels.ts';
import { type Asked, questionOf, type RowsFound } from './read-question.ts';
import { wishesIn } from './read-wishes.ts';
import type { Reading } from './reading.ts';
import { literalText, statePath } from './reference.ts';
import { aboveRows } from './told-anew.ts';
import { LINES } from './wording.ts';

/** The decision that the mentions tell of; undefined where there is none, or its condition can't be read. */
export function decisionIn(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  if (labelsRows(mentions)) return undefined;
  const before = askedBefore(mentions);
  if (before !== undefined) return ofFigure(reading, before);
  const parts = decisionParts(mentions);
  if (parts === undefined) return undefined;
  const { compiler } = reading;
  const { condition } = parts;
  const alone = () => reading.orUndone(() => questionOf(reading, condition));
  // "save the orders of the North if there are more than 50 of them"
  const ofThem = () =>
    meansRows(condition)
      ? reading.orUndone(() => questionOf(reading, [...parts.act.filter(isOfRows), ...condition]))
      : undefined;
  const asked = saysWhich(condition) ? (alone() ?? ofThem()) : (ofThem() ?? alone());
  if (asked === undefined) return undefined;
  for (const joint of parts.joints) reading.use(joint);
  const id = statePath(`decide${compiler.calls.filter(({ _tool }) => _tool === 'decide').length + 1}`);
  const [yes, no] = [`${id}.yes`, `${id}.no`];
  compiler.call(
    'decide',
    {
      value: asked.value,
      operator: asked.operator,
      ...(asked.compareTo === undefined ? {} : { compareTo: asked.compareTo }),
      ...(asked.isCount === true ? { pass: asked.rows?.made.reference ?? '' } : {}),
    },
    LINES.decide(asked.said, compiler.tongue),
    `${yes} || ${no}`,
  );
  reading.spans.push({ mentions: condition, references: [yes], isCondition: true });
  const outer = compiler.after;
  const way = (path: string, part: readonly Mention[], holds: boolean): string => {
    compiler.after = path;
    const rows =
      asked.rows === undefined || asked.isCount !== true
        ? asked.rows
        : { ...asked.rows, made: { ...asked.rows.made, reference: path } };
    const isSaid = part.length > 0 && part.every(saysNothing);
    if (isSaid) for (const mention of part) reading.use(mention);
    const made =
      part.length > 0 && !isSaid
        ? (decisionIn(reading, part) ?? actOf(reading, part, rows, parts.condition))
        : [outcomeSaid(reading, asked, holds, isSaid, rows)];
    return made.at(-1)?.reference ?? path;
  };
  const [first, second] = parts.negated ? [no, yes] : [yes, no];
  const other = likeThen(parts.act, parts.otherwise);
  const one = way(first, other.act, !parts.negated);
  // What both ways say is read for each of them.
  for (const mention of other.again) reading.used.delete(mention);
  const two = way(second, other.otherwise, parts.negated);
  for (const mention of other.again) reading.use(mention);
  compiler.after = outer;
  return [{ reference: `${one} || ${two}`, what: 'joined', name: 'result' }];
}

/** What was asked before, and what is decided about it: "it" is that figure, with all that it was narrowed to. Both are the answer. */
function ofFigure(
  reading: Reading,
  { asked, decision }: NonNullable<ReturnType<typeof askedBefore>>,
): Made[] | undefined {
  const answers = wishesIn(reading, asked);
  const figure = answers.at(-1);
  // Of rows, or of nothing, no number is more: what hangs on it stays open.
  if (figure?.what !== 'number') return answers.length === 0 ? undefined : answers;
  reading.figure = { value: figure.reference, said: figureOf(figure) };
  const decided = reading.orUndone(() => decisionIn(reading, decision));
  return [...answers.slice(0, -1), { ...figure, name: figureOf(figure) }, ...(decided ?? [])];
}

/** How a figure is called: by its column. */
const figureOf = ({ reference, name }: Made): string =>
  /\["([^"]+)"\]$|\.(\w+)$/u
    .exec(reference)
    ?.slice(1)
    .find((one) => one !== undefined) ?? name;

/** "mark each as "major" when …": a column, row by row, and no decision about all of them. */
const labelsRows = (mentions: readonly Mention[]): boolean =>
  mentions.some(({ meanings }) => meanings.has('mark') || meanings.has('newcolumn')) ||
  writtenAt(mentions) !== undefined;

/** "… otherwise of the South only": the same as in the first way, but for the cell. */
function likeThen(
  then: readonly Mention[],
  otherwise: readonly Mention[],
): { act: readonly Mention[]; otherwise: readonly Mention[]; again: readonly Mention[] } {
  const cell = otherwise.find(({ cells }) => cells.length > 0);
  const other = then.find(
    ({ cells }) =>
      cells.length > 0 && cells.some(({ of }) => cell?.cells.some((one) => one.of.column === of.column)),
  );
  const isBare = otherwise.every(
    ({ meanings, quoted, target, cells }) =>
      cells.length > 0 || (quoted === undefined && target === undefined && !does(meanings)),
  );
  if (cell === undefined || other === undefined || !isBare) return { act: then, otherwise, again: [] };
  const more = otherwise.filter(
    ({ columns, small, cells }) => !small && columns.length > 0 && cells.length === 0,
  );
  const shared = then.filter((mention) => mention !== other);
  return {
    act: [...then, ...more],
    otherwise: [...then.map((mention) => (mention === other ? cell : mention)), ...more],
    again: [...shared, ...more],
  };
}

/** Rows of its own that a way asks for. */
const OWN_ROWS =
  /^(?:agg:|cmp:|top$|most$|least$|newest$|oldest$|per$|each$|every$|share$|empty$|filled$|not$)/u;

const does = (meanings: ReadonlySet<string>): boolean =>
  ['note', 'save', 'show', 'chart', 'report', 'sort', 'ask'].some((one) => meanings.has(one)) ||
  [...meanings].some((one) => one.startsWith('agg:') || one.startsWith('mark:'));

const PRONOUN =
  /^(?:them|those|these|such|it|they|their|its|ones|sie|diese[rnms]?|jene[rn]?|deren|ihre[rn]?|davon|les|leurs|ceux|ellos|sus|esos|loro|quest[ie])$/iu;

/** Whether it speaks of the rows that were found before. */
const meansRows = (part: readonly Mention[]): boolean =>
  part.some(({ text }) => text.split(/\s+/u).some((word) => PRONOUN.test(word)));

/** "how many there were", "wie viele es sind": of those that were found. */
const countsThem = (part: readonly Mention[]): boolean =>
  part.some(({ meanings }) => meanings.has('agg:count')) &&
  part.every(
    ({ small, meanings, columns, cells, files, number, period }) =>
      small ||
      meanings.has('agg:count') ||
      meanings.has('exists') ||
      (columns.length + cells.length + files.length === 0 && number === undefined && period === undefined),
  );

/** Of "tell me" and "write a note": what is to be said is that it holds. */
const saysNothing = ({ meanings, text }: Mention, at: number, part: readonly Mention[]): boolean =>
  meanings.has('note') ||
  /^(?:me|us|it|so|mir|uns|es)$/iu.test(text) ||
  (/^(?:an?|one|eine?n?)$/iu.test(text) && part[at + 1]?.meanings.has('note') === true);

/** Whether it tells by itself which rows it is about. */
const saysWhich = (condition: readonly Mention[]): boolean =>
  condition.some(
    ({ cells, columns, period }) => cells.length > 0 || period !== undefined || (columns[0]?.fit ?? 0) >= 0.8,
  );

/** What says which rows are meant, and not what becomes of them. */
const isOfRows = ({ meanings, target, quoted }: Mention): boolean =>
  target === undefined &&
  quoted === undefined &&
  !['save', 'note', 'report', 'chart', 'file', 'called'].some((one) => meanings.has(one)) &&
  ![...meanings].some((one) => one.startsWith('as:') || one.startsWith('mark:'));

/** What one way does: says something, or any wish, over the rows that the condition found where it says "them". */
function actOf(
  reading: Reading,
  part: readonly Mention[],
  rows: RowsFound | undefined,
  condition: readonly Mention[],
): Made[] {
  const words = wordsSaid(reading, part);
  if (words !== undefined) return [said(reading, words)];
  if (rows !== undefined && saysAgain(part, condition)) {
    for (const mention of part) reading.use(mention);
    return [rows.made];
  }
  const { figure } = reading;
  if (figure !== undefined && isOnlyFigure(part)) {
    for (const mention of part) reading.use(mention);
    return [{ reference: figure.value, what: 'number', name: figure.said }];
  }
  const [first, next] = part.filter(({ small }) => !small);
  // "report the highest temperature" shows it; "a report of …" writes one.
  const isVerb =
    first === part[0] && first?.meanings.has('report') === true && next?.meanings.has('by') !== true;
  if (isVerb) reading.use(first);
  const isBare = part.every(
    ({ columns, cells, meanings, files, small }) =>
      small ||
      files.length > 0 ||
      (columns.length + cells.length === 0 && !does(meanings)) ||
      meanings.has('show'),
  );
  // "show the names": of those that were found, where nothing else says of which.
  const isOfAll = part.some(
    ({ cells, files, number, meanings, period }) =>
      cells.length + files.length > 0 ||
      number !== undefined ||
      period !== undefined ||
      [...meanings].some((one) => OWN_ROWS.test(one)),
  );
  const them = meansRows(part) || countsThem(part) || isBare || !isOfAll;
  const made = wishesIn(reading, part, them ? rows?.made : undefined, rows?.source);
  for (const mention of part)
    if (mention.meanings.has('show') || (made.length > 0 && mention.meanings.has('note')))
      reading.use(mention);
  return made;
}

/** "only tell me the sum": the figure that the condition was about. */
const isOnlyFigure = (part: readonly Mention[]): boolean =>
  part.some(({ meanings }) => meanings.has('agg:sum') || meanings.has('agg:mean')) &&
  part.every(
    ({ meanings, small, columns, cells, number, target }) =>
      small ||
      (columns.length + cells.length === 0 &&
        number === undefined &&
        target === undefined &&
        does(meanings)) ||
      meanings.has('only'),
  ) &&
  part.every(({ meanings }) => !['per', 'each', 'save', 'chart'].some((one) => meanings.has(one)));

/** "list the items that are out of stock", of those that the condition found by just that. */
function saysAgain(part: readonly Mention[], condition: readonly Mention[]): boolean {
  const that = part.findIndex(({ text }) => /^(?:that|which|who|whose)(?: |$)/iu.test(text));
  if (that < 1 || !part.slice(0, that).some(({ meanings }) => meanings.has('show'))) return false;
  const named = new Set(condition.flatMap(({ columns }) => columns.map(({ column }) => column)));
  return part
    .slice(that + 1)
    .every(
      ({ columns, cells, number, period, target, quoted, meanings, small }) =>
        small ||
        (cells.length === 0 &&
          number === undefined &&
          period === undefined &&
          target === undefined &&
          quoted === undefined &&
          (columns.some(({ column }) => named.has(column)) ||
            meanings.has('empty') ||
            meanings.has('state'))),
    );
}

/** What is to be said, in quotation marks or, behind a word for saying, without. */
function wordsSaid(reading: Reading, part: readonly Mention[]): string | undefined {
  const quoted = part.find((mention) => mention.quoted !== undefined && !reading.used.has(mention));
  const says = part.findIndex(({ meanings }) => meanings.has('note'));
  const goesOn = part.some(
    ({ target, meanings }) => target !== undefined || [...meanings].some((one) => one.startsWith('as:')),
  );
  if (quoted !== undefined && !goesOn) {
    reading.use(quoted);
    reading.use(part[says]);
    for (const mention of part) if (mention.meanings.has('show')) reading.use(mention);
    return quoted.quoted;
  }
  const rest = says < 0 || says > 1 ? [] : part.slice(says + 1);
  // Behind "write:" and "write that" stands what is written, whatever its words mean.
  const [colon, head] = rest;
  const tail = rest.at(-1);
  if (
    (colon?.mark === ':' || THAT.test(colon?.text ?? '')) &&
    head !== undefined &&
    tail !== undefined &&
    !goesOn
  ) {
    for (const mention of part) reading.use(mention);
    return reading.said.text.slice(head.start, tail.end);
  }
  const [from, to] = [rest[0], rest.at(-1)];
  // One word behind "say" is what is said, unless it is a column's own name.
  const isPlain = rest.every(
    ({ columns, cells, number, files, meanings }) =>
      (columns[0]?.fit ?? 0) < (rest.length === 1 ? 1 : 0.8) &&
      (rest.length === 1 || files.length === 0) &&
      cells.length === 0 &&
      number === undefined &&
      !does(meanings),
  );
  if (from === undefined || to === undefined || !isPlain) return undefined;
  for (const mention of part) reading.use(mention);
  return reading.said.text.slice(from.start, to.end);
}

const THAT = /^(?:that|dass|que|che)$/iu;

/** What is told where nothing else is: which rows there are, or that there are none; of what is no question of rows, whether it holds. */
function outcomeSaid(
  reading: Reading,
  { common, said: asked }: Asked,
  holds: boolean,
  isSaid: boolean,
  rows: RowsFound | undefined,
): Made {
  const { tongue, catalogue } = reading.compiler;
  if (common !== undefined && !(holds && catalogue.get('makeTable') === undefined)) {
    const words = LINES.thereThey(common, holds, tongue);
    return said(reading, words, holds ? rows?.made.reference : undefined);
  }
  const sentence = LINES.holds(asked, holds, tongue);
  return said(reading, isSaid ? sentence : `${sentence} ${LINES.nothingSaid(tongue)}`);
}

/** @param rows those that stand below it */
function said({ compiler }: Reading, words: string, rows?: string): Made {
  const table =
    rows === undefined
      ? undefined
      : compiler.call('makeTable', { rows, limit: MOST_TOLD }, LINES.table(compiler.tongue));
  const text =
    table === undefined ? { text: literalText(words) } : { text: aboveRows(words), values: { rows: table } };
  return { reference: compiler.call('note', text, LINES.note(compiler.tongue)), what: 'text', name: 'note' };
}

/** Rows that a note names; how many more there are it says. */
const MOST_TOLD = 50;

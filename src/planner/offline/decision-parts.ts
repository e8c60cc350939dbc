/** Where the condition of a decision ends, and what each way out does: "if …, …, otherwise …" in the orders that people say it. Knows no table. */

import type { Mention } from './mention.ts';

/** The parts of a decision, as they were said. */
interface DecisionParts {
  readonly condition: readonly Mention[];
  readonly act: readonly Mention[];
  /** What happens else; may itself begin with "if". */
  readonly otherwise: readonly Mention[];
  /** "unless": the ways are the other way round. */
  readonly negated: boolean;
  /** The words that only say where a part begins. */
  readonly joints: readonly Mention[];
}

type Marker = 'if' | 'unless' | 'ifso' | 'otherwise';

/** Where a part begins, and where the words that say so end. */
interface Place {
  readonly at: number;
  readonly to: number;
  readonly kind: Marker;
}

/** The end of a question; a column may be called "paid?". */
const asks = ({ mark, text }: Mention): boolean => mark === '?' || text.endsWith('?');

const ACTS = ['note', 'save', 'show', 'chart', 'sort', 'report', 'ask'] as const;

/** @returns undefined where nothing is said to hang on a condition */
export function decisionParts(mentions: readonly Mention[]): DecisionParts | undefined {
  const markers = markersIn(mentions);
  const [first] = markers;
  if (first === undefined) return undefined;
  const asked = mentions.findIndex(asks);
  if (asked > 0 && asked < first.at && asked < mentions.length - 1)
    return afterQuestion(mentions, asked, markers);
  if (first.kind !== 'if' && first.kind !== 'unless') return undefined;
  const start = sentenceStart(mentions, first.at);
  const isBehind = mentions
    .slice(start, first.at)
    .some((one, at) => isAct(mentions, start + at) || one.quoted);
  return isBehind ? actFirst(mentions, start, markers) : conditionFirst(mentions, markers);
}

/**
 * "How much did we spend in March? If it is more than 8000, …": a sentence of its own, and a decision about what it comes to. The condition
 * names nothing of its own, so it can be about nothing else.
 */
export function askedBefore(
  mentions: readonly Mention[],
): { asked: readonly Mention[]; decision: readonly Mention[] } | undefined {
  const at = mentions.findIndex(({ meanings }) => meanings.has('if') || meanings.has('unless'));
  const start = sentenceEnd(mentions, at);
  const asked = mentions.slice(0, start);
  const decision = mentions.slice(start);
  const [first] = markersIn(decision);
  if (start === 0 || first === undefined || first.at !== at - start) return undefined;
  const condition = decisionParts(decision)?.condition;
  const isBare = condition?.every(
    ({ small, columns, cells, files, number, period }) =>
      // "more than 2000" of a figure is no year.
      (period === undefined || number !== undefined) &&
      (small || columns.length + cells.length + files.length === 0),
  );
  const isLimit = condition?.some(({ number }) => number !== undefined);
  return condition !== undefined && isBare === true && isLimit === true ? { asked, decision } : undefined;
}

/** Where the sentence before begins to be over: behind its mark, or behind a word that ends in one. */
function sentenceEnd(mentions: readonly Mention[], before: number): number {
  const at = mentions.findLastIndex(
    (one, i) => i < before && (asks(one) || (one.mark !== undefined && /[.;!?]/u.test(one.mark))),
  );
  return at + 1;
}

/** "unless" and "if not" after a condition are its other way; "if" behind "otherwise" is read with it. */
function markersIn(mentions: readonly Mention[]): Place[] {
  const found: Place[] = [];
  const asked = mentions.findIndex(asks);
  for (const [at, { meanings, cells }] of mentions.entries()) {
    if (cells.length > 0 && !meanings.has('if')) continue;
    const no = meanings.has('if') ? saysNo(mentions, at + 1) : 0;
    const isNo = no > 0;
    const isLater = found.length > 0 || (asked >= 0 && asked < at);
    const kind: Marker | undefined = meanings.has('ifso')
      ? 'ifso'
      : (meanings.has('otherwise') || isNo) && isLater
        ? 'otherwise'
        : meanings.has('unless')
          ? 'unless'
          : meanings.has('if') && !asksWhen(mentions, at)
            ? 'if'
            : undefined;
    if (kind !== undefined) found.push({ at, kind, to: at + 1 + no });
  }
  return found;
}

/** "if no", "if it doesn't": by how many words, where nothing of a condition comes behind them. */
function saysNo(mentions: readonly Mention[], at: number): number {
  const words = [PRONOUN.test(mentions[at]?.text ?? '') ? 1 : 0, 0].find((skip) =>
    NO.test(mentions[at + skip]?.text ?? ''),
  );
  if (words === undefined) return 0;
  const next = mentions[at + words + 1];
  const isEnd =
    next === undefined ||
    next.mark !== undefined ||
    next.quoted !== undefined ||
    isAct(mentions, at + words + 1);
  return isEnd ? words + 1 : 0;
}

const PRONOUN = /^(?:it|they|that|this|there)$/iu;
const NO = /^(?:no|not|nein|nicht|(?:is|are|was|were|do|does|did|has|have|had)(?: not|n['’]?t))$/iu;

/** "When did each donor give first?" asks for a date. */
const asksWhen = (mentions: readonly Mention[], at: number): boolean =>
  /^when$/iu.test(mentions[at]?.text ?? '') &&
  /^(?:did|do|does|was|were|is|are|will)$/iu.test(mentions[at + 1]?.text ?? '');

/** "Is it over 5? If so …, if not …"; "… ? "high" if yes, "low" if no". */
function afterQuestion(
  mentions: readonly Mention[],
  asked: number,
  markers: readonly Place[],
): DecisionParts | undefined {
  const behind = markers.filter(({ at }) => at > asked);
  const so = behind.find(({ kind }) => kind === 'ifso');
  const not = behind.find(({ kind }) => kind === 'otherwise' || kind === 'unless');
  const joints = [so, not].flatMap((one) => mentions.slice(one?.at ?? 0, one?.to ?? 0));
  const end = mentions[asked]?.mark === undefined ? asked + 1 : asked;
  const condition = mentions.slice(sentenceStart(mentions, asked), end);
  const said = (from: number, to: number) =>
    mentions.slice(from, to).filter(({ mark, meanings }) => mark === undefined && !meanings.has('next'));
  const begin = asked + 1;
  if (mentions.slice(begin, so?.at ?? begin).some(({ quoted }) => quoted !== undefined) && so !== undefined) {
    const comma = mentions.findIndex(({ mark }, at) => at > so.at && mark !== undefined);
    const other = not === undefined || comma < 0 ? [] : said(comma, not.at);
    return { condition, act: said(begin, so.at), otherwise: other, negated: false, joints };
  }
  const then = trimmed(mentions.slice((so?.at ?? asked) + 1, not?.at ?? mentions.length));
  const otherwise = not === undefined ? [] : trimmed(mentions.slice(not.to));
  return then.length === 0 ? undefined : { condition, act: then, otherwise, negated: false, joints };
}

/** "if …, …, otherwise …"; another "if" before the "otherwise" is tried where the first does not hold. */
function conditionFirst(mentions: readonly Mention[], markers: readonly Place[]): DecisionParts | undefined {
  const [first, ...later] = markers;
  if (first === undefined) return undefined;
  const end = conditionEnd(mentions, first.at);
  const next = later.find(({ at }) => at > (end ?? first.at) + 1);
  if (end === undefined || (next !== undefined && next.at < end)) return undefined;
  const isElse = next?.kind === 'otherwise' || next?.kind === 'unless';
  return {
    condition: mentions.slice(first.at + 1, end),
    act: trimmed(mentions.slice(end, next?.at)),
    otherwise: next === undefined ? [] : trimmed(mentions.slice(isElse ? next.to : next.at)),
    negated: first.kind === 'unless',
    joints: [first, ...(isElse ? [next] : [])].flatMap(({ at, to }) => mentions.slice(at, to)),
  };
}

/** "write "late" if any order is late, otherwise …". */
function actFirst(
  mentions: readonly Mention[],
  start: number,
  markers: readonly Place[],
): DecisionParts | undefined {
  const [first, next] = markers;
  if (first === undefined) return undefined;
  const comma = mentions.findLastIndex(
    ({ mark }, at) => mark !== undefined && /[,;]/u.test(mark) && at > first.at && at < (next?.at ?? 0),
  );
  const isElse = next?.kind === 'otherwise' || next?.kind === 'unless';
  // "A if …, B if …": the second act stands before its own condition.
  const from = next === undefined ? undefined : isElse ? next.at : comma >= 0 ? comma : undefined;
  if (next !== undefined && from === undefined) return undefined;
  return {
    condition: trimmed(mentions.slice(first.at + 1, from)),
    act: trimmed(mentions.slice(start, first.at)),
    otherwise:
      from === undefined ? [] : trimmed(mentions.slice(isElse && next !== undefined ? next.to : from + 1)),
    negated: first.kind === 'unless',
    joints: [first, ...(isElse ? [next] : [])].flatMap(({ at, to }) => mentions.slice(at, to)),
  };
}

/** Behind the comma or "then" before what is to be done; where neither stands, at the word for it. */
function conditionEnd(mentions: readonly Mention[], from: number): number | undefined {
  const act = mentions.findIndex((_, at) => at > from + 1 && isAct(mentions, at));
  const breaks = [...mentions.keys()].filter((at) => {
    const { mark, meanings } = mentions[at] as Mention;
    return at > from + 1 && ((mark !== undefined && /[,:;]/u.test(mark)) || meanings.has('next'));
  });
  const before = breaks.filter((at) => act < 0 || at < act);
  const near = act < 0 ? undefined : before.findLast((at) => act - at <= 2);
  const end = near ?? before[0];
  if (end !== undefined) return end + 1;
  return act < 0 ? undefined : act;
}

/** A word for something to be done, or what is to be said; but not what a text is to contain or be. */
function isAct(mentions: readonly Mention[], at: number): boolean {
  const mention = mentions[at];
  if (mention === undefined || mention.cells.length + mention.files.length > 0) return false;
  const { meanings, quoted } = mention;
  if (quoted !== undefined)
    return !mentions
      .slice(Math.max(0, at - 2), at)
      .some((one) => [...one.meanings].some((meaning) => meaning.startsWith('cmp:')) || isBe(one));
  if ([...meanings].some((one) => one.startsWith('cmp'))) return false;
  if ([...meanings].some((one) => one.startsWith('mark:'))) return true;
  // "the notes mention": a thing, and nothing to be done.
  if (ARTICLE.test(mentions[at - 1]?.text ?? '')) return false;
  return ACTS.some((one) => meanings.has(one)) && (mention.columns[0]?.fit ?? 0) < 0.8;
}

const ARTICLE =
  /^(?:the|this|that|these|those|my|our|der|die|das|dem|den|des|le|la|les|el|los|las|il|lo|gli)$/iu;

const isBe = ({ text }: Mention): boolean =>
  /^(?:is|are|was|were|ist|sind|war|waren|est|sont|es|son|è|sono)$/iu.test(text);

function sentenceStart(mentions: readonly Mention[], before: number): number {
  const at = mentions.findLastIndex(
    ({ mark }, i) => i < before && mark !== undefined && /[.;:!?]/u.test(mark),
  );
  return at + 1;
}

/** Without the marks and joints around it. */
function trimmed(mentions: readonly Mention[]): readonly Mention[] {
  const isJoint = ({ mark, meanings, text }: Mention) =>
    mark !== undefined || meanings.has('next') || /^(?:and|but|und|aber|et|y|e)$/iu.test(text);
  const from = mentions.findIndex((one) => !isJoint(one));
  const to = mentions.findLastIndex(({ mark }) => mark === undefined || mark === ')');
  return from < 0 ? [] : mentions.slice(from, to + 1);
}

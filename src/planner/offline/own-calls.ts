/** Whether each part of a goal came to stand in calls of its own: what another part's answer shows proves nothing. Knows no tool. */

import type { Call, Plan } from '../../plan/document.ts';
import type { Mention, Said } from './mention.ts';
import { givenTo } from './traces.ts';
import { leftOf } from './what-is-left.ts';

/** Words, and where what was made of them is to be found. */
export interface Span {
  readonly mentions: readonly Mention[];
  /** What they came to, as references. */
  readonly references: readonly string[];
  /** Nothing behind these counts: what is done then is no part of what is decided. */
  readonly isCondition?: true;
}

/** Mentions that only another part's calls would meet. @param used those that a reader took */
export function lostIn(
  said: Said,
  used: ReadonlySet<Mention>,
  spans: readonly Span[],
  calls: readonly Call[],
  plans: Plan['plans'],
): ReadonlySet<Mention> {
  const lost = new Set<Mention>();
  for (const span of spans) {
    const own = behind(span.references, calls);
    const others = spans.filter((one) => one !== span && one.isCondition !== true);
    const theirs = behind(
      others.flatMap(({ references }) => references),
      calls,
    );
    const counted = calls.filter((call) => own.has(call) || (span.isCondition !== true && !theirs.has(call)));
    const { unmet } = leftOf(said, used, givenTo(counted, plans));
    for (const mention of unmet) if (span.mentions.includes(mention)) lost.add(mention);
  }
  return lost;
}

/** The calls that make what the references name, and all that those read. */
function behind(references: readonly string[], calls: readonly Call[]): ReadonlySet<Call> {
  const found = new Set<Call>();
  let text = references.join(' ');
  for (;;) {
    const next = calls.filter((call) => !found.has(call) && isRead(call, text));
    if (next.length === 0) return found;
    for (const call of next) found.add(call);
    text = JSON.stringify(next.map(({ _outputPath, ...rest }) => rest));
  }
}

const isRead = ({ _outputPath = '' }: Call, text: string): boolean =>
  _outputPath.split('||').some((path) => {
    const one = path.trim();
    const at = one === '' ? -1 : text.indexOf(one);
    return at >= 0 && !/^\w/u.test(text.slice(at + one.length));
  });

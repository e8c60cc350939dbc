/** Of what a share is and which rows make it: "what percentage of the web bookings were cancelled". Knows no tool. */

import { combined } from './read-conditions.ts';
import type { Atom, Condition } from './request.ts';
import type { View } from './view.ts';

export interface Shared {
  /** The rows that it is a share of; all where there is none. */
  readonly of: readonly Condition[];
  readonly held: readonly Condition[];
  /** What holds was said behind a verb: "were cancelled", "is paid by card". */
  readonly isSaid: boolean;
  /** "what percentage of each product was sold": each is the whole. */
  readonly ofEach?: string;
}

const VERB =
  /^(?:is|are|was|were|be|been|has|have|had|got|get|came|come|comes|went|go|goes|ist|sind|war|waren|wurden?|werden|haben|hat|hatten|est|sont|a|ont|es|son|est[aá]n?|fueron|fue|sono|[eè]|hanno|ha)$/iu;

/** Conditions behind the verb tell which rows make the share, those before it of what it is; a time is never what makes it. */
export function sharedBy(view: View, atoms: readonly Atom[]): Shared {
  const share = view.mentions.findIndex(({ meanings }) => meanings.has('share'));
  const verb = view.mentions.findIndex(({ text, small }, at) => at > share && small && VERB.test(text));
  const isTime = ({ from, to }: Atom) =>
    view.mentions.slice(from, to).some(({ period, cells }) => period !== undefined && cells.length === 0);
  const behind = atoms.filter((atom) => verb >= 0 && atom.from > verb && !isTime(atom));
  const isSaid = behind.length > 0;
  const held = isSaid ? behind : verb >= 0 && behindKeys(view) ? [] : atoms.filter((atom) => !isTime(atom));
  const of = atoms.filter((atom) => !held.includes(atom));
  const [to, each] = [view.mentions[share + 1], view.mentions[share + 2]];
  const isWhole = /^(?:of|von|de|di)$/iu.test(to?.text ?? '') && each?.meanings.has('each') === true;
  const ofEach = isWhole && verb > share ? { ofEach: view.mentions[share]?.text ?? '' } : {};
  return { of: combined(view, of), held: combined(view, held), isSaid, ...ofEach };
}

/** "what share of the closed tickets does each agent have": the agents make it. */
const behindKeys = ({ mentions }: View): boolean =>
  mentions.some(({ meanings }) => meanings.has('each') || meanings.has('per'));

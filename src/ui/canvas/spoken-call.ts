/** What a screen reader says of a call, on its card and in the list of the calls. */

import type { CardData } from '../../canvas/drawing.ts';
import { type DiffMark, problemWords } from '../../canvas/marks.ts';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Effect } from '../../plan/contract-shape.ts';
import { isOff } from '../../plan/open-step.ts';
import { whence } from '../whence.ts';
import { counted } from '../words.ts';
import { type CallLive, standingWords } from './call-live.ts';

const MARK_WORDS: Readonly<Record<DiffMark, string>> = {
  added: 'added',
  revised: 'changed',
  removed: 'removed',
  ghost: 'proposed, signed by nobody',
};

const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  none: 'touches nothing outside',
  read: 'reads',
  write: 'writes',
  irreversible: "can't be undone",
};

/** The first comment's words, as many as one listens to beside the rest of a call. */
function saidWords(said: CardData['said']): string {
  const [first, ...more] = said ?? [];
  if (!first) return '';
  const rest = more.length > 0 ? ` and ${counted(more.length, 'more comment')}` : '';
  return `comment “${cut(visible(first.note.text), 80)}”${rest}`;
}

/** "Filter rows (late), Only what is late, reads, completed, 1 error; reads from history". */
export function spokenCall(data: CardData, live: CallLive | undefined): string {
  const off = isOff(data.card.call);
  const status = live ? standingWords(live, off).toLowerCase() : '';
  const facts = [
    data.spokenId,
    data.mark ? MARK_WORDS[data.mark] : '',
    whence(data.stranger) ?? '',
    EFFECT_WORDS[data.card.effect],
    live?.unproven ? `${status}, its value unproven` : status,
    problemWords(data.problems),
    saidWords(data.said),
  ];
  return `${facts.filter(Boolean).join(', ')}; ${data.spokenSources}`;
}

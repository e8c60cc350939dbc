/**
 * Says every edit to those who do not see it: what was done, undone or done again, and how many errors there are since. What
 * is typed is said by its field. One live region for all places from which a plan is edited.
 */

import { useEffect, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { type DocumentState, errorsOf } from '../../stores/document.ts';
import unseen from '../parts/unseen.module.css';
import { useServices } from '../services.ts';
import { counted } from '../words.ts';
import { useKeptKeyboard } from './kept-keyboard.ts';
import { isTyping } from './typing.ts';

export default function Spoken() {
  const { document: store } = useServices();
  const [words, say] = useState('');
  useKeptKeyboard();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        const told = editWords(now, before);
        if (told !== null && !isTyping(document.activeElement)) say(told);
      }),
    [store],
  );
  return (
    <p className={unseen.unseen} role="status" aria-label="Edits">
      {words}
    </p>
  );
}

type Said = Pick<DocumentState, 'history' | 'problems' | 'plan' | 'common'>;

/** What to say when the document has become another; null where no edit was made, undone or done again here. */
export function editWords(now: Said, before: Said): string | null {
  if (now.plan.id !== before.plan.id || now.history === before.history) return null;
  // The steps of another tab come with its save.
  if (now.common !== before.common) return null;
  const { past: made, future: ahead } = now.history;
  const { past: was, future: behind } = before.history;
  const last = made.at(-1);
  if (made.length < was.length && ahead.length > behind.length)
    return `Undone: ${visible(ahead[0]?.label ?? '')}.${errorWords(now, before)}`;
  // A step that is sealed, or goes on, is the same step: what is typed is one.
  const isNew = made.length > was.length || (last !== was.at(-1) && made.at(-2) === was.at(-1));
  if (!last || !isNew) return null;
  const isAgain = ahead.length < behind.length && behind[0]?.label === last.label;
  return `${isAgain ? 'Done again' : 'Done'}: ${visible(last.label)}.${errorWords(now, before)}`;
}

function errorWords(now: Said, before: Said): string {
  const errors = errorsOf(now.problems).length;
  if (errors === errorsOf(before.problems).length) return '';
  return errors === 0 ? ' No errors now.' : ` ${counted(errors, 'error')} now.`;
}

/** Over the page while files are dragged: says what a drop would do, and lights what they would be dropped on. Fetched with the first drag. */

import { type RefObject, useLayoutEffect } from 'react';
import type { Plan } from '../../plan/document.ts';
import { useDocument, useServices } from '../services.ts';
import type { SwapPlace } from '../verbs.ts';
import styles from './DropVeil.module.css';

/** @param on holds what lies under them, where that reads a file */
export default function DropVeil({ on }: { on: RefObject<SwapPlace | null> }) {
  const { document: edited } = useServices();
  const hasPlan = useDocument((state) => state.plan.calls.length > 0);
  // Before it is seen: a file that is let go at once falls where it was held.
  useLayoutEffect(() => {
    let lit: Element | null = null;
    const light = (under: Element | null) => {
      lit?.removeAttribute('data-drop');
      lit = under;
      lit?.setAttribute('data-drop', '');
      on.current = under && placeAt(under);
    };
    const look = ({ target }: DragEvent) => {
      const under = target instanceof Element ? readerUnder(target, edited.getState().plan) : null;
      if (under !== lit) light(under);
    };
    document.addEventListener('dragover', look);
    return () => {
      document.removeEventListener('dragover', look);
      light(null);
    };
  }, [edited, on]);
  return (
    // Over a plan it lets through what a file can be dropped on.
    <div className={styles.veil} data-thin={hasPlan || undefined} aria-hidden>
      <p>
        {hasPlan
          ? 'Drop a file on the call that reads one to put it in its place, or beside it to plan with'
          : 'Drop a plan to open it, or files to plan with'}
      </p>
    </div>
  );
}

/** The file beside the goal, or the card of a call that reads one, on which a file would be dropped. */
function readerUnder(target: Element, { calls }: Plan): Element | null {
  const under = target.closest('[data-file], .react-flow__node');
  const id = under?.getAttribute('data-id') ?? null;
  const file = calls.find(({ _id }) => _id === id)?.file;
  return id === null || typeof file === 'string' ? under : null;
}

const placeAt = (under: Element): SwapPlace => {
  const name = under.getAttribute('data-file');
  return name === null ? { call: under.getAttribute('data-id') ?? '' } : { name };
};

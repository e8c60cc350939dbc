/** One listener for every action's shortcut; Escape leaves what is open, outermost first. */

import { useLayoutEffect } from 'react';
import type { Action } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { useServices } from '../services.ts';
import { isMac, type KeyPress, matchesKeys } from './keys.ts';

/** Inputs that take no text: a thumb that is dragged must not swallow the key that pauses. */
const NOT_TYPED_IN = /^(range|checkbox|radio|button|submit|file|color)$/;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !NOT_TYPED_IN.test(target.type)
    : target instanceof HTMLElement &&
      (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

/** The action whose shortcut was pressed; the canvas hears its own. */
export const actionAt = (press: KeyPress, typing: boolean, mac: boolean): Action | undefined =>
  [...ACTIONS.values()].find(
    ({ keys, inText, onCanvas }) =>
      keys !== undefined && !onCanvas && (!typing || inText) && matchesKeys(keys, press, mac),
  );

export function useShortcuts(): void {
  const services = useServices();
  const { session } = services;
  // Heard from the moment anything is on the screen: a key pressed in between would be lost.
  useLayoutEffect(() => {
    const mac = isMac();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || session.getState().dialog !== null) return;
      // composedPath: the JSON editor lives in a shadow root, which hides its target.
      const typing = isTyping((event.composedPath()[0] as EventTarget | undefined) ?? event.target);
      if (event.key === 'Escape' && !typing && session.getState().selection.length > 0) {
        session.actions.select([]);
        return;
      }
      const action = actionAt(event, typing, mac);
      // The key stays the page's and the browser's where it means nothing here.
      if (!action || action.whyNot(services) !== null) return;
      event.preventDefault();
      action.run(services);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [services, session]);
}

/** One listener for every action's shortcut; Escape leaves what is open, outermost first. */

import { useLayoutEffect } from 'react';
import type { Action } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { useServices } from '../services.ts';
import { isMac, type KeyPress, matchesKeys } from './keys.ts';
import { isTyping } from './typing.ts';

/** The action whose shortcut was pressed; the canvas hears its own. */
export const actionAt = (press: KeyPress, typing: boolean, mac: boolean): Action | undefined =>
  [...ACTIONS.values()].find(
    ({ keys, inText, onCanvas }) =>
      keys !== undefined &&
      !onCanvas &&
      (typing ? inText : inText !== 'only') &&
      matchesKeys(keys, press, mac),
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

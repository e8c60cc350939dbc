/** One listener for every command's shortcut; Escape leaves what is open, outermost first. */

import { useEffect } from 'react';
import { useServices } from '../services.ts';
import { isMac, matchesKeys } from './keys.ts';

/** Inputs that take no text: a thumb that is dragged must not swallow the key that pauses. */
const NOT_TYPED_IN = /^(range|checkbox|radio|button|submit|file|color)$/;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !NOT_TYPED_IN.test(target.type)
    : target instanceof HTMLElement &&
      (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

export function useShortcuts(): void {
  const { commands, session } = useServices();
  useEffect(() => {
    const mac = isMac();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || session.getState().dialog !== null) return;
      // composedPath: the JSON editor lives in a shadow root, which hides its target.
      const typing = isTyping((event.composedPath()[0] as EventTarget | undefined) ?? event.target);
      if (event.key === 'Escape' && !typing && session.getState().selection.length > 0) {
        session.actions.select([]);
        return;
      }
      const command = commands.find(
        ({ keys, inText }) => keys !== undefined && (!typing || inText) && matchesKeys(keys, event, mac),
      );
      if (!command?.isEnabled()) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [commands, session]);
}

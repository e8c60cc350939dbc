/** One listener for every command's shortcut; Escape leaves what is open, outermost first. */

import { useEffect } from 'react';
import { useServices } from '../services.ts';
import { isMac, matchesKeys } from './keys.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

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

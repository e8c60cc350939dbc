/** Shortcuts as text: `Mod+Shift+Z` matched against key events and printed for a person. */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether `event` is the shortcut. `Mod` is Command on a Mac and Ctrl elsewhere. */
export function matchesKeys(keys: string, event: KeyPress, mac: boolean): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1)!;
  const mod = parts.includes('Mod');
  // A sign such as `?` is typed with Shift on many keyboards: only letters hold it to what is written.
  const shiftMatters = /^[a-z]$/i.test(key) || key.length > 1;
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (mac ? event.metaKey : event.ctrlKey) === mod &&
    (mac ? event.ctrlKey : event.metaKey) === false &&
    (!shiftMatters || event.shiftKey === parts.includes('Shift')) &&
    event.altKey === parts.includes('Alt')
  );
}

/** `Ctrl+Shift+Z`, or `⌘⇧Z` on a Mac. */
export function printKeys(keys: string, mac: boolean): string {
  if (!mac) return keys.replace('Mod', 'Ctrl');
  const signs: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
  return keys
    .split('+')
    .map((part) => signs[part] ?? part)
    .join('');
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

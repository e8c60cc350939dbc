/** The theme that is shown: what the person chose, else what the system says; written on <html>. */

import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../../stores/panels.ts';
import { useSession } from '../services.ts';

const DARK = '(prefers-color-scheme: dark)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const systemTheme = (): Theme => (matchMedia(DARK).matches ? 'dark' : 'light');

/** @param chosen null where the system's is followed */
export const otherTheme = (chosen: Theme | null): Theme =>
  (chosen ?? systemTheme()) === 'dark' ? 'light' : 'dark';

export function useShownTheme(): Theme {
  const system = useSyncExternalStore(subscribe, systemTheme);
  return useSession((state) => state.theme) ?? system;
}

export function useThemeOnPage(): void {
  const theme = useShownTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
}

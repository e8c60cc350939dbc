/** A text as the screen draws it, as HTML for a page that is saved: drawn out of sight, for as long as it takes. */

import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Prose from '../run/Prose.tsx';

export function proseHtml(text: string): string {
  const host = document.createElement('div');
  const root = createRoot(host);
  flushSync(() => root.render(<Prose text={text} />));
  // The page has a style of its own: the screen's classes would say nothing there.
  for (const one of host.querySelectorAll('[class]')) {
    const isNumber = one.matches('[data-number]');
    one.removeAttribute('class');
    if (isNumber) one.className = 'n';
    else if (one.querySelector(':scope > table')) one.className = 'wide';
  }
  const html = host.innerHTML;
  root.unmount();
  return html;
}

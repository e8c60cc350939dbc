/**
 * One tooltip for the whole page: shows what an element says in `data-tip` while it is pointed at or has the keyboard's
 * focus. It knows no component, and adds nothing a screen reader needs: names stand on the elements themselves.
 */

import styles from './tooltips.module.css';

const POINTED_MS = 400;
const GAP = 6;
const EDGE = 8;

/** Listens until the returned function is called. */
export function showTooltips(page: Document): () => void {
  const tip = page.createElement('div');
  tip.className = styles.tip!;
  // In the browser's top layer, so that neither a scrolling panel nor a dialog covers it.
  tip.popover = 'manual';
  tip.setAttribute('aria-hidden', 'true');
  page.body.append(tip);

  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = (): void => {
    clearTimeout(timer);
    if (shown) tip.hidePopover();
    shown = null;
  };

  const show = (target: HTMLElement): void => {
    hide();
    const text = target.dataset.tip;
    if (!text || !target.isConnected) return;
    shown = target;
    tip.textContent = text;
    tip.showPopover();
    place(tip, target.getBoundingClientRect(), page.documentElement);
  };

  const tipped = (event: Event): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;

  const point = (event: PointerEvent): void => {
    const target = tipped(event);
    if (target === shown) return;
    hide();
    // A finger has no hover: its tap does what the button says.
    if (target && event.pointerType !== 'touch') timer = setTimeout(() => show(target), POINTED_MS);
  };
  const focus = (event: FocusEvent): void => {
    const target = tipped(event);
    if (target?.matches(':focus-visible')) show(target);
    else hide();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') hide();
  };

  const listening = new AbortController();
  const { signal } = listening;
  page.addEventListener('pointerover', point, { signal });
  page.addEventListener('pointerdown', hide, { signal });
  // A key press that takes its own button away leaves no focus event behind.
  page.addEventListener('click', hide, { signal });
  page.addEventListener('focusin', focus, { signal });
  page.addEventListener('focusout', hide, { signal });
  page.addEventListener('keydown', key, { signal });
  page.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  return () => {
    listening.abort();
    hide();
    tip.remove();
  };
}

/** Below its element, above where there is no room, and never over the window's edge. */
function place(tip: HTMLElement, target: DOMRect, { clientWidth, clientHeight }: HTMLElement): void {
  const { width, height } = tip.getBoundingClientRect();
  const below = target.bottom + GAP;
  const top = below + height > clientHeight - EDGE ? target.top - GAP - height : below;
  const middle = target.left + (target.width - width) / 2;
  const left = Math.max(EDGE, Math.min(middle, clientWidth - EDGE - width));
  tip.style.top = `${Math.round(top)}px`;
  tip.style.left = `${Math.round(left)}px`;
}

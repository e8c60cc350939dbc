/**
 * The keyboard never falls to the page: where what had it is gone – a card, a button of a bar that closes, a field of what
 * was removed – it goes to the region that stood around it, and where that is gone too, to the canvas. Whoever knows a
 * better place gives it there first.
 */

import { useEffect } from 'react';
import { useServices } from '../services.ts';
import { focusCanvas } from './focus.ts';

/** What can be told apart by a name, and so makes sense as a place to be: `aria-label` says it when it gets the keyboard. */
const REGION = 'section[aria-label], [role="tabpanel"], dialog';

interface Had {
  readonly element: Element;
  readonly region: HTMLElement | null;
}

export function useKeptKeyboard(): void {
  const { document: plan, session, runs } = useServices();
  useEffect(() => {
    let had: Had | null = null;
    let frame = 0;
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      const region = target.closest<HTMLElement>(REGION);
      had = {
        element: target,
        region: region === target ? (region.parentElement?.closest<HTMLElement>(REGION) ?? null) : region,
      };
    };
    const look = (): void => {
      const { activeElement } = document;
      if (!had || (activeElement !== null && activeElement !== document.body)) return;
      // A person who presses on the ground means it; what is still there and can have the keyboard was left, not lost.
      if (had.element.isConnected && !had.element.matches(':disabled')) return;
      const { region } = had;
      had = null;
      if (!region?.isConnected || region.matches('[data-canvas-mode]')) {
        focusCanvas();
        return;
      }
      if (!region.hasAttribute('tabindex')) region.tabIndex = -1;
      region.focus({ preventScroll: true });
    };
    // What is drawn anew is there with the next frame, and what gives the keyboard to it as well.
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(look);
      });
    };
    document.addEventListener('focusin', note);
    const stops = [plan.subscribe(soon), session.subscribe(soon), runs.subscribe(soon)];
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', note);
      for (const stop of stops) stop();
    };
  }, [plan, session, runs]);
}

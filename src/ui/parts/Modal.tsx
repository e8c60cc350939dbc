/**
 * A modal dialog on the browser's own <dialog>: it traps focus, makes the rest inert and closes on Escape. Radix's
 * modal writes a <style> element to lock scrolling, which our policy refuses.
 */

import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Modal.module.css';
import unseen from './unseen.module.css';

interface ModalProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the primary one last. */
  foot?: ReactNode;
  /** `full`: over all of the screen, and what is in it has all the room. */
  size?: 'small' | 'medium' | 'large' | 'full';
  /** Buttons beside the one that closes it. */
  head?: ReactNode;
  /** Leaves out the visible head where the content is its own title (the palette). */
  bare?: boolean;
}

export function Modal({ title, onClose, children, foot, size = 'medium', head, bare = false }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect: its end comes before React takes the dialog off the page, and an element that is gone gives no
  // focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    // The opener gets the focus back when the browser closes the dialog.
    dialog?.showModal();
    // Left alone, the browser would focus the button that closes it again.
    (dialog?.querySelector<HTMLElement>('[data-first]') ?? dialog)?.focus();
    const kept = new MutationObserver(() => dialog && keepFocus(dialog));
    if (dialog)
      kept.observe(dialog, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['disabled'],
      });
    return () => {
      kept.disconnect();
      dialog?.close();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a <dialog> by itself; the click is on the backdrop.
    <dialog
      ref={ref}
      className={[styles.modal, styles[size], bare ? styles.bare : ''].join(' ')}
      aria-labelledby={titleId}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles.sheet}>
        <header className={bare ? unseen.unseen : styles.head}>
          <h2 id={titleId}>{title}</h2>
          {head}
          {bare ? null : (
            <IconButton name="Close" hint={null} onClick={onClose}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </header>
        <div className={styles.body}>{children}</div>
        {foot ? <footer className={styles.foot}>{foot}</footer> : null}
      </div>
    </dialog>
  );
}

/** What was pressed may take itself away, or be disabled: the keyboard's place would fall out of the dialog with it. */
function keepFocus(dialog: HTMLDialogElement): void {
  const at = document.activeElement;
  const isLost = at === null || at === document.body || (dialog.contains(at) && at.matches(':disabled'));
  if (isLost) dialog.focus({ preventScroll: true });
}

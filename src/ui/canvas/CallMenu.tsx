/** What can be done with a call, a reference or the plan, as a menu where it was pressed. It knows the offers and nothing of the plan. */

import { DropdownMenu } from 'radix-ui';
import { Fragment, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { CallOffer } from '../../canvas/menu.ts';
import { isMac, printKeys } from '../frame/keys.ts';
import styles from './call-menu.module.css';

interface CallMenuProps {
  /** What it is of: the name of the menu. */
  readonly name: string;
  readonly open: boolean;
  /** Where it opens, in pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** In groups, with a line between them. */
  readonly offers: readonly (readonly CallOffer[])[];
  readonly onClose: () => void;
  /** Gives the keyboard back to the card. */
  readonly onLeave: () => void;
}

/** Pixels of a window that has no room for a menu on either side of some point. */
const NARROW = 700;

export default function CallMenu({ name, open, at, offers, onClose, onLeave }: CallMenuProps) {
  const chosen = useRef<CallOffer | null>(null);
  const opened = useRef(open);
  opened.current = open;

  const leave = (event: Event): void => {
    event.preventDefault();
    const offer = chosen.current;
    chosen.current = null;
    // It has been opened again, on another card, before it was quite gone.
    if (opened.current) return;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost || offer) onLeave();
    // Only now: what takes the keyboard elsewhere, a dialog or the inspector, must come after the card has it.
    offer?.run();
  };

  // The canvas is contained: within it a menu would be placed from its corner and cut off at its edges.
  return createPortal(
    // A landmark while it is open: at the page's end it would lie outside of every other.
    <section aria-label={open ? 'Menu' : undefined}>
      {/* Not modal: it would lock the page with a style sheet of its own, which the page's policy refuses. */}
      <DropdownMenu.Root open={open} modal={false} onOpenChange={(next) => !next && onClose()}>
        {open ? (
          <DropdownMenu.Trigger asChild>
            <span className={styles.place} style={{ left: at.x, top: at.y }} aria-hidden />
          </DropdownMenu.Trigger>
        ) : null}
        <DropdownMenu.Content
          className={`float ${styles.menu}`}
          // Beside the pointer it can move up and down to be seen whole; a narrow window has no room beside it.
          side={innerWidth < NARROW ? 'bottom' : 'right'}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          loop
          aria-label={`What can be done with ${name}`}
          aria-labelledby={undefined}
          onCloseAutoFocus={leave}
          onContextMenu={(event) => event.preventDefault()}
          // A letter looks for an entry here; on the page it would be a shortcut.
          onKeyDown={(event) => event.stopPropagation()}
        >
          {offers.map((group, at) => (
            <Fragment key={group[0]?.title}>
              {at > 0 ? <DropdownMenu.Separator className={styles.line} /> : null}
              {group.map((offer) => (
                <DropdownMenu.Item
                  key={offer.title}
                  className={styles.item}
                  disabled={offer.isEnabled === false}
                  onSelect={() => {
                    chosen.current = offer;
                  }}
                >
                  {offer.title}
                  {offer.keys ? <kbd aria-hidden>{printKeys(offer.keys, isMac())}</kbd> : null}
                </DropdownMenu.Item>
              ))}
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </section>,
    document.body,
  );
}

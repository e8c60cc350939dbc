/** The buttons that take a value along: saved as what it is best, copied, or anything else behind a menu. */

import { ChevronDown, Copy, Download } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import type { ValueHead } from '../../run/value-head.ts';
import { late } from '../parts/late.tsx';
import { useServices } from '../services.ts';
import styles from './TakeAlong.module.css';
import { takeAlong } from './take-along.ts';
import { TAKEN_AS, type TakenAs, waysOf } from './taken-as.ts';

const CallMenu = late(() => import('../canvas/CallMenu.tsx'));

interface TakeAlongProps {
  /** A call's id, or `OUTPUT_PART`. */
  readonly what: string;
  readonly head: ValueHead;
}

export function TakeAlong({ what, head }: TakeAlongProps) {
  const { take, isBusy } = useTaking(what);
  const more = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<{ open: boolean; x: number; y: number } | null>(null);
  const [best, ...others] = waysOf(head);
  if (best === undefined) return null;
  const name = what === OUTPUT_PART ? 'the result' : `the value of ${visible(what)}`;
  const rest = others.filter((way) => way !== 'copy');
  return (
    <span className={`nodrag nopan ${styles.take}`}>
      {others.includes('copy') ? (
        <button
          type="button"
          className={styles.icon}
          aria-label={`Copy ${name}`}
          title="Copy all of it"
          aria-disabled={isBusy}
          onClick={() => take('copy')}
        >
          <Copy size={13} aria-hidden />
        </button>
      ) : null}
      <button
        type="button"
        className={styles.save}
        aria-label={`${TAKEN_AS[best]} of ${name}`}
        title={TAKEN_AS[best]}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => take(best)}
      >
        <Download size={13} aria-hidden /> {TAKEN_AS[best].replace('Save ', '')}
      </button>
      {rest.length > 0 ? (
        <button
          ref={more}
          type="button"
          className={styles.icon}
          aria-label={`Save ${name} as something else`}
          title="Save as something else"
          aria-haspopup="menu"
          aria-expanded={menu?.open === true}
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect();
            setMenu({ open: true, x: left, y: bottom });
          }}
        >
          <ChevronDown size={13} aria-hidden />
        </button>
      ) : null}
      {menu ? (
        <Suspense fallback={null}>
          <CallMenu
            name={name}
            open={menu.open}
            at={menu}
            offers={[rest.map((way) => ({ title: TAKEN_AS[way], run: () => take(way) }))]}
            onClose={() => setMenu({ ...menu, open: false })}
            onLeave={() => more.current?.focus()}
          />
        </Suspense>
      ) : null}
    </span>
  );
}

/** Once at a time: a second press while rows are still coming would save a second file. */
function useTaking(what: string) {
  const services = useServices();
  const [isBusy, setBusy] = useState(false);
  const take = (as?: TakenAs) => {
    if (isBusy) return;
    setBusy(true);
    void takeAlong(services, what, as).finally(() => setBusy(false));
  };
  return { take, isBusy };
}

/** In the corner of a card's value: saves it as what it is best. */
export function SaveCorner({ what, head, className }: TakeAlongProps & { className: string | undefined }) {
  const { take, isBusy } = useTaking(what);
  const [best] = waysOf(head);
  if (best === undefined) return null;
  return (
    <button
      type="button"
      className={`nodrag nopan ${className}`}
      // As that which opens it: the menu is the keyboard's way.
      tabIndex={-1}
      aria-label={`${TAKEN_AS[best]} of ${visible(what)}`}
      title={TAKEN_AS[best]}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={(event) => {
        event.stopPropagation();
        take(best);
      }}
    >
      <Download size={12} aria-hidden />
    </button>
  );
}

/** A line of text with what could stand in it offered below, by mouse and by keyboard. Anything else can be typed. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import styles from './form.module.css';
import type { Offer, Offers } from './known-data.ts';

/** What could stand there, and what of the text it takes the place of (UTF-16 units). */
export interface Completion extends Offers {
  readonly from: number;
  readonly to: number;
}

export interface ComboboxProps {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required?: boolean;
  text: string;
  /** What is typed, or what stands there once an offer is taken. */
  onText: (text: string, taken?: Offer) => void;
  onLeave?: () => void;
  complete: (text: string, caret: number) => Completion | Promise<Completion>;
  /** What the offers are, for who only hears the list. */
  listed: string;
  /** Takes the focus when it appears: the person has just asked for it. */
  eager?: boolean;
  /** A click offers all there is; else only what is typed asks for offers. */
  opensOnClick?: boolean;
  /** How many offers there are: more may come once they were asked for. */
  count?: number;
  className?: string | undefined;
  placeholder?: string | undefined;
}

const NOTHING: Completion = { from: 0, to: 0, offers: [] };

export function Combobox(props: ComboboxProps) {
  const { id, describedBy, invalid, text, listed, complete, onText, onLeave, className } = props;
  const { eager = false, opensOnClick = false, required = false, placeholder } = props;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [completion, setCompletion] = useState(NOTHING);
  const [at, setAt] = useState(0);
  /** Only what was asked for last is shown: offers may come later than the next letter. */
  const asked = useRef(0);
  /** All that there is was asked for, and nothing was typed or chosen since. */
  const isAll = useRef(false);
  const { offers, note } = completion;
  const current = offers[Math.min(at, offers.length - 1)];
  const isOpen = current !== undefined;

  const show = (found: Completion, whole: string) => {
    setCompletion(found);
    setAt(
      Math.max(
        0,
        found.offers.findIndex((offer) => offer.text === whole),
      ),
    );
  };
  const close = () => {
    asked.current += 1;
    isAll.current = false;
    setCompletion(NOTHING);
  };
  const offer = (typed: string, caret: number, whole = typed) => {
    isAll.current = false;
    asked.current += 1;
    const own = asked.current;
    const found = complete(typed, caret);
    if (!(found instanceof Promise)) return show(found, whole);
    void found.then((later) => {
      if (asked.current === own) show(later, whole);
    });
  };
  /** Whatever stands there is to be another. */
  const offerAll = () => {
    isAll.current = true;
    const to = field.current?.value.length ?? 0;
    const whole = (found: Completion): Completion => ({ ...found, from: 0, to });
    asked.current += 1;
    const own = asked.current;
    const found = complete('', 0);
    if (!(found instanceof Promise)) return show(whole(found), text);
    void found.then((later) => {
      if (asked.current === own) show(whole(later), text);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it appears.
  useEffect(() => {
    if (!eager) return;
    field.current?.focus();
    field.current?.select();
    offerAll();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as there are more.
  useEffect(() => {
    if (isAll.current && field.current === document.activeElement) offerAll();
  }, [props.count]);
  // A form that is closed hears no more of what it asked for.
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );

  const take = (taken: Offer) => {
    if (taken.take !== undefined) {
      close();
      return taken.take();
    }
    const next = text.slice(0, completion.from) + taken.text + text.slice(completion.to);
    close();
    onText(next, taken);
    const caret = completion.from + taken.text.length;
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  const go = (to: number) => {
    isAll.current = false;
    setAt(to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' && !isOpen) {
      if (opensOnClick) offerAll();
      else offer(text, event.currentTarget.selectionStart ?? 0);
    } else if (!isOpen) return;
    else if (event.key === 'ArrowDown') go(Math.min(at + 1, offers.length - 1));
    else if (event.key === 'ArrowUp') go(Math.max(at - 1, 0));
    else if (event.key === 'Enter') take(current);
    else if (event.key === 'Escape') close();
    else return;
    // The list has the key: Escape must not leave the field too.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.completing}>
      <input
        ref={field}
        id={id}
        className={className ?? styles.input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${listId}-${offers.indexOf(current)}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        onClick={opensOnClick && !isOpen ? offerAll : undefined}
        onChange={(event) => {
          const { value: typed, selectionStart } = event.target;
          onText(typed);
          offer(typed, selectionStart ?? typed.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onLeave?.();
        }}
      />
      <div className={styles.offers} hidden={!isOpen}>
        <div id={listId} role="listbox" aria-label={listed}>
          {offers.map((one, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={JSON.stringify(one.value)}
              id={`${listId}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={one === current}
              className={styles.offer}
              ref={one === current ? scrollToIt : undefined}
              // The field keeps the focus, so that the click is not a leaving.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <bdi>{visible(one.text)}</bdi>
              {one.about === undefined ? null : <span className={styles.about}> {one.about}</span>}
            </div>
          ))}
        </div>
        {note === undefined ? null : (
          <p role="status" className={`small ${styles.note}`}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}

const scrollToIt = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

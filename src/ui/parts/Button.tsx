/** Buttons: plain, primary (one a screen), quiet, danger; and the icon button, whose name is its tooltip. */

import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

type ButtonProps = ComponentProps<'button'> & { tone?: 'plain' | 'primary' | 'quiet' | 'danger' };

export function Button({ tone = 'plain', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      data-main={tone === 'primary' || undefined}
      {...rest}
      className={[styles.button, styles[tone], className].join(' ')}
    />
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'title'> {
  /** The accessible name. */
  name: string;
  /** What the tooltip says beyond the name. Null in a dialog: a tooltip would be drawn below the browser's top layer. */
  hint?: string | null | undefined;
  children: ReactNode;
}

export function IconButton({ name, hint, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      data-tip={hint === null ? undefined : (hint ?? name)}
      {...rest}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
}

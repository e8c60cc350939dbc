/** The head of a card at an end of the plan, and the way from there to the panel where all of it is edited. */

import { type LucideIcon, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { openPart } from '../frame/open-part.ts';
import { useServices, useSession } from '../services.ts';
import styles from './EndCard.module.css';

interface EndHeadProps {
  readonly Icon: LucideIcon;
  readonly name: string;
  readonly hint: string;
  readonly part: 'input' | 'output';
  /** What the panel is opened for. */
  readonly what: string;
  readonly children?: ReactNode;
}

export function EndHead({ Icon, name, hint, part, what, children }: EndHeadProps) {
  const { session } = useServices();
  const isOfPlan = useSession(({ view }) => view.kind === 'plan');
  return (
    <div className={styles.head}>
      <Icon size={14} aria-hidden className={styles.glyph} />
      <span className={`clip ${styles.name}`} title={hint}>
        {name}
      </span>
      {children}
      {isOfPlan ? (
        <button
          type="button"
          className={`nodrag nopan ${styles.button}`}
          aria-label={what}
          title={what}
          onClick={() => openPart(session, part)}
        >
          <Settings2 size={14} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}

/** Goals that fit the files beside the box, each a press away from being its text. Drafts nothing. */

import { offersOf } from '../../tools/offers.ts';
import { useServices, useSession } from '../services.ts';
import styles from './Offers.module.css';

/** Of one file; several have theirs in turn. */
const MOST = 4;

export function Offers() {
  const { session } = useServices();
  const files = useSession((state) => state.files);
  const typed = useSession((state) => state.goal !== '' || state.drafting);
  const each = files.map(({ profile }) => (profile === undefined ? [] : offersOf(profile)));
  const offers = Array.from({ length: MOST }, (_, at) => each.flatMap((one) => one[at] ?? []))
    .flat()
    .slice(0, MOST);
  if (typed || offers.length === 0) return null;
  return (
    <ul className={styles.offers} aria-label="Goals that fit">
      {offers.map((offer) => (
        <li key={offer}>
          <button
            type="button"
            className={styles.offer}
            onClick={() => {
              session.actions.set({ goal: offer });
              document.getElementById('goal')?.focus();
            }}
          >
            {offer}
          </button>
        </li>
      ))}
    </ul>
  );
}

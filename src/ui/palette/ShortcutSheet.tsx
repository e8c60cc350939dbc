/** All shortcuts on one sheet: those that work anywhere, and the canvas's own. */

import { CANVAS_KEYS } from '../../canvas/keys.ts';
import { SECTIONS } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { isMac, printKeys } from '../frame/keys.ts';
import { Modal } from '../parts/Modal.tsx';
import styles from './Palette.module.css';

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const mac = isMac();
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} size="large">
      <div className={styles.sheet}>
        {SECTIONS.map((section) => {
          const own = [...ACTIONS].filter(
            ([, action]) => action.section === section && action.keys && !action.onCanvas,
          );
          if (own.length === 0) return null;
          return (
            <section key={section} aria-label={section}>
              <h3>{section}</h3>
              {own.map(([id, { title, keys = '' }]) => (
                <p key={id} className={styles.row}>
                  {title}
                  <kbd>{printKeys(keys, mac)}</kbd>
                </p>
              ))}
            </section>
          );
        })}
        <section aria-label="On the canvas">
          <h3>On the canvas</h3>
          {CANVAS_KEYS.map(({ keys, title }) => (
            <p key={keys} className={styles.row}>
              {title}
              <kbd>{printKeys(keys, mac)}</kbd>
            </p>
          ))}
        </section>
      </div>
    </Modal>
  );
}

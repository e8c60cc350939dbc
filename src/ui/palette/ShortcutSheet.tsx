/** All shortcuts on one sheet: the commands', and the canvas's own. */

import { CANVAS_KEYS } from '../../canvas/keys.ts';
import { isMac, printKeys } from '../frame/keys.ts';
import { Modal } from '../parts/Modal.tsx';
import { useServices } from '../services.ts';
import styles from './Palette.module.css';

const SECTIONS = ['Plan', 'Run', 'Edit', 'View', 'Open'] as const;

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { commands } = useServices();
  const mac = isMac();
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} size="large">
      <div className={styles.sheet}>
        {SECTIONS.map((section) => {
          const own = commands.filter((command) => command.section === section && command.keys);
          if (own.length === 0) return null;
          return (
            <section key={section} aria-label={section}>
              <h3>{section}</h3>
              {own.map((command) => (
                <p key={command.id} className={styles.row}>
                  {command.title}
                  <kbd>{printKeys(command.keys!, mac)}</kbd>
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

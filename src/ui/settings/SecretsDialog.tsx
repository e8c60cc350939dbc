/** The secrets of this device: names and whether they are kept. A value is typed here once and never shown again. */

import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { namedSecrets } from './named-secrets.ts';
import styles from './settings.module.css';

export default function SecretsDialog({ onClose }: { onClose: () => void }) {
  const { device } = useServices();
  const secrets = useSession((state) => state.secrets);
  const plan = useDocument((state) => state.plan);
  const wanted = useMemo(
    () => namedSecrets(plan).filter((name) => !secrets.some((secret) => secret.name === name)),
    [plan, secrets],
  );
  const [name, setName] = useState(wanted[0] ?? '');
  const [value, setValue] = useState('');
  const [keep, setKeep] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const add = async () => {
    const refused = await device.putSecret(name.trim(), value, keep);
    setRefusal(refused);
    if (refused !== null) return;
    setName('');
    setValue('');
  };

  return (
    <Modal title="Secrets on this device" onClose={onClose}>
      <p className={styles.lead}>
        A plan names a secret as <code>†secret.name</code>; its value goes to the tool that needs it and to
        nothing else: not to a planner, a journal, an export or a link.
      </p>
      {secrets.length > 0 ? (
        <ul className={styles.list} aria-label="Secrets">
          {secrets.map((secret) => (
            <li key={secret.name} className={styles.row}>
              <code>†secret.{secret.name}</code>
              <span>{secret.kept ? 'Kept on this device' : 'Until this tab is closed'}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove the secret ${secret.name}`}
                onClick={() => device.removeSecret(secret.name)}
              >
                <Trash2 size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {wanted.length > 0 ? (
        <p className={styles.wanted}>This plan names {wanted.join(', ')}, not on this device yet.</p>
      ) : null}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label className={styles.field}>
          Name
          <input
            data-first={name === '' ? true : undefined}
            autoComplete="off"
            spellCheck={false}
            value={name}
            aria-invalid={refusal !== null || undefined}
            aria-describedby="secret-refusal"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className={styles.field}>
          Value
          <input
            data-first
            type="password"
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </label>
        <label className={styles.keep}>
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
          Keep it on this device after the tab is closed
        </label>
        <p id="secret-refusal" role="alert" className={styles.refusal}>
          {refusal}
        </p>
        <Button tone="primary" type="submit" disabled={name.trim() === '' || value === ''}>
          Add the secret
        </Button>
      </form>
    </Modal>
  );
}

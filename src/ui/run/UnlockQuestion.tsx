/** A call waits for a sealed secret: the passphrase is given here and goes to the vault, never into the journal. */

import { useId, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import styles from './Questions.module.css';
import type { Asked } from './use-asking-call.ts';

export function UnlockQuestion({ call, title, onAnswer }: Asked) {
  const { device } = useServices();
  const isLocked = useSession((state) => state.vault === 'locked');
  const about = useId();
  const [passphrase, setPassphrase] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const unlock = async () => {
    const refused = isLocked ? await device.unlockSecrets(passphrase) : null;
    setRefusal(refused);
    setPassphrase('');
    if (refused === null) onAnswer({ call, choose: 'value', value: true });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <h2 className={styles.title}>{isLocked ? 'Your secrets are locked' : 'Your secrets are unlocked'}</h2>
      <p className={styles.text}>
        {isLocked
          ? `“${title}” needs one of them and waits. Their passphrase goes into no journal.`
          : `“${title}” can go on.`}
      </p>
      {isLocked ? (
        <label className="field">
          Passphrase
          <input
            type="password"
            autoComplete="current-password"
            value={passphrase}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={about}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        </label>
      ) : null}
      <p id={about} role="alert" className={`small fault ${styles.fault}`}>
        {refusal ?? ''}
      </p>
      <div className={styles.choices}>
        <Button tone="primary" type="submit" disabled={isLocked && passphrase === ''}>
          {isLocked ? 'Unlock and go on' : 'Go on'}
        </Button>
      </div>
    </form>
  );
}

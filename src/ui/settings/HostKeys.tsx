/** What a person knows of hosts and the idempotency key: one line a host, and a form for the next. */

import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { KeyUse } from '../../run/messages.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { HostField } from '../parts/HostField.tsx';
import { Options } from '../parts/Options.tsx';
import { useServices } from '../services.ts';
import styles from './settings.module.css';

const WORDS: Readonly<Record<KeyUse, string>> = {
  honours: 'Does the same key only once',
  off: 'Is not sent the key',
};

export function HostKeys() {
  const { device } = useServices();
  const [said, setSaid] = useState<Readonly<Record<string, KeyUse>>>({});
  const [host, setHost] = useState('');
  const [use, setUse] = useState<KeyUse>('honours');
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    void device.saidOfHosts().then(setSaid);
  }, [device]);

  const say = async (of: string, now: KeyUse | null) => {
    const refused = await device.sayOfHost(of, now);
    setRefusal(refused);
    setSaid(await device.saidOfHosts());
    if (refused === null && now !== null) setHost('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void say(host, use);
  };

  return (
    <section className={styles.group} aria-labelledby="host-keys">
      <h3 id="host-keys">Hosts and the key of a request</h3>
      <p className="small">
        Each request that changes something carries a key, by which a host can know that it comes a second
        time. Where a host does the same key only once, a request that was cut off is sent again without
        asking you; where a host refuses the key, it is left out.
      </p>
      <ul className={styles.list} aria-label="Hosts">
        {Object.entries(said).map(([name, how]) => (
          <li key={name} className={styles.row}>
            <code>{name}</code>
            <span>{WORDS[how]}</span>
            <IconButton
              name={`Take back what is said of ${name}`}
              hint={null}
              onClick={() => void say(name, null)}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <form className={styles.form} aria-label="Say something of a host" onSubmit={submit}>
        <HostField label="Host" className={`field ${styles.field}`} value={host} onChange={setHost} />
        <label className={`field ${styles.field}`}>
          What it does
          <select value={use} onChange={(event) => setUse(event.target.value as KeyUse)}>
            <Options of={Object.entries(WORDS)} />
          </select>
        </label>
        <p role="alert" className={`small fault ${styles.refusal}`}>
          {refusal}
        </p>
        <Button type="submit" disabled={host.trim() === ''}>
          Remember this
        </Button>
      </form>
    </section>
  );
}

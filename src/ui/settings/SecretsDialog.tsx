/** The secrets of this device: names, where each may go, how each is kept. A value is typed here once and never shown again. */

import { Trash2, X } from 'lucide-react';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import type { Plan } from '../../plan/document.ts';
import { buildGraph } from '../../plan/graph.ts';
import type { KeyUse } from '../../run/messages.ts';
import type { SecretShown } from '../../stores/session.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { Field, HostField } from '../parts/Field.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Options } from '../parts/Options.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import styles from './settings.module.css';

const HOW: Readonly<Record<SecretShown['how'], string>> = {
  session: 'Until this page is closed or reloaded',
  sealed: 'Kept on this device, sealed',
  locked: 'Locked',
  open: 'Kept by an older version, not sealed',
};

export default function SecretsDialog({ onClose }: { onClose: () => void }) {
  const secrets = useSession((state) => state.secrets);
  const asksForPassphrase = secrets.some(({ how }) => how === 'locked' || how === 'open');
  return (
    <Modal title="Secrets on this device" onClose={onClose}>
      <p className="lead">
        A plan names a secret as <code>†secret.name</code>; its value goes to the tool that needs it and to
        the hosts you say here, and to nothing else: not to a planner, a journal, an export or a link.
      </p>
      {secrets.length > 0 ? (
        <ul className={styles.list} aria-label="Secrets">
          {secrets.map((secret) => (
            <SecretRow key={secret.name} secret={secret} />
          ))}
        </ul>
      ) : null}
      {asksForPassphrase ? <UnlockForm /> : null}
      <NewSecretForm />
      <HostKeys />
    </Modal>
  );
}

function SecretRow({ secret: { name, hosts, how } }: { secret: SecretShown }) {
  const { device } = useServices();
  return (
    <li className={styles.row}>
      <code>†secret.{name}</code>
      <span>
        {HOW[how]}
        {' → '}
        {hosts === null ? 'asked at its first use' : hosts.length === 0 ? 'no host' : null}
        {hosts?.map((host) => (
          <span key={host} className={styles.host}>
            {host}
            {how === 'locked' ? null : (
              <IconButton
                name={`No longer let ${name} go to ${host}`}
                hint={null}
                onClick={() => device.unbindSecret(name, host)}
              >
                <X size={12} aria-hidden />
              </IconButton>
            )}
          </span>
        ))}
      </span>
      <IconButton name={`Remove the secret ${name}`} hint={null} onClick={() => device.removeSecret(name)}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  );
}

/** Opens what is locked, or seals what an older version kept as it is. */
function UnlockForm() {
  const { device } = useServices();
  const isLocked = useSession((state) => state.vault === 'locked');
  const [passphrase, setPassphrase] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(await device.unlockSecrets(passphrase));
    setPassphrase('');
  };
  return (
    <form className={styles.form} aria-label="Passphrase" onSubmit={(event) => void submit(event)}>
      <PassphraseField isNew={!isLocked} value={passphrase} onChange={setPassphrase} refusal={refusal} />
      <Button tone="primary" type="submit" disabled={passphrase === ''}>
        {isLocked ? 'Unlock' : 'Seal them'}
      </Button>
    </form>
  );
}

interface PassphraseFieldProps {
  /** One is chosen here; else one that was chosen before is asked for. */
  isNew: boolean;
  value: string;
  onChange: (value: string) => void;
  refusal: string | null;
}

function PassphraseField({ isNew, value, onChange, refusal }: PassphraseFieldProps) {
  const about = useId();
  return (
    <>
      <Field
        label={isNew ? 'Choose a passphrase for what is kept' : 'Passphrase'}
        className={`field ${styles.field}`}
        data-first={isNew ? undefined : true}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={value}
        aria-invalid={refusal !== null || undefined}
        aria-describedby={about}
        onChange={onChange}
      />
      <p id={about} role="alert" className={`small fault ${styles.refusal}`}>
        {refusal}
      </p>
    </>
  );
}

function NewSecretForm() {
  const { device } = useServices();
  const secrets = useSession((state) => state.secrets);
  const vault = useSession((state) => state.vault);
  const plan = useDocument((state) => state.plan);
  const wanted = useMemo(
    () => namedSecrets(plan).filter((name) => !secrets.some((secret) => secret.name === name)),
    [plan, secrets],
  );
  const [name, setName] = useState(wanted[0] ?? '');
  const [value, setValue] = useState('');
  const [hosts, setHosts] = useState('');
  const [keep, setKeep] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);

  const add = async () => {
    const refused = await device.putSecret({ name: name.trim(), value, hosts, keep, passphrase });
    setRefusal(refused);
    if (refused !== null) return;
    setName('');
    setValue('');
    setHosts('');
    setPassphrase('');
  };
  // Where WebCrypto is missing nothing can be sealed, so nothing is kept.
  const canKeep = globalThis.isSecureContext;

  return (
    <>
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
        <Field
          label="Name"
          className={`field ${styles.field}`}
          data-first={name === '' ? true : undefined}
          autoComplete="off"
          spellCheck={false}
          value={name}
          aria-invalid={refusal !== null || undefined}
          aria-describedby="secret-refusal"
          onChange={setName}
        />
        <Field
          label="Value"
          className={`field ${styles.field}`}
          data-first
          type="password"
          autoComplete="off"
          value={value}
          onChange={setValue}
        />
        <HostField
          label="Hosts it may go to"
          className={`field ${styles.field}`}
          value={hosts}
          onChange={setHosts}
        />
        <label className={styles.keep}>
          <input
            type="checkbox"
            checked={keep}
            disabled={!canKeep}
            onChange={(event) => setKeep(event.target.checked)}
          />
          Keep it on this device after this page is closed or reloaded, sealed with a passphrase
        </label>
        {canKeep ? null : (
          <p className={styles.wanted}>
            This page is not served over https, so nothing can be sealed: a secret lasts until it is closed or
            reloaded.
          </p>
        )}
        {keep && vault !== 'unlocked' ? (
          <PassphraseField
            isNew={vault === 'new'}
            value={passphrase}
            onChange={setPassphrase}
            refusal={null}
          />
        ) : null}
        <p id="secret-refusal" role="alert" className={`small fault ${styles.refusal}`}>
          {refusal}
        </p>
        <Button tone="primary" type="submit" disabled={name.trim() === '' || value === ''}>
          Add the secret
        </Button>
      </form>
    </>
  );
}

/** Which secrets a plan names, in order of first mention. */
const namedSecrets = (plan: Plan): readonly string[] => [
  ...new Set(
    buildGraph(plan).calls.flatMap(({ places }) =>
      places.flatMap(({ refs }) =>
        refs.flatMap(({ kind, path }) => (kind === 'secret' && path.length > 0 ? [String(path[0])] : [])),
      ),
    ),
  ),
];

const WORDS: Readonly<Record<KeyUse, string>> = {
  honours: 'Does the same key only once',
  off: 'Is not sent the key',
};

/** What a person knows of hosts and the idempotency key: one line a host, and a form for the next. */
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

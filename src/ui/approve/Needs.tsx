/** What a run of this plan would fail for: files and secrets that are not here yet, each with the way to give it. */

import { type FormEvent, useId, useMemo, useState } from 'react';
import type { Flow } from '../../flows/flow.ts';
import { quoted } from '../../flows/words.ts';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import { wholeOrigin } from '../../plan/origin.ts';
import { Button } from '../parts/Button.tsx';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { HostField } from '../parts/Field.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { whence } from '../whence.ts';
import styles from './ApproveDialog.module.css';
import { flowNamer } from './flow-calls.ts';

/** Characters: a stranger's name must not push the table out of sight. */
const NAME = 60;
/** So many calls are named. */
const CALLS = 2;

/** Something a run needs from the person. */
export interface Need {
  readonly kind: 'file' | 'secret';
  readonly name: string;
  /** Those that need it, as `callName` names them. */
  readonly calls: readonly string[];
  /** Of a secret: the hosts that its lines name. */
  readonly hosts: readonly string[];
}

/** @param has whether it is there already */
export function needsOf(
  flows: readonly Flow[],
  has: (kind: Need['kind'], name: string) => boolean,
): readonly Need[] {
  // What the plan itself saves is there when it is read.
  const made = new Set(flows.flatMap(({ sink }) => (sink.kind === 'file' ? [sink.name] : [])));
  const needs = new Map<string, Need>();
  for (const flow of flows) {
    const { source, call, sink } = flow;
    if ((source.kind !== 'file' && source.kind !== 'secret') || source.name === null) continue;
    const { kind, name } = source;
    if (has(kind, name) || (kind === 'file' && (made.has(name) || !readsIt(flow)))) continue;
    const key = `${kind} ${name}`;
    const { calls, hosts } = needs.get(key) ?? { calls: [], hosts: [] };
    const host = sink.kind === 'host' && sink.host !== null ? [sink.host] : [];
    needs.set(key, { kind, name, calls: added(calls, [call]), hosts: added(hosts, host) });
  }
  return [...needs.values()];
}

/** What is made of a file's content comes from the file too, and needs it only through whoever reads it. */
const readsIt = ({ sink, effect }: Flow): boolean => sink.kind === 'device' && effect !== 'none';

const added = (list: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...list, ...more]),
];

/** What is still needed of the plan on the table. */
export function useNeeds(flows: readonly Flow[] | undefined): readonly Need[] {
  const files = useSession((state) => state.files);
  const secrets = useSession((state) => state.secrets);
  return useMemo(
    () =>
      needsOf(flows ?? [], (kind, name) =>
        (kind === 'file' ? files : secrets).some((one) => one.name === name),
      ),
    [flows, files, secrets],
  );
}

/** As the sheet's last line names it. */
export const needWords = ({ kind, name }: Need): string => `your ${kind} ${cut(visible(name), NAME)}`;

export function Needs({ needs }: { needs: readonly Need[] }) {
  const plan = useDocument((state) => state.plan);
  const delegates = useDocument((state) => state.delegates);
  const { swaps } = useServices();
  if (needs.length === 0) return null;
  const nameOf = flowNamer(plan, delegates);
  return (
    <section className={styles.section} aria-label="Still needed">
      <h3>Still needed</h3>
      <ul className={styles.needs}>
        {needs.map((need) => (
          <li key={`${need.kind} ${need.name}`} className={styles.need}>
            {need.kind === 'file' ? (
              <>
                <p>
                  The file <bdi className={styles.title}>{cut(visible(need.name), NAME)}</bdi> is not here.{' '}
                  {whoNeeds(need, nameOf, 'reads')}
                </p>
                <ChooseFile onChoose={(file) => void swaps.give({ name: need.name }, file)}>
                  {`Choose ${cut(visible(need.name), NAME)}`}
                </ChooseFile>
              </>
            ) : (
              <NeededSecret need={need} who={whoNeeds(need, nameOf, 'sends')} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const whoNeeds = ({ calls }: Need, nameOf: (call: string) => string, does: string): string => {
  const names = calls.slice(0, CALLS).map((call) => quoted(cut(nameOf(call), NAME)));
  const more = calls.length - CALLS;
  if (more > 0) return `${names.join(', ')} and ${more} more need it.`;
  return names.length === 1 ? `${names[0]} ${does} it.` : `${names.join(' and ')} need it.`;
};

/** The hosts of its own lines stand there already; but a stranger's are named by the person, who would else bind a secret to them unread. */
function NeededSecret({ need, who }: { need: Need; who: string }) {
  const { device } = useServices();
  const about = useId();
  const [value, setValue] = useState('');
  const isForeign = useDocument(({ origins }) => whence(wholeOrigin(origins)) !== null);
  const [hosts, setHosts] = useState(isForeign ? '' : need.hosts.join(' '));
  const [refusal, setRefusal] = useState<string | null>(null);
  const name = cut(visible(need.name), NAME);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(await device.putSecret({ name: need.name, value, hosts, keep: false, passphrase: '' }));
  };
  return (
    <form onSubmit={(event) => void add(event)} aria-label={`The secret ${name}`}>
      <p>
        Your secret <bdi className={styles.title}>{name}</bdi> is not on this device. {who}
      </p>
      <div className={styles.secret}>
        <label>
          Its value
          <input
            type="password"
            autoComplete="off"
            value={value}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={about}
            onChange={(event) => setValue(event.target.value)}
          />
        </label>
        <HostField label="Hosts it may go to" value={hosts} onChange={setHosts} />
        <Button type="submit" disabled={value === '' || hosts.trim() === ''}>
          Give it
        </Button>
      </div>
      <p id={about} className={refusal === null ? styles.fact : styles.refusal} role="status">
        {refusal ?? 'Until this page is closed or reloaded. It goes to no planner, journal, export or link.'}
      </p>
    </form>
  );
}

/** The files and secrets that a plan names and this device does not have: what a run would fail for. Knows no screen. */

import type { Flow } from '../../flows/flow.ts';

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

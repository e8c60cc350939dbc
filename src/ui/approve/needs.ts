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
  const made = new Set(
    flows.flatMap(({ sink }) => (sink.kind === 'file' && sink.name !== null ? [sink.name] : [])),
  );
  const needs = new Map<
    string,
    { kind: Need['kind']; name: string; calls: Set<string>; hosts: Set<string> }
  >();
  for (const { source, call, sink } of flows) {
    if (source.kind !== 'file' && source.kind !== 'secret') continue;
    const { kind, name } = source;
    if (name === null || has(kind, name) || (kind === 'file' && (made.has(name) || sink.kind !== 'device')))
      continue;
    const key = `${kind} ${name}`;
    const need = needs.get(key) ?? { kind, name, calls: new Set(), hosts: new Set() };
    need.calls.add(call);
    if (sink.kind === 'host' && sink.host !== null) need.hosts.add(sink.host);
    needs.set(key, need);
  }
  return [...needs.values()].map(({ kind, name, calls, hosts }) => ({
    kind,
    name,
    calls: [...calls],
    hosts: [...hosts],
  }));
}

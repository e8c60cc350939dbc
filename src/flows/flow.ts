/** What goes from where to where in a plan (L-73), as data: what a person signs and the door holds calls to. Has no words. */

import type { Effect } from '../plan/contract-shape.ts';

/** Where something comes from, as the graph reaches it: through every call that only computes. */
export type Source =
  /** What stands in the plan itself. */
  | { readonly kind: 'literal' }
  /** A file of the run; null where its name is known only at run time. */
  | { readonly kind: 'file'; readonly name: string | null }
  /** The path below `†input`; empty for the whole of it. */
  | { readonly kind: 'input'; readonly path: string }
  | { readonly kind: 'secret'; readonly name: string }
  /** What an earlier call brought: from outside, from a model, from a person, from code of the person's own. */
  | { readonly kind: 'result'; readonly call: string }
  /** A value that a person put in the place of a call's result (L-76). */
  | { readonly kind: 'given'; readonly call: string }
  /** All that stands below a path, where it is of more sources than can be named one by one. */
  | { readonly kind: 'state'; readonly path: string }
  /** Whatever the run holds by then: of calls that a mandate allows and nobody knows yet (L-64). */
  | { readonly kind: 'any' }
  /** The goal and what the run has done so far: what a planner is told that writes the rest (L-42). */
  | { readonly kind: 'run' };

/** Where it goes. A null is known only at run time, or by nobody yet: such a line asks. */
export type Sink =
  | { readonly kind: 'device' }
  | { readonly kind: 'file'; readonly name: string | null }
  /** As `reachedAt` has it: in small letters, with a port where it is not the usual one, and `http://` where it is unencrypted. */
  | { readonly kind: 'host'; readonly host: string | null }
  /** The server that answers latent calls, as it was when signed; null where none was connected. */
  | { readonly kind: 'model'; readonly server: string | null }
  /** Code of the person's own: where it goes from there nobody can hold it to. */
  | { readonly kind: 'own'; readonly activity: string };

/** Something that a call takes from somewhere to somewhere (L-73). */
export interface Flow {
  readonly source: Source;
  /** As `callName` names it. */
  readonly call: string;
  readonly sink: Sink;
  readonly effect: Effect;
}

/**
 * The name of a call in flows.
 * @param reference the sub-plan it stands in, as `_delegate` names it; undefined in the plan itself
 */
export const callName = (reference: string | undefined, id: string): string =>
  reference === undefined ? id : `${reference}/${id}`;

/** Stands where a call's id does in the flows and records of a replan: no call can be called so. */
export const REPLAN = '†replan';

/** The same, of a plan that goes on: its planner is told at each turn (L-63). */
export const TURN = '†turn';

const isNamed = (call: string, name: string): boolean => call === name || call.endsWith(`/${name}`);

/** @param call as `callName` names it */
export const isReplan = (call: string): boolean => isNamed(call, REPLAN) || isTurn(call);

/** @param call as `callName` names it */
export const isTurn = (call: string): boolean => isNamed(call, TURN);

const MANDATE = '†mandate ';

/** Stands where a call's id does, for the calls of a tool that a mandate allows (L-64). */
export const mandateCall = (tool: string): string => MANDATE + tool;

/** The tool of such a line, and the agent or sub-plan that allows it, empty for the plan itself; null for any other line. @param call as `callName` names it */
export function allowedAt(call: string): { readonly tool: string; readonly by: string } | null {
  const at = call.startsWith(MANDATE) ? 0 : call.indexOf(`/${MANDATE}`) + 1;
  if (at === 0 && !call.startsWith(MANDATE)) return null;
  return { tool: call.slice(at + MANDATE.length), by: call.slice(0, Math.max(0, at - 1)) };
}

/** The tool of such a line; null for any other. @param call as `callName` names it */
export const toolAllowed = (call: string): string | null => allowedAt(call)?.tool ?? null;

/** One text for one source: two are the same where it is. */
export function sourceKey(source: Source): string {
  switch (source.kind) {
    case 'literal':
    case 'any':
    case 'run':
      return source.kind;
    case 'file':
      return source.name === null ? 'file' : `file:${source.name}`;
    case 'input':
      return `input:${source.path}`;
    case 'secret':
      return `secret:${source.name}`;
    case 'state':
      return `state:${source.path}`;
    default:
      return `${source.kind}:${source.call}`;
  }
}

/** One text for one sink. */
export function sinkKey(sink: Sink): string {
  switch (sink.kind) {
    case 'device':
      return 'device';
    case 'file':
      return sink.name === null ? 'file' : `file:${sink.name}`;
    case 'host':
      return sink.host === null ? 'host' : `host:${sink.host}`;
    case 'model':
      return sink.server === null ? 'model' : `model:${sink.server}`;
    case 'own':
      return `own:${sink.activity}`;
  }
}

/** Those that take something somewhere: what stays on the device can be made again from the plan. */
export const leaving = (flows: readonly Flow[]): readonly Flow[] =>
  flows.filter(({ sink }) => sink.kind !== 'device');

/** What makes two flows of two revisions the same one (L-73): their calls may have other names. */
export const flowKey = ({ source, sink, effect }: Flow): string =>
  JSON.stringify([sourceKey(source), sinkKey(sink), effect]);

/** What a call does with what it is given: where that goes, which files it reads, whether it only computes. Knows no graph. */

import { isObject } from '../lib/json.ts';
import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import type { Call } from '../plan/document.ts';
import { isExpression, literalOf } from '../plan/expression.ts';
import { isOpenStep } from '../plan/open-step.ts';
import { runsBelow } from '../tools/agent.ts';
import { type Catalogue, strictestEffect } from '../tools/catalogue.ts';
import { reachedBy } from '../tools/reach.ts';
import type { Sink } from './flow.ts';

/** What of a place decides where things go. */
export interface FlowSetting {
  /** The contracts of this device; a plan's own stand over them. */
  readonly catalogue: Catalogue;
  readonly hasActivity: (name: string) => boolean;
  /** The contract of the code behind a name; undefined where that code is the person's own. */
  readonly contractBehind?: (name: string) => ToolContract | undefined;
  /** What the person who gave the code behind a name says of it, where they said anything. */
  readonly ownContract?: (name: string) => ToolContract | undefined;
  /** The host of the server that answers latent calls; null or absent where none is connected. */
  readonly modelServer?: string | null;
}

export interface CallUse {
  readonly effect: Effect;
  readonly sinks: readonly Sink[];
  /** Names of the files it reads; null for one known only at run time. */
  readonly reads: readonly (string | null)[];
  /** Its result is made of what it is given, and of nothing else. */
  readonly passes: boolean;
  /** Parameters that say where something goes or which file is read: a text in them is no content. */
  readonly places: ReadonlySet<string>;
  /** The contract that is believed: of the code entered, where that is known. */
  readonly contract: ToolContract | undefined;
}

/** Whether the contract that is believed says how the call is taken back (§2): of the app's code its own, else the one in force. */
export function undoOf(call: Call, catalogue: Catalogue, setting: FlowSetting): boolean {
  const contract = catalogue.get(call._tool);
  const activity = enteredBy(call, contract, setting);
  if (activity === null) return false;
  const believed = setting.contractBehind?.(activity) ?? contract;
  return believed?.undo !== undefined;
}

const DEVICE: Sink = { kind: 'device' };
const NOWHERE: ReadonlySet<string> = new Set();

/** The name of the code that a call enters; null for one that a model answers or that a sub-plan is. */
export function enteredBy(
  call: Call,
  contract: ToolContract | undefined,
  { hasActivity }: Pick<FlowSetting, 'hasActivity'>,
): string | null {
  if (runsBelow(call, contract)) return null;
  // An empty `_activity` asks for the model even where there is code.
  const named = call._activity ?? contract?.activity;
  if (named !== undefined) return named === '' ? null : named;
  return hasActivity(call._tool) ? call._tool : null;
}

/** What a call uses of the world: its code, its hosts, its effect. */
export function callUse(call: Call, catalogue: Catalogue, setting: FlowSetting): CallUse {
  const contract = catalogue.get(call._tool);
  const activity = enteredBy(call, contract, setting);
  if (activity === null) {
    // What a call does that delegates is what the calls of its sub-plan do; an open step does nothing.
    const isOpen = contract === undefined && isOpenStep(call);
    const sink: Sink =
      isOpen || runsBelow(call, contract) ? DEVICE : { kind: 'model', server: setting.modelServer ?? null };
    return { effect: 'none', sinks: [sink], reads: [], passes: false, places: NOWHERE, contract };
  }
  const behind = setting.contractBehind?.(activity);
  const effect = strictestEffect(contract, behind ?? setting.ownContract?.(activity));
  if (!behind) {
    const sink: Sink = { kind: 'own', activity };
    return { effect, sinks: [sink], reads: [], passes: false, places: NOWHERE, contract };
  }
  return { effect, ...throughCode(call, behind, effect), contract: behind };
}

/** @param behind of the code itself: what a plan says of its parameters is not asked (L-73) */
function throughCode(
  call: Call,
  behind: ToolContract,
  effect: Effect,
): Pick<CallUse, 'sinks' | 'reads' | 'passes' | 'places'> {
  const { addresses, files, asks } = placesOf(behind);
  const changes = effect === 'write' || effect === 'irreversible';
  const hosts = addresses.flatMap((key): Sink[] =>
    call[key] === undefined ? [] : [{ kind: 'host', host: reachedBy(plainText(call[key]) ?? '') }],
  );
  const names = files.flatMap((key) => (call[key] === undefined ? [] : [plainText(call[key])]));
  const written = changes ? names.map((name): Sink => ({ kind: 'file', name: name?.trim() ?? null })) : [];
  const sinks = distinct([...hosts, ...written]);
  return {
    sinks: sinks.length > 0 ? sinks : [DEVICE],
    reads: changes ? [] : [...new Set(names)],
    passes: addresses.length === 0 && !changes && !asks,
    places: new Set([...addresses, ...files]),
  };
}

/** What a literal stands for; null for a reference, and for what is no text. */
export const plainText = (value: unknown): string | null =>
  typeof value === 'string' && !isExpression(value) ? literalOf(value) : null;

interface ContractPlaces {
  readonly addresses: readonly string[];
  readonly files: readonly string[];
  /** A person answers it. */
  readonly asks: boolean;
}

const placesOfContracts = new WeakMap<ToolContract, ContractPlaces>();

/** Parameters that the contract declares as addresses (`format: uri`) and as names of files. */
export function placesOf(contract: ToolContract): ContractPlaces {
  let places = placesOfContracts.get(contract);
  if (!places) {
    const { parameters, _output } = contract;
    const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
    const such = (is: (schema: Record<string, unknown>) => boolean) =>
      Object.entries(properties).flatMap(([key, schema]) => (isObject(schema) && is(schema) ? [key] : []));
    places = {
      addresses: such(({ format }) => format === 'uri'),
      files: such((schema) => schema['x-kind'] === 'file'),
      asks: isObject(_output) && _output['x-kind'] === 'answer',
    };
    placesOfContracts.set(contract, places);
  }
  return places;
}

const distinct = (sinks: readonly Sink[]): Sink[] =>
  sinks.length < 2 ? [...sinks] : [...new Map(sinks.map((sink) => [JSON.stringify(sink), sink])).values()];

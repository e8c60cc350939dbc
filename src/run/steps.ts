/** The steps of a plan: its calls, each once for every instance it runs for. Knows no path. */

import { itemAt, numberAt } from '../lib/columns.ts';
import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import { type Call, OUTPUT_METHODS, type OutputMethod } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import type { Graph } from '../plan/graph.ts';
import { isOff } from '../plan/open-step.ts';
import type { ParsedCall, Place } from '../plan/parsed-call.ts';
import { TRAITS } from '../plan/text-paths.ts';
import { runsBelow } from '../tools/agent.ts';
import { type Catalogue, strictestEffect } from '../tools/catalogue.ts';
import { firstInstances, HeldCall } from './canary.ts';
import type { InstanceInput } from './events.ts';
import { isAccumulating } from './output-method.ts';

/** What a call's tool makes of it. */
interface ToolUse {
  readonly contract: ToolContract | undefined;
  readonly effect: Effect;
  readonly idempotent: boolean;
  readonly latent: boolean;
  readonly errors: ReadonlySet<string>;
  /** By the rules of before, a call that changes something was forgotten too where its value went nowhere (L-29). */
  readonly forgetsWrites: boolean;
}

const NO_ALTERNATIVES: readonly never[] = [];

/** One call in one instance. Ten thousand are made in one go, so what follows from the call is asked of it. */
export class Step {
  readonly index: number;
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly call: Call;
  /** The label; null for a call that runs once for all, or where there are no instances. */
  readonly instance: string | null;
  readonly method: OutputMethod;
  /** Whatever it reads is one reference that is the whole of a parameter: the parameters tell the order of all. */
  readonly plain: boolean;
  private readonly parsed: ParsedCall;
  private readonly use: ToolUse;

  constructor(index: number, parsed: ParsedCall, plain: boolean, instance: string | null, use: ToolUse) {
    const { call } = parsed;
    this.index = index;
    this.id = stepId(call, instance);
    this.call = call;
    this.instance = instance;
    this.method = methodOf(call);
    this.plain = plain;
    this.parsed = parsed;
    this.use = use;
  }

  get contract(): ToolContract | undefined {
    return this.use.contract;
  }
  get effect(): Effect {
    return this.use.effect;
  }
  get idempotent(): boolean {
    return this.use.idempotent;
  }
  /** No activity: a model produces the result (§1). */
  get latent(): boolean {
    return this.use.latent;
  }
  /** What it does is done by a run below it (L-52, L-56). */
  get runsBelow(): boolean {
    return runsBelow(this.call, this.use.contract);
  }
  /** Codes by which its activity says that it did nothing (L-40a). */
  get errors(): ReadonlySet<string> {
    return this.use.errors;
  }
  /** Switched off by a person (L-37). */
  get off(): boolean {
    return isOff(this.call);
  }
  /** It waits for the gate of a canary (L-55). */
  get isHeld(): boolean {
    return this.parsed instanceof HeldCall;
  }
  /** An explicit call without an output path that changes nothing: nothing waits for it (L-29). */
  get fireAndForget(): boolean {
    const { latent, effect, forgetsWrites } = this.use;
    if (latent || this.call._outputPath !== undefined) return false;
    return forgetsWrites || effect === 'none' || effect === 'read';
  }
  get places(): readonly Place[] {
    return this.parsed.places;
  }
  /** The alternatives of its output path; none for a fire-and-forget call or a note. */
  get alternatives(): readonly (readonly Ref[])[] {
    return this.parsed.targets?.alternatives ?? NO_ALTERNATIVES;
  }
  get accumulating(): boolean {
    return isAccumulating(this.method);
  }
  /** The alternative a throw goes to (L-24); -1 where there is none. */
  get errorAlternative(): number {
    return errorAlternativeOf(this.alternatives, this.use.contract);
  }
}

export interface StepOptions {
  readonly instances?: readonly InstanceInput[];
  /** How many of the instances go first (L-55). */
  readonly canary?: number;
  /** Whether code is registered under an activity's name; a tool without any is latent. */
  readonly hasActivity: (name: string) => boolean;
  /** The contract of the code under an activity's name: what a plan says of it can only be stricter. */
  readonly contractBehind?: (name: string) => ToolContract | undefined;
  /** What whoever gave the code behind a name says of it; a plan says no less careful things of that either. */
  readonly ownContract?: (name: string) => ToolContract | undefined;
  readonly forgetsWrites?: boolean;
}

const NO_INSTANCES: readonly InstanceInput[] = [];

export function stepsOf({ calls, wiring }: Graph, catalogue: Catalogue, options: StepOptions): Step[] {
  const steps: Step[] = [];
  const instances = options.instances ?? NO_INSTANCES;
  const usedBy = toolUses(catalogue, options);
  const first = firstInstances(options);
  for (let i = 0; i < calls.length; i++) {
    const parsed = itemAt(calls, i);
    const use = usedBy(parsed.call);
    const plain = (wiring.traits[i]! & TRAITS.composed) === 0;
    const held = first && new HeldCall(parsed);
    for (const instance of instancesOf(parsed.call, instances)) {
      const isHeld = held !== null && instance !== null && !first?.has(instance);
      steps.push(new Step(steps.length, isHeld ? held : parsed, plain && !isHeld, instance, use));
    }
  }
  return steps;
}

const methodOf = ({ _outputMethod: name }: Call): OutputMethod =>
  name === undefined ? 'set' : (OUTPUT_METHODS.find((known) => known === name) ?? 'set');

/** Worked out once a tool: ten thousand calls have a handful of them. */
function toolUses(catalogue: Catalogue, options: StepOptions): (call: Call) => ToolUse {
  const ordinary = new Map<string, ToolUse>();
  return (call) => {
    if (call._activity !== undefined || call._delegate !== undefined)
      return readUse(call, catalogue, options);
    let use = ordinary.get(call._tool);
    if (!use) {
      use = readUse(call, catalogue, options);
      ordinary.set(call._tool, use);
    }
    return use;
  };
}

function readUse(call: Call, catalogue: Catalogue, options: StepOptions): ToolUse {
  const contract = catalogue.get(call._tool);
  const activity = call._activity ?? contract?.activity;
  // An empty `_activity` asks for the model even where there is code.
  const latent =
    activity === '' ||
    (activity === undefined && call._delegate === undefined && !options.hasActivity(call._tool));
  const code = activity ?? call._tool;
  const behind = latent ? undefined : (options.contractBehind?.(code) ?? options.ownContract?.(code));
  return {
    contract,
    effect: latent ? 'none' : strictestEffect(contract, behind),
    // Over code with a contract of its own, a plan's counts only where it is the more careful one (§2).
    idempotent: contract?.idempotent === true && (behind === undefined || behind.idempotent === true),
    latent,
    errors: errorsOf(contract, behind),
    forgetsWrites: options.forgetsWrites === true,
  };
}

const NO_ERRORS: ReadonlySet<string> = new Set();

function errorsOf(contract: ToolContract | undefined, behind: ToolContract | undefined): ReadonlySet<string> {
  const listed = contract?.errors ?? [];
  if (listed.length === 0) return NO_ERRORS;
  return new Set(behind ? listed.filter((code) => behind.errors?.includes(code)) : listed);
}

const ONCE: readonly null[] = [null];

/** The labels a call runs for; null stands for once for all, or for a run without instances (L-50). */
export function instancesOf(call: Call, instances: readonly InstanceInput[]): readonly (string | null)[] {
  if (instances.length === 0 || call._instance === null) return ONCE;
  const only = call._instance ?? '*';
  return only === '*' ? instances.map(({ label }) => label) : [only];
}

export const stepId = (call: Call, instance: string | null): string =>
  instance === null ? call._id : `${call._id}@${instance}`;

const ERROR_SEGMENTS: ReadonlySet<string> = new Set(['error', 'failed', 'failure']);

/** L-24: the contract's `errorBranch`, else the last alternative when its name says so; only of two or more, else -1. */
export function errorAlternativeOf(
  alternatives: readonly (readonly Ref[])[],
  contract: ToolContract | undefined,
): number {
  if (alternatives.length < 2) return -1;
  if (contract?.errorBranch !== undefined) {
    const named = branchIndex(alternatives, contract.errorBranch);
    if (named !== -1) return named;
  }
  const last = itemAt(itemAt(alternatives, alternatives.length - 1), 0).path;
  return ERROR_SEGMENTS.has(String(last[last.length - 1])) ? alternatives.length - 1 : -1;
}

/**
 * The alternative a name means (L-23): an index from 0, a whole path, or the last segment of a path where no other
 * alternative ends alike. A fan-out goes by its first path. -1 where nothing fits.
 */
export function branchIndex(alternatives: readonly (readonly Ref[])[], name: string | number): number {
  if (typeof name === 'number')
    return Number.isInteger(name) && name >= 0 && name < alternatives.length ? name : -1;
  const firsts = alternatives.map((refs) => itemAt(refs, 0));
  const bare = name.startsWith('†') ? name.slice(1) : name;
  const whole = firsts.findIndex(
    (ref) => [ref.kind, ...ref.path].join('.') === bare || ref.path.join('.') === bare,
  );
  if (whole !== -1) return whole;
  const ends = firsts.flatMap((ref, i) => (String(ref.path[ref.path.length - 1]) === bare ? [i] : []));
  return ends.length === 1 ? numberAt(ends, 0) : -1;
}

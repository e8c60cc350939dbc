/** The steps of a plan: its calls, each once for every instance it runs for. Knows no path but those they write. */

import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import { type Call, OUTPUT_METHODS, type OutputMethod } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import type { ParsedCall, Place } from '../plan/parsed-call.ts';
import { type Catalogue, strictestEffect } from '../tools/catalogue.ts';
import type { InstanceInput } from './events.ts';
import { isAccumulating } from './output-method.ts';

/** An expression whose references are numbers into `Program.paths`. */
export type Compiled =
  | { readonly type: 'ref'; readonly path: number }
  | { readonly type: 'or' | 'and'; readonly operands: readonly Compiled[] };

/** One target of a step. */
export interface Target {
  readonly step: number;
  /** The step's id and method: the write log outlives the revision that the number belongs to. */
  readonly id: string;
  readonly method: OutputMethod;
  readonly alternative: number;
  /** Root in the value store: `state`, or `LABEL/state` for an instance's own. */
  readonly root: string;
  readonly ref: Ref;
}

/** One call in one instance. */
export interface Step {
  readonly index: number;
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly call: Call;
  /** The label; null for a call that runs once for all, or where there are no instances. */
  readonly instance: string | null;
  readonly contract: ToolContract | undefined;
  readonly effect: Effect;
  readonly idempotent: boolean;
  /** No activity: a model produces the result (§1). */
  readonly latent: boolean;
  /** An explicit call without an output path: nothing waits for it (L-29). */
  readonly fireAndForget: boolean;
  readonly places: readonly Place[];
  /** What stands in each of the places, in the same order. */
  readonly exprs: readonly Compiled[];
  /** No fallback, no gate, no scope: what it waits for can simply be counted. */
  readonly simple: boolean;
  readonly targets: readonly Target[];
  /** The alternatives of its output path; none for a fire-and-forget call or a note. */
  readonly alternatives: readonly (readonly Ref[])[];
  readonly method: OutputMethod;
  readonly accumulating: boolean;
  /** The alternative a throw goes to (L-24); -1 where there is none. */
  readonly errorAlternative: number;
}

export interface StepOptions {
  readonly instances?: readonly InstanceInput[];
  /** Whether code is registered under an activity's name; a tool without any is latent. */
  readonly hasActivity: (name: string) => boolean;
  /** The contract of the code under an activity's name: what a plan says of it can only be stricter. */
  readonly contractBehind?: (name: string) => ToolContract | undefined;
}

/** A step whose references are still to be resolved: that needs every step's targets first. */
export type OpenStep = { -readonly [K in keyof Step]: Step[K] };

const NONE: readonly never[] = [];

export function stepsOf(
  calls: readonly ParsedCall[],
  catalogue: Catalogue,
  options: StepOptions,
): OpenStep[] {
  const steps: OpenStep[] = [];
  const instances = options.instances ?? NONE;
  const usedBy = toolUses(catalogue, options);
  for (const { call, places, targets } of calls) {
    const use = usedBy(call);
    const method = methodOf(call);
    const alternatives = targets?.alternatives ?? NONE;
    const errorAlternative = errorAlternativeOf(alternatives, use.contract);
    for (const instance of instancesOf(call, instances)) {
      const index = steps.length;
      const id = stepId(call, instance);
      steps.push({
        index,
        id,
        call,
        instance,
        contract: use.contract,
        effect: use.effect,
        idempotent: use.idempotent,
        latent: use.latent,
        fireAndForget: !use.latent && call._outputPath === undefined,
        places,
        exprs: NONE,
        simple: true,
        targets: targetsOf(alternatives, index, id, method, instance),
        alternatives,
        method,
        accumulating: isAccumulating(method),
        errorAlternative,
      });
    }
  }
  return steps;
}

const methodOf = ({ _outputMethod: name }: Call): OutputMethod =>
  name === undefined ? 'set' : (OUTPUT_METHODS.find((known) => known === name) ?? 'set');

function targetsOf(
  alternatives: readonly (readonly Ref[])[],
  step: number,
  id: string,
  method: OutputMethod,
  instance: string | null,
): readonly Target[] {
  const targetOf = (ref: Ref, alternative: number): Target => {
    const root = instance === null ? ref.kind : `${instance}/${ref.kind}`;
    return { step, id, method, alternative, root, ref };
  };
  if (alternatives.length === 0) return NONE;
  // Nearly every call writes one path: a list of exactly one.
  if (alternatives.length === 1 && alternatives[0]!.length === 1) return [targetOf(alternatives[0]![0]!, 0)];
  return alternatives.flatMap((refs, alternative) => refs.map((ref) => targetOf(ref, alternative)));
}

/** What a call's tool makes of it. */
type ToolUse = Pick<Step, 'contract' | 'effect' | 'idempotent' | 'latent'>;

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
  const behind = latent ? undefined : options.contractBehind?.(activity ?? call._tool);
  return {
    contract,
    effect: latent ? 'none' : strictestEffect(contract, behind),
    idempotent: contract?.idempotent === true && behind?.idempotent !== false,
    latent,
  };
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

/** L-24: the contract's `errorBranch`, else the last alternative when its name says so; only of two or more. */
function errorAlternativeOf(
  alternatives: readonly (readonly Ref[])[],
  contract: ToolContract | undefined,
): number {
  if (alternatives.length < 2) return -1;
  if (contract?.errorBranch !== undefined) {
    const named = branchIndex(alternatives, contract.errorBranch);
    if (named !== -1) return named;
  }
  const last = alternatives[alternatives.length - 1]![0]!.path;
  return ERROR_SEGMENTS.has(String(last[last.length - 1])) ? alternatives.length - 1 : -1;
}

/**
 * The alternative a name means (L-23): an index from 0, a whole path, or the last segment of a path where no other
 * alternative ends alike. A fan-out goes by its first path. -1 where nothing fits.
 */
export function branchIndex(alternatives: readonly (readonly Ref[])[], name: string | number): number {
  if (typeof name === 'number')
    return Number.isInteger(name) && name >= 0 && name < alternatives.length ? name : -1;
  const firsts = alternatives.map((refs) => refs[0]!);
  const bare = name.startsWith('†') ? name.slice(1) : name;
  const whole = firsts.findIndex(
    (ref) => [ref.kind, ...ref.path].join('.') === bare || ref.path.join('.') === bare,
  );
  if (whole !== -1) return whole;
  const ends = firsts.flatMap((ref, i) => (String(ref.path[ref.path.length - 1]) === bare ? [i] : []));
  return ends.length === 1 ? ends[0]! : -1;
}

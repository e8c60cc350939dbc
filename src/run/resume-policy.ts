/** The settings of a device about runs that were cut off, as a person or a file wrote them. Trusts nothing in them. */

import { hasOwn, isObject } from '../lib/json.ts';
import type { ChildPurity, ResumePolicy } from './messages.ts';
import type { Step } from './steps.ts';

/** What holds where nobody has set anything. */
export const DEFAULT_RESUME_POLICY: ResumePolicy = {
  default: 'retry_pending',
  childPurity: { pure: 'cancel', world: 'adopt', side_effect: 'adopt', external: 'adopt', llm: 'adopt' },
};

/** The words for what becomes of a run, the short names and those of seed 000's code. */
const RUN_WORDS: Readonly<Record<string, ResumePolicy['default']>> = {
  retry_pending: 'retry_pending',
  retry_pending_steps: 'retry_pending',
  discard: 'discard',
  discard_plan: 'discard',
};

interface ReadResumePolicy {
  readonly policy: ResumePolicy;
  /** One sentence for each setting that was not understood, and what stands in its place. */
  readonly warnings: readonly string[];
}

/**
 * Reads `{default, child_purity}`, the section `plan_resume` of seed 000. What is absent has its default; what is wrong
 * too, with a warning.
 */
export function resumePolicy(settings: unknown): ReadResumePolicy {
  const warnings: string[] = [];
  if (settings === undefined || settings === null) return { policy: DEFAULT_RESUME_POLICY, warnings };
  if (!isObject(settings)) {
    warnings.push('The setting "plan_resume" is not an object; its defaults are used.');
    return { policy: DEFAULT_RESUME_POLICY, warnings };
  }
  return {
    policy: {
      default: readDefault(settings.default, warnings),
      childPurity: readPurities(settings.child_purity, warnings),
    },
    warnings,
  };
}

function readDefault(word: unknown, warnings: string[]): ResumePolicy['default'] {
  if (word === undefined) return DEFAULT_RESUME_POLICY.default;
  if (typeof word === 'string' && hasOwn(RUN_WORDS, word)) return RUN_WORDS[word]!;
  warnings.push(
    `The setting "plan_resume.default" is ${printed(word)}, which is neither "retry_pending" nor "discard"; "${DEFAULT_RESUME_POLICY.default}" is used.`,
  );
  return DEFAULT_RESUME_POLICY.default;
}

function readPurities(given: unknown, warnings: string[]): ResumePolicy['childPurity'] {
  const purities = { ...DEFAULT_RESUME_POLICY.childPurity };
  if (given === undefined) return purities;
  if (!isObject(given)) {
    warnings.push('The setting "plan_resume.child_purity" is not an object; its defaults are used.');
    return purities;
  }
  for (const [purity, action] of Object.entries(given)) {
    const name = `plan_resume.child_purity.${purity}`;
    if (!isPurity(purity)) warnings.push(`The setting "${name}" is not known and is ignored.`);
    else if (action === 'cancel' || action === 'adopt') purities[purity] = action;
    else {
      warnings.push(
        `The setting "${name}" is ${printed(action)}, which is neither "cancel" nor "adopt"; "${purities[purity]}" is used.`,
      );
    }
  }
  return purities;
}

const isPurity = (name: string): name is ChildPurity => hasOwn(DEFAULT_RESUME_POLICY.childPurity, name);

const LONGEST_PRINTED = 40;

const printed = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, LONGEST_PRINTED);

const BY_EFFECT = { none: 'pure', read: 'world', write: 'side_effect', irreversible: 'external' } as const;

/** The purity of a call by its effect; one whose contract declares none counts as a write. */
export const purityOf = ({ effect, latent }: Pick<Step, 'effect' | 'latent'>): ChildPurity =>
  latent ? 'llm' : BY_EFFECT[effect];

/**
 * What the app knows of the language, fetched after the first screen: first the tools, which a plan is drawn with, then
 * the rules that edit, check and sign it. Until they are here nothing is checked or signed, and an edit is refused in
 * words. Knows no plan.
 */

import { err } from '../lib/result.ts';
import type { Language } from '../stores/ports.ts';
import type { ToolContract } from '../tools/catalogue.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { languageWith } from './language.ts';

export interface LateLanguage {
  readonly language: Language;
  /** Empty until the tools are here; the same array from then on, with the steps that think while a model would answer them. */
  readonly builtIn: readonly ToolContract[];
  /** Resolves once the tools are here. Rejects where they can't be had; the next call asks again. */
  tools(): Promise<void>;
  /** The same, for the rules. */
  rules(): Promise<void>;
  /** Whether a model is connected, from now on: the first fetches what it would answer. Never rejects; what can't be had is not listed. */
  offersThinking(isConnected: boolean): Promise<void>;
}

/** Where they are fetched from. */
export interface LanguageSource {
  tools(): Promise<readonly ToolContract[]>;
  thinking(): Promise<readonly ToolContract[]>;
  rules(): Promise<Language>;
}

const NOT_YET = 'Obelus is still being loaded. Try again in a moment.';

/** @param onHere what was shown or checked without them is now to be done again */
export function lateLanguage(source: LanguageSource, onHere: () => void): LateLanguage {
  const builtIn: ToolContract[] = [];
  let always: readonly ToolContract[] = [];
  let thinks = false;
  const thinking = once(source.thinking);
  const list = async (): Promise<void> => {
    const more = thinks ? await thinking().catch(() => []) : [];
    builtIn.splice(0, builtIn.length, ...always, ...(thinks ? more : []));
    onHere();
  };
  let here: Language | null = null;
  /** For what is done only once the rules are here: whoever does it has waited for them. */
  const present = (): Language => {
    if (!here) throw new Error(NOT_YET);
    return here;
  };
  const language: Language = {
    takenIn: (...all) => present().takenIn(...all),
    carriedOver: (...all) => present().carriedOver(...all),
    toTake: (...all) => present().toTake(...all),
    retold: (...all) => here?.retold(...all) ?? [],
    get origins() {
      return present().origins;
    },
    travelled: (...all) => here?.travelled(...all) ?? err(NOT_YET),
    joined: (...all) => present().joined(...all),
    // Before they are here nothing was done, and what was kept is as it is.
    kept: (history) => here?.kept(history) ?? history,
    apply: (plan, edits) => here?.apply(plan, edits) ?? err(NOT_YET),
    sign: (...all) => here?.sign(...all) ?? err(NOT_YET),
    flows: (...all) => here?.flows(...all) ?? null,
    signedAlike: (a, b) => here?.signedAlike(a, b) ?? false,
    check: (...all) => here?.check(...all) ?? null,
  };
  return {
    language,
    builtIn,
    tools: once(async () => {
      always = await source.tools();
      await list();
    }),
    offersThinking: async (isConnected) => {
      if (thinks === isConnected) return;
      thinks = isConnected;
      // Until the tools are here there is nothing to list anew.
      if (always.length > 0) await list();
    },
    rules: once(async () => {
      here = await source.rules();
      onHere();
    }),
  };
}

/**
 * From the page's own code.
 * @param about what latent calls are sent to, and the files that were judged, now
 */
export const ownLanguage = (about: Parameters<typeof languageWith>, onHere: () => void): LateLanguage =>
  lateLanguage(
    {
      tools: () => loaded(import('../tools/built-in.ts').then((module) => module.builtInTools)),
      thinking: () => loaded(import('../tools/thinking-tools.ts').then((module) => module.byModel)),
      rules: async () => {
        const rules = await loaded(import('./language.ts'));
        rules.checksMore(onHere);
        return rules.languageWith(...about);
      },
    },
    onHere,
  );

/** One and the same attempt for all who ask, until it has failed. */
export function once<T>(attempt: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | undefined;
  return () => {
    under ??= attempt().catch((error: unknown) => {
      under = undefined;
      throw error;
    });
    return under;
  };
}

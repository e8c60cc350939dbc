/** A request that can't be carried out: a code and a sentence, as they go back to whoever asked. */

/** Thrown where a request is refused: nothing was changed. */
export class Refusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

/** A run is let go of, to be gone on with: nothing is broken. */
export class LetGo extends Error {}

/** What became of a request, as it travels between places. */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly message: string };

export const DONE: Outcome = { ok: true };

export const refused = (code: string, message: string): Outcome => ({ ok: false, code, message });

/** @throws Refusal */
export function throwIfRefused(outcome: Outcome): void {
  if (!outcome.ok) throw new Refusal(outcome.code, outcome.message);
}

/** Why a sentence about a plan comes to no change of it: thrown where that is known, and said to whoever asked. */

export class NoChange extends Error {
  /** @param isSo the plan does already what was said */
  constructor(
    message: string,
    readonly isSo = false,
  ) {
    super(message);
  }
}

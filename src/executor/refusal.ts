/** A request that can't be carried out: a code and a sentence, as they go back to the page. */

export class Refusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

/** F1 of claims against truths over a set of samples: micro-averaged, as the papers do. */
export class F1 {
  #hits = 0;
  #claims = 0;
  #truths = 0;

  add(claimed: readonly string[], true_: readonly string[]): void {
    const left = [...true_];
    for (const claim of claimed) {
      const at = left.indexOf(claim);
      if (at < 0) continue;
      left.splice(at, 1);
      this.#hits++;
    }
    this.#claims += claimed.length;
    this.#truths += true_.length;
  }

  /** Percent, one decimal. */
  get value(): number {
    return Math.round((2000 * this.#hits) / (this.#claims + this.#truths)) / 10;
  }
}

/** One measured figure of `npm run bench`: what `--json` prints a line of. It knows nothing of how it was measured. */

export interface Figure {
  /** `<room>/<what>`, as listed in DESIGN §9. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The goal in words a person and a script can read, such as `<= 60`. */
  readonly goal: string;
  readonly held: boolean;
  /** The same of another planner, which no goal is set for. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** How it was measured: machine-independent, in one line. */
  readonly how: string;
}

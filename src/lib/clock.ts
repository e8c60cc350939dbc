/** Time as an argument, so that the pure rooms never read it themselves. */

export interface Clock {
  /** Milliseconds since the Unix epoch (or since the start, on a virtual clock). */
  now(): number;
}

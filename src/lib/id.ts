/** Ids as an argument, so that a test or a replay decides them. */

export interface IdSource {
  /** A new id of eight hexadecimal characters. */
  next(): string;
}

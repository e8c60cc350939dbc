/** A part of the page's own code that could not be fetched: no network, or another build has been put in its place. */

export const NOT_LOADED =
  'This part of Obelus could not be loaded: there is no network, or a newer version is on the server. Try again, or reload the page; what is here is kept.';

export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
  constructor(cause: unknown) {
    super(NOT_LOADED, { cause });
  }
}

/** What was to be fetched, or NotLoaded, whose message a person can act on: the browser's own names only an address. */
export const loaded = <T>(part: Promise<T>): Promise<T> =>
  part.catch((error: unknown) => {
    throw new NotLoaded(error);
  });

/** How often the screen is told of a run: soon after something happened, and not oftener than it can be looked at. */

/** ms between two publications while events keep coming. */
const LEAST_MS = 80;

/** A publication that took long is followed by a rest of so many times as long: the page stays free for its person. */
const REST = 2;

/** @param now ms, of a clock that runs forward */
export function screenPace(now: () => number): (publish: () => void) => void {
  let asked: (() => void) | null = null;
  let busy = false;

  const go = (): void => {
    const publish = asked;
    asked = null;
    if (!publish) {
      busy = false;
      return;
    }
    const start = now();
    publish();
    // What the screen makes of it is made by then.
    setTimeout(() => {
      const took = now() - start;
      setTimeout(go, Math.max(LEAST_MS - took, REST * took));
    });
  };

  return (publish) => {
    asked = publish;
    if (busy) return;
    busy = true;
    setTimeout(go);
  };
}

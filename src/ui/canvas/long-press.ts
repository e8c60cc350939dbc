/** A finger that stays where it was put, which is a right-click: some browsers tell of it as one, others not at all. */

/** As long as the systems of phones wait. */
const HELD_MS = 500;
/** Pixels by which a finger that means to stay moves all the same. */
const STILL = 10;

type Down = Pick<PointerEvent, 'pointerType' | 'pointerId' | 'isPrimary' | 'clientX' | 'clientY'>;

/**
 * Calls `held` once, where the finger that has just been put down stays; not where it moves, leaves or another joins it, nor
 * where the browser has told of it first. As it leaves then, it presses nothing.
 */
export function whileHeld(down: Down, held: () => void): void {
  if (down.pointerType !== 'touch' || !down.isPrimary) return;
  const ends = new AbortController();
  const heard = { capture: true, signal: ends.signal };
  const end = () => {
    clearTimeout(timer);
    ends.abort();
  };
  const timer = setTimeout(() => {
    end();
    // What the finger would press as it leaves takes the keyboard, and the menu is gone. Of one that is taken off it by the
    // system there is no leaving: the next press is another's.
    const leaves = new AbortController();
    const leave = (event: TouchEvent) => {
      if (event.type === 'touchend') event.preventDefault();
      leaves.abort();
    };
    for (const over of ['touchend', 'touchcancel'] as const)
      document.addEventListener(over, leave, { capture: true, passive: false, signal: leaves.signal });
    held();
  }, HELD_MS);
  const moved = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const isStill = Math.hypot(clientX - down.clientX, clientY - down.clientY) <= STILL;
    if (pointerId === down.pointerId && !isStill) end();
  };
  document.addEventListener('pointermove', moved, heard);
  for (const over of ['pointerup', 'pointercancel', 'pointerdown', 'contextmenu'])
    document.addEventListener(over, end, heard);
}

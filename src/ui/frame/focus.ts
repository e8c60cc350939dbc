/** Takes the keyboard from a call's card to its fields and back. Knows the mark-up of both, and no store. */

/** The inspector's code is loaded when it is first wanted, on a slow line too. Whoever does something else meanwhile has gone elsewhere. */
const WAITS_MS = 5_000;
/** A field that has just been asked for is drawn within it; one that does not come by then is not shown. */
const DRAWN_MS = 300;

/**
 * @param call the id that the inspector shows by then
 * @param field a parameter or meta-property; without one, what the call still needs, else its first field
 */
export function focusInspector(call: string, field?: string): void {
  const began = performance.now();
  const gone = new AbortController();
  for (const done of ['pointerdown', 'keydown'])
    addEventListener(done, () => gone.abort(), { capture: true, signal: gone.signal });
  const look = (): void => {
    const waited = performance.now() - began;
    if (waited > WAITS_MS) gone.abort();
    if (gone.signal.aborted) return;
    const panel = document.querySelector<HTMLElement>(`[data-inspector="${CSS.escape(call)}"]`);
    const target = panel && fieldIn(panel, field, waited > DRAWN_MS);
    if (target) {
      gone.abort();
      target.focus();
      target.scrollIntoView({ block: 'nearest' });
      // What is asked for shows what there is to choose, as a press on it does.
      if (target instanceof HTMLInputElement && target.role === 'combobox' && target.value === '')
        target.click();
    } else requestAnimationFrame(look);
  };
  look();
}

/** The same for a part of the plan itself, whose panel may be on its way. */
export function focusPart(part: string, frames = 30): void {
  const panel = document.querySelector('[data-plan-panel]');
  const found = panel?.querySelector<HTMLDetailsElement>(`[data-part="${part === 'data' ? 'state' : part}"]`);
  if (found) {
    found.open = true;
    found.querySelector('summary')?.focus();
    found.scrollIntoView({ block: 'nearest' });
  } else if (frames > 0) requestAnimationFrame(() => focusPart(part, frames - 1));
}

/** What the run on the screen asks. */
export function focusQuestion(): void {
  const question = document.querySelector<HTMLElement>('[data-asks]');
  question?.scrollIntoView({ block: 'nearest' });
  question?.focus();
}

const INPUTS = 'textarea, input, select';

/** @param last the field did not come: another will do */
function fieldIn(
  panel: HTMLElement,
  field: string | undefined,
  last: boolean,
): HTMLElement | null | undefined {
  const named = field === undefined ? null : panel.querySelector(`[data-field="${CSS.escape(field)}"]`);
  if (named) return named.querySelector<HTMLElement>(INPUTS) ?? named.querySelector('button');
  if (field !== undefined && !last) return null;
  const needed = panel.querySelector('[data-missing]') ?? panel.querySelector('[data-field]');
  // A list has no input until it has an element: its first button is the way to give it one, or a reference.
  return needed?.querySelector<HTMLElement>(INPUTS) ?? needed?.querySelector('button');
}

/** A call's card, and its row where the list stands in the drawing's place or had the keyboard last. */
const listed = (): Element | null => document.querySelector('[data-outline="active"]') ?? hiddenBehind();

/** The list, where it alone is shown. */
const hiddenBehind = (): Element | null => {
  const outline = document.querySelector('[data-outline]');
  return document.querySelector('.react-flow')?.checkVisibility({ visibilityProperty: true })
    ? null
    : outline;
};

/** Back on the canvas, or in the list: the arrow keys go on from here. */
export function focusCard(call: string): void {
  const place = listed() ?? document;
  const card = place.querySelector<HTMLElement>(
    `:is(.react-flow__node, [data-row])[data-id="${CSS.escape(call)}"]`,
  );
  if (card) card.focus();
  else focusCanvas();
}

/** The call whose card, or row, has the keyboard; undefined where none has, or where there is no page. */
export const cardInFocus = (): string | undefined =>
  globalThis.document?.activeElement?.closest<HTMLElement>(':is(.react-flow__node, [data-row])')?.dataset.id;

/** The step of the row at the top that is filled: the one that is next. */
export const nextStepButton = (): HTMLButtonElement | null =>
  globalThis.document?.querySelector<HTMLButtonElement>('button[data-next]:enabled') ?? null;

/** On the card, or the row, that Tab reaches; on the canvas itself where there is none, so that single keys are shortcuts again. */
export function focusCanvas(): void {
  const place = listed() ?? document;
  const card = place.querySelector<HTMLElement>(':is(.react-flow__node, [data-row])[tabindex="0"]');
  const ground = document.querySelector<HTMLElement>('section[data-canvas-mode] > [tabindex="-1"]');
  const to = card ?? ground;
  if (to) to.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Takes the keyboard from a call's card to its fields and back. Knows the mark-up of both, and no store. */

/** About half a second: the inspector's code is loaded when it is first wanted. */
const FRAMES_AT_MOST = 30;

/**
 * @param call the id that the inspector shows by then
 * @param field a parameter or meta-property; without one, what the call still needs, else its first field
 */
export function focusInspector(call: string, field?: string, frames = FRAMES_AT_MOST): void {
  const panel = document.querySelector<HTMLElement>(`[data-inspector="${CSS.escape(call)}"]`);
  const target = panel && fieldIn(panel, field);
  if (target) {
    target.focus();
    target.scrollIntoView({ block: 'nearest' });
  } else if (frames > 0) {
    requestAnimationFrame(() => focusInspector(call, field, frames - 1));
  }
}

/** The same for a part of the plan itself, whose panel may be on its way. */
export function focusPart(part: string, frames = FRAMES_AT_MOST): void {
  const panel = document.querySelector('[data-plan-panel]');
  const found = panel?.querySelector<HTMLDetailsElement>(`[data-part="${part === 'data' ? 'state' : part}"]`);
  if (found) {
    found.open = true;
    found.querySelector('summary')?.focus();
    found.scrollIntoView({ block: 'nearest' });
  } else if (frames > 0) requestAnimationFrame(() => focusPart(part, frames - 1));
}

const INPUTS = 'textarea, input, select';

function fieldIn(panel: HTMLElement, field: string | undefined): HTMLElement | null | undefined {
  const named = field === undefined ? null : panel.querySelector(`[data-field="${CSS.escape(field)}"]`);
  if (named) return named.querySelector<HTMLElement>(INPUTS) ?? named.querySelector('button');
  const needed = panel.querySelector('[data-missing]') ?? panel.querySelector('[data-field]');
  // A list has no input until it has an element: its first button is the way to give it one, or a reference.
  return needed?.querySelector<HTMLElement>(INPUTS) ?? needed?.querySelector('button');
}

/** Back on the canvas: the arrow keys go along the references from here. */
export function focusCard(call: string): void {
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(call)}"]`)?.focus();
}

/** On the card that Tab reaches; nowhere in particular where there is none, so that single keys are shortcuts again. */
export function focusCanvas(): void {
  const card = document.querySelector<HTMLElement>('.react-flow__node[tabindex="0"]');
  if (card) card.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

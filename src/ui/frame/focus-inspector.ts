/** Puts the keyboard into the inspector, which may still be on its way to the page. Knows its mark-up and no store. */

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

const INPUTS = 'textarea, input, select, button[role="radio"]';

function fieldIn(panel: HTMLElement, field: string | undefined): HTMLElement | null | undefined {
  const named = field === undefined ? null : panel.querySelector(`[data-field="${CSS.escape(field)}"]`);
  if (named) return named.querySelector<HTMLElement>(INPUTS);
  const needed = [...panel.querySelectorAll<HTMLTextAreaElement>('[aria-required="true"]')];
  return needed.find((input) => input.value === '') ?? panel.querySelector<HTMLElement>(INPUTS);
}

/** Whether what has the keyboard takes text: single keys are its own then, and it says itself what is typed. */

/** Inputs that take no text: a thumb that is dragged must not swallow the key that pauses. */
const NOT_TYPED_IN = /^(range|checkbox|radio|button|submit|file|color)$/;

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !NOT_TYPED_IN.test(target.type)
    : target instanceof HTMLElement &&
      (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether the screen is a phone's: the same width at which the style sheets stack the frame. */

export const isNarrow = (): boolean => matchMedia('(max-width: 760px)').matches;

/** Whether the list of the calls and their drawing have no room beside each other: `outline.module.css` says the same width. */
export const isNarrowest = (): boolean => matchMedia('(max-width: 640px)').matches;

/** Whether the screen is a phone's: the same width at which the style sheets stack the frame. */

export const isNarrow = (): boolean => matchMedia('(max-width: 760px)').matches;

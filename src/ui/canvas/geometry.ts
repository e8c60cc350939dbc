/**
 * Sizes of a card in pixels at zoom 1. The style sheets of this folder draw exactly these, so that everything has its
 * place before it is drawn: a height that differs here and there would put the arrows beside their ports.
 */

export const CARD_WIDTH = 248;
export const HEADER_HEIGHT = 40;
export const DESCRIPTION_LINE = 18;
export const DESCRIPTION_PADDING = 8;
export const ROW_HEIGHT = 24;
/** Above and below a section of rows, together. */
export const SECTION_PADDING = 8;
/** Sets the error alternative apart from the others. */
export const ERROR_GAP = 8;
/** The port is centred on the card's edge. */
export const PORT_SIZE = 10;

/** Between the layers of an automatic layout: room for the label of a branch. */
export const LAYER_GAP = 96;

/** Characters of the description's face that fit on a line where the system's face is a wide one. */
const DESCRIPTION_COLUMNS = 28;

/**
 * 0, 1 or 2: the description is cut after its second line. Rather a line too many: a text
 * taken for one line that breaks all the same would be cut after its first words.
 */
export function descriptionLines(text: string | undefined): 0 | 1 | 2 {
  if (!text) return 0;
  return text.length > DESCRIPTION_COLUMNS ? 2 : 1;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const cardRect = (at: { x: number; y: number }, height: number): Rect => ({
  x: at.x,
  y: at.y,
  width: CARD_WIDTH,
  height,
});

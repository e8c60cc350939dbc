/** The room a layout leaves, in pixels. */

/** Between one layer and the next: room for the label of a branch. */
export const LAYER_GAP = 96;
/** Between neighbours in a layer. */
export const NODE_GAP = 32;
/** Between two long edges that pass through a layer side by side. */
export const EDGE_GAP = NODE_GAP / 3;

/** Cards in one column beside a drawing: each as near to where it would like to stand as the others leave it. */

import { itemAt } from '../lib/columns.ts';
import { NODE_GAP } from './gaps.ts';

/** One card of the column. */
export interface Beside {
  readonly height: number;
  /** Where its middle would like to be. */
  readonly middle: number;
}

/** Cards that touch: they move as one. */
interface Block {
  /** The cards from here on, up to where the next block begins. */
  readonly first: number;
  readonly count: number;
  readonly height: number;
  /** Of each card the top that the block would have by its wish alone, summed up. */
  readonly tops: number;
}

/**
 * The tops of the cards, in their order from above: the least way from where they would like to be, summed up over their
 * squares, with a gap between any two. Linear.
 */
export function besideTops(cards: readonly Beside[]): number[] {
  const blocks: Block[] = [];
  cards.forEach(({ height, middle }, first) => {
    let block: Block = { first, count: 1, height, tops: middle - height / 2 };
    for (let above = blocks.at(-1); above && topOf(above) + above.height + NODE_GAP > topOf(block); ) {
      blocks.pop();
      const down = above.height + NODE_GAP;
      block = {
        first: above.first,
        count: above.count + block.count,
        height: down + block.height,
        tops: above.tops + block.tops - block.count * down,
      };
      above = blocks.at(-1);
    }
    blocks.push(block);
  });
  const tops: number[] = [];
  for (const block of blocks) {
    let top = topOf(block);
    for (let i = 0; i < block.count; i++) {
      tops.push(top);
      top += itemAt(cards, block.first + i).height + NODE_GAP;
    }
  }
  return tops.map(Math.round);
}

const topOf = ({ tops, count }: Block): number => tops / count;

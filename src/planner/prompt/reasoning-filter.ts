/** Drops a leading `<think>…</think>` from streamed text: a draft plan inside it is not the answer. */

const OPEN = '<think>';
const CLOSE = '</think>';

interface ReasoningFilter {
  /** The next piece of text without the reasoning. What may still be the start of a tag is held back. */
  push(text: string): string;
}

export function createReasoningFilter(): ReasoningFilter {
  let where: 'before' | 'inside' | 'after' = 'before';
  let held = '';
  return {
    push(text) {
      if (where === 'after') return text;
      held += text;
      if (where === 'before') {
        const start = held.trimStart();
        if (OPEN.startsWith(start)) return '';
        if (!start.startsWith(OPEN)) {
          where = 'after';
          const all = held;
          held = '';
          return all;
        }
        where = 'inside';
      }
      const close = held.indexOf(CLOSE);
      if (close < 0) {
        // Only the tail can still be part of the closing tag; keeping all would make long reasoning quadratic.
        held = held.slice(-CLOSE.length);
        return '';
      }
      where = 'after';
      const answer = held.slice(close + CLOSE.length);
      held = '';
      return answer;
    },
  };
}

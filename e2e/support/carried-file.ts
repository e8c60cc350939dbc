/** A file as a person carries it over the page, from the desktop. */

import type { Page } from 'playwright-core';

/** @returns what an event of dragging and dropping has with it */
export const carried = (page: Page, name: string, content: string | Uint8Array) =>
  page.evaluateHandle(
    ([fileName, part]) => {
      const data = new DataTransfer();
      data.items.add(new File([typeof part === 'string' ? part : new Uint8Array(part)], fileName));
      return data;
    },
    [name, typeof content === 'string' ? content : [...content]] as const,
  );

/** A file as a person carries it over the page, from the desktop. */

import type { Page } from 'playwright-core';

/** @returns what an event of dragging and dropping has with it */
export const carried = (page: Page, name: string, text: string) =>
  page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, text] as const,
  );

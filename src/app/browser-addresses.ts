/** The browser's own history, as the address bar of the app uses it. */

import type { Addresses } from './address-bar.ts';

// Without a fragment the page's own address: an empty one would leave a bare `#` behind.
const addressOf = (fragment: string): string => fragment || location.pathname + location.search;

export const browserAddresses: Addresses = {
  fragment: () => location.hash,
  note: () => history.state,
  push: (fragment, note) => history.pushState(note, '', addressOf(fragment)),
  replace: (fragment, note) => history.replaceState(note, '', addressOf(fragment)),
};

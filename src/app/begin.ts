/** What happens once the page is up: lists, where the person was, a plan or a run that the address names, resumed runs. */

import type { SessionStore } from '../stores/session.ts';
import { CanvasArea } from '../ui/frame/canvas-area.ts';
import { dialogsAhead } from '../ui/frame/Dialogs.tsx';
import { type Addresses, createAddressBar } from './address-bar.ts';
import { browserMemory, tabMemory } from './browser-memory.ts';
import { NOWHERE, rememberPlace } from './last-place.ts';
import type { LateLanguage } from './late-language.ts';
import type { OtherTabs } from './other-tabs.ts';
import { ownScript } from './own-script.ts';
import { browserScreen } from './screen-pace.ts';
import type { DeviceService } from './services/device.ts';
import type { HistoryService } from './services/history.ts';
import type { PlanningService } from './services/planning.ts';
import type { PlansService } from './services/plans.ts';
import type { RunningService } from './services/running.ts';
import { isShareFragment } from './share-fragment.ts';

interface Parts {
  readonly session: SessionStore;
  readonly late: LateLanguage;
  readonly plans: PlansService;
  readonly planning: PlanningService;
  readonly running: RunningService;
  readonly history: HistoryService;
  readonly device: DeviceService;
  readonly tabs: OtherTabs;
  /** From here on a person who looks elsewhere is told of runs. */
  readonly attend: () => Promise<void>;
}

/** ms after which the first screen is looked at, and nothing else is fetched for it. */
const REST_MS = 2_000;

/** Resolves once all of it is done. What fails is said, and the rest goes on. */
export async function begin({
  session,
  late,
  plans,
  planning,
  running,
  history,
  device,
  tabs,
  attend,
}: Parts): Promise<void> {
  const quiet = (work: Promise<unknown>) => work.catch(session.actions.tellFault);
  const { document } = plans;
  const { runs, keeper, resumeAll } = running;
  const addresses = browserAddresses;
  const address = createAddressBar({
    document,
    session,
    runs,
    keeper: plans.keeper,
    running: keeper,
    addresses,
  });
  tabs.begin();
  const place = rememberPlace(document, session, browserMemory, Date.now);
  const { hash } = location;
  let isLinkMissed = false;
  const miss = (): void => {
    isLinkMissed = location.hash !== hash;
  };
  window.addEventListener('hashchange', miss);
  await Promise.all([
    isShareFragment(hash) ? quiet(plans.openLink(hash)) : undefined,
    plans.begin(),
    quiet(keeper.refreshList()),
  ]);
  // What a plan is drawn with would come in the way of the first screen: that is seen first.
  await new Promise<void>(browserScreen.painted);
  // Names stand on the elements themselves: nothing is lost where it does not come.
  import('../ui/parts/tooltips.ts').then(
    ({ showTooltips }) => showTooltips(globalThis.document),
    () => {},
  );
  await Promise.all([quiet(late.tools()), CanvasArea.ahead()]);
  // A plan that came in a link is where the person wants to be.
  const shown = quiet(address.begin(session.getState().welcome ? place : NOWHERE));
  const openLinkHere = async (): Promise<void> => {
    const { hash } = location;
    if (isShareFragment(hash)) await address.during(() => plans.openLink(hash));
  };
  window.addEventListener('popstate', () => void quiet(address.follow()));
  window.addEventListener('hashchange', () => void quiet(openLinkHere()));
  window.removeEventListener('hashchange', miss);
  // Put into the address while the page was still opening, a link would be shown there and nowhere else.
  if (isLinkMissed) void quiet(openLinkHere());
  await device.recover();
  await planning.restore();
  await quiet(device.restore());
  // Another tab changed what both keep to.
  window.addEventListener('storage', ({ key }) => {
    if (/\.(secrets|host-keys|settings)$/.test(key ?? '')) void quiet(device.recover().then(device.restore));
  });
  // Whatever becomes of what is shown, what was interrupted goes on.
  if (keeper.hasOpen()) await resumeAll();
  await shown;
  // Nothing waits for it; where it does not come, only a reload forgets what was typed.
  import('./typed-goal.ts').then(
    ({ keepTyped }) => keepTyped(document, session, tabMemory),
    () => {},
  );
  await quiet(keeper.loadOpen());
  // A run that waits has to be told of; else what tells of runs comes after the first plan.
  if (keeper.hasOpen()) await quiet(attend());
  if (device.settings.getState().retention.kind !== 'for-ever') await quiet(history.tidyOnStart());
  await keepForOffline();
  // Where a plan is opened meanwhile, that comes first, and this after it.
  setTimeout(() => session.getState().welcome && void dialogsAhead(), REST_MS);
}

/** Registers the service worker, so that the app opens without a network. Whatever it refuses, the app works online. */
async function keepForOffline(): Promise<void> {
  // The dev server's files have no names that stay.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const { active } = await navigator.serviceWorker.register(ownScript('./sw.js'));
    active?.postMessage('started');
  } catch {
    // Blocked by the browser's settings or served without https: the next visit needs the network again.
  }
}

// Without a fragment the page's own address: an empty one would leave a bare `#` behind.
/** The browser's own history, as the address bar of the app uses it. */
const addressOf = (fragment: string): string => fragment || location.pathname + location.search;

const browserAddresses: Addresses = {
  fragment: () => location.hash,
  note: () => history.state,
  push: (fragment, note) => history.pushState(note, '', addressOf(fragment)),
  replace: (fragment, note) => history.replaceState(note, '', addressOf(fragment)),
};

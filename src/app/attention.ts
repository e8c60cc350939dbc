/**
 * Tells a person who looks elsewhere what runs do: the window's title and badge say how many wait, the system tells of what
 * begins to wait or ends while the window is hidden, and who comes back is told what happened meanwhile.
 */

import { visible } from '../lib/visible-text.ts';
import type { RunStatus } from '../run/events.ts';
import type { DocumentStore } from '../stores/document.ts';
import type { RunSummary } from '../stores/ports.ts';
import { isTheirs } from '../stores/run-row.ts';
import type { RunsStore } from '../stores/runs.ts';
import type { SessionStore } from '../stores/session.ts';
import type { SettingsStore } from '../stores/settings.ts';
import { type WaitingRun, waitingRuns } from '../stores/waiting.ts';
import { askedWords } from '../ui/run/asked-words.ts';
import { counted, RUN_STATUS } from '../ui/words.ts';

/** What a person notices of a page that they do not look at. */
export interface Signals {
  title(text: string): void;
  /** On the app's icon, where the system has one; 0 takes it away. */
  badge(count: number): void;
  /** By the system, where it is allowed. `tag`: what is told again stands in the place of what was told before. */
  tell(
    words: { readonly title: string; readonly body: string; readonly tag: string },
    onPressed: () => void,
  ): void;
  isHidden(): boolean;
  /** Each time that it is hidden, or seen again. */
  onTurn(hear: () => void): void;
  /** Once, a little later: of a thousand events a second each is not worth a look. */
  soon(work: () => void): void;
}

interface Parts {
  readonly document: DocumentStore;
  readonly session: SessionStore;
  readonly runs: RunsStore;
  readonly settings: SettingsStore;
  readonly openRun: (runId: string) => void;
  readonly signals: Signals;
}

/** From here on. Nothing of it runs while nothing changes. */
export function beginAttention({ document, session, runs, settings, openRun, signals }: Parts): void {
  let waits: ReadonlyMap<string, WaitingRun> = waitingNow();
  /** How the runs of this device stood when the window was hidden, and since: while it is seen nobody has to be told. */
  let stands: ReadonlyMap<string, RunStatus | 'new'> = new Map();
  /** What happened since the window was hidden, one line a run. */
  const away = new Map<string, string>();

  function waitingNow(): ReadonlyMap<string, WaitingRun> {
    const found = waitingRuns(runs.getState(), session.getState().pausing);
    return new Map(found.map((one) => [one.runId, one]));
  }

  /** How the runs of this device stand; a stranger's record does not run here. */
  function standing(list: readonly RunSummary[]): ReadonlyMap<string, RunStatus | 'new'> {
    const { known } = runs.getState();
    return new Map(
      list
        .filter(({ runId }) => !isTheirs(list, runId))
        .map(({ runId, status }) => {
          const run = known.get(runId);
          return [runId, run ? runs.actions.statusOf(run) : status];
        }),
    );
  }

  const tell = (runId: string, title: string, body: string): void => {
    away.set(runId, `“${visible(title)}”: ${body}`);
    if (settings.getState().notifies)
      signals.tell({ title: visible(title), body, tag: runId }, () => openRun(runId));
  };

  const look = (): void => {
    const { list } = runs.getState();
    const nowWaits = waitingNow();
    if (signals.isHidden()) {
      const nowStands = standing(list);
      for (const [runId, { title, asked }] of nowWaits) {
        const [first] = asked;
        if (!waits.has(runId) && first) tell(runId, title, askedWords(first));
      }
      for (const { runId, title } of list) {
        const [before, after] = [stands.get(runId), nowStands.get(runId)];
        if (after === undefined || after === 'new' || isOver(before) || !isOver(after)) continue;
        // A run that was never seen going is one that somebody brought along.
        if (before !== undefined) tell(runId, title, `${RUN_STATUS[after]}.`);
      }
      stands = nowStands;
    }
    waits = nowWaits;
    if (session.getState().waits !== waits.size) {
      session.actions.set({ waits: waits.size });
      signals.badge(waits.size);
    }
    entitle();
  };

  let entitled = '';
  const entitle = (): void => {
    const { welcome } = session.getState();
    const plan = welcome ? undefined : document.getState().plan.title;
    const named = plan === undefined || plan.trim() === '' ? 'Obelus' : `${visible(plan)} – Obelus`;
    const title = waits.size > 0 ? `(${waits.size}) Waiting for you – ${named}` : named;
    if (title !== entitled) signals.title(title);
    entitled = title;
  };

  const turned = (): void => {
    if (signals.isHidden()) {
      // What is told on coming back is what happened since.
      away.clear();
      stands = standing(runs.getState().list);
      return;
    }
    if (away.size === 0) return;
    const lines = [...away.values()];
    const more = lines.length > FEW ? [`And ${counted(lines.length - FEW, 'run')} more.`] : [];
    session.actions.notify(['While you were away –', ...lines.slice(0, FEW), ...more].join(' '), 'news');
    away.clear();
  };

  let isDue = false;
  const due = (): void => {
    if (isDue) return;
    isDue = true;
    signals.soon(() => {
      isDue = false;
      look();
    });
  };
  runs.subscribe(due);
  session.subscribe(({ pausing }, before) => pausing !== before.pausing && due());
  session.subscribe(({ welcome }, before) => welcome !== before.welcome && entitle());
  document.subscribe(({ plan }, before) => plan.title !== before.plan.title && entitle());
  signals.onTurn(turned);
  look();
}

/** Told one by one on coming back. */
const FEW = 3;

const isOver = (status: RunStatus | 'new' | undefined): boolean =>
  status !== undefined && status !== 'new' && status !== 'running' && status !== 'waiting';

/** ms: sooner than anybody turns their head, later than the next thousand events. */
const SOON_MS = 300;

export const browserSignals: Signals = {
  title: (text) => {
    document.title = text;
  },
  badge: (count) => {
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    // A browser without an icon for the app has no place for it.
    shown?.catch(() => {});
  },
  tell: ({ title, body, tag }, onPressed) => {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    try {
      const told = new Notification(title, { body, tag, icon: './obelus.svg' });
      told.onclick = () => {
        globalThis.focus();
        told.close();
        onPressed();
      };
    } catch {
      // A phone's browser takes them from a service worker alone: who comes back is told all the same.
    }
  },
  isHidden: () => document.visibilityState === 'hidden',
  onTurn: (hear) => document.addEventListener('visibilitychange', hear),
  soon: (work) => void setTimeout(work, SOON_MS),
};

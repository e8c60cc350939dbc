/** The commands that look back: what the palette and the shortcuts call for runs that are kept. */

import { sentenceOf } from '../lib/sentence.ts';
import { planOf } from '../run/view.ts';
import type { SessionActions } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { pinOffer } from '../ui/history/call-in-run-offers.ts';
import { pinAll } from '../ui/history/pin-all.ts';
import type { Command, Services } from '../ui/services.ts';

export function historyCommands(services: Omit<Services, 'commands'>): readonly Command[] {
  const { session, runs, history } = services;
  const { actions } = session;
  const always = () => true;
  const run = (): ShownRun | null => {
    const { view } = session.getState();
    return view.kind === 'run' ? (runs.getState().known.get(view.runId) ?? null) : null;
  };
  const inRun = () => run() !== null;
  const lookedBack = () => runs.getState().moment !== null;
  const about = (dialog: 'run-from' | 'compare' | 'fork') => {
    const shown = run();
    const [call] = session.getState().selection;
    const isItsCall = shown && planOf(shown.state)?.calls.some(({ _id }) => _id === call);
    if (shown) actions.openAbout(dialog, { runId: shown.runId, ...(isItsCall && call ? { call } : {}) });
  };

  const pinOfSelected = () => {
    const shown = run();
    const [call] = session.getState().selection;
    const offer = shown && call !== undefined ? pinOffer(services, shown.runId, call) : undefined;
    return offer?.isEnabled === false ? undefined : offer;
  };

  return [
    {
      id: 'runs',
      title: 'All runs',
      section: 'Open',
      keys: 'Mod+Shift+H',
      isEnabled: always,
      run: () => actions.set({ dialog: 'runs' }),
    },
    {
      id: 'scrub',
      title: 'Look back through the run: its record',
      section: 'Run',
      keys: 'R',
      isEnabled: inRun,
      run: () => document.querySelector<HTMLElement>('[data-record]')?.focus(),
    },
    {
      id: 'copy-journal',
      title: 'Copy the journal as JSON',
      section: 'Run',
      isEnabled: inRun,
      run: () => {
        const shown = run();
        if (shown) void copyJournal(shown, session.actions.notify);
      },
    },
    {
      id: 'replay',
      title: 'Replay the run (free, nothing is called)',
      section: 'Run',
      isEnabled: inRun,
      run: () => document.querySelector<HTMLElement>('[data-replay]')?.click(),
    },
    {
      id: 'now',
      title: 'Back to now',
      section: 'Run',
      isEnabled: lookedBack,
      run: () => {
        const { moment } = runs.getState();
        if (moment) runs.actions.lookAt(moment.runId, null);
      },
    },
    {
      id: 'fork',
      title: 'Change a value and fork the run',
      section: 'Run',
      isEnabled: inRun,
      run: () => about('fork'),
    },
    {
      id: 'compare',
      title: 'Compare with another run',
      section: 'Run',
      isEnabled: inRun,
      run: () => about('compare'),
    },
    {
      id: 'pin-one',
      title: 'Pin or unpin the result of the selected call',
      section: 'Run',
      isEnabled: () => pinOfSelected() !== undefined,
      run: () => pinOfSelected()?.run(),
    },
    {
      id: 'pin-all',
      title: 'Pin all results of this run for dry runs',
      section: 'Run',
      isEnabled: inRun,
      run: () => {
        const shown = run();
        if (shown) pinAll(services, shown.runId);
      },
    },
    {
      id: 'export-run',
      title: 'Export this run',
      section: 'Run',
      isEnabled: inRun,
      run: () => {
        const shown = run();
        if (shown) history.exportRun(shown.runId);
      },
    },
    {
      id: 'copy-run-link',
      title: 'Copy the link to this run',
      section: 'Run',
      isEnabled: inRun,
      run: () => {
        const shown = run();
        if (shown) void history.copyRunLink(shown.runId);
      },
    },
    {
      id: 'settings',
      title: 'Settings of this device',
      section: 'Open',
      keys: 'Mod+,',
      inText: true,
      isEnabled: always,
      run: () => actions.set({ dialog: 'settings' }),
    },
    {
      id: 'tidy',
      title: 'Tidy: delete runs that are kept no longer',
      section: 'Open',
      isEnabled: always,
      run: () => actions.set({ dialog: 'storage' }),
    },
  ];
}

/** What was planned, done, seen and decided, line by line (C-10). */
async function copyJournal({ events, state }: ShownRun, notify: SessionActions['notify']): Promise<void> {
  try {
    const { reasoningOf } = await import('../run/phases.ts');
    const { journalLine } = await import('../ui/run/journal-line.ts');
    const { namer } = await import('../run/call-names.ts');
    const name = namer(planOf(state));
    const lines = reasoningOf(events, (event) => journalLine(event, name).text);
    await navigator.clipboard.writeText(JSON.stringify(lines, null, 2));
    notify('The journal was copied.', 'success');
  } catch (error) {
    notify(`The journal was not copied: ${sentenceOf(error)}`, 'danger');
  }
}

/** Everything that comes in from outside: text, files, links, examples. Shown and checked, never run. */

import { jsonEquals } from '../lib/json.ts';
import type { Result } from '../lib/result.ts';
import { cameIn, type Origin } from '../plan/origin.ts';
import type { Example } from '../stores/library.ts';
import type { Imported } from '../stores/ports.ts';
import type { Beside } from './beside-stored.ts';
import type { Ground } from './ground.ts';
import { isShareFragment } from './share-fragment.ts';

export interface Intake {
  /** @param came where from, for good (L-74); pasted, where nothing else is said */
  importText(text: string, from: string, came?: Pick<Origin, 'kind' | 'name'>): Promise<string | null>;
  dropFiles(files: readonly File[]): Promise<void>;
  addFiles(files: readonly File[]): Promise<void>;
  openLink(fragment: string): Promise<void>;
  openExample(example: Example): Promise<void>;
}

interface Parts extends Pick<Ground, 'document' | 'session' | 'shelf' | 'files' | 'now'> {
  /** Keeps the plan that leaves the table. */
  readonly save: () => Promise<void>;
  /** The plan as it may be opened beside those on this device (beside-stored.ts). */
  readonly beside: (imported: Imported) => Promise<Beside>;
  /** Opens one of those. */
  readonly open: (planId: string) => Promise<void>;
  readonly builtIn: Ground['builtIn'];
  /** Reads a plan from text or a JSON value; a sentence where it is none. */
  readonly read: (source: unknown) => Promise<Result<Imported, string>>;
}

/** A plan that is longer than this as text is not a plan somebody made. */
const MAX_PLAN_BYTES = 50_000_000;

export function createIntake(parts: Parts): Intake {
  const { document, session, shelf, files, now } = parts;
  const say = session.actions.tellFault;

  const putOnTable = async (imported: Imported, from: string, origin: Origin): Promise<void> => {
    // What leaves the table is kept first: it may be the plan whose id this one claims.
    await parts.save().catch(say);
    const { plan, input, talk, notes, isHere } = await parts.beside(imported);
    const opened = (...words: readonly string[]) =>
      [...words, ...notes].map((text) => ({ from: 'obelus', text, tone: 'plain', at: now() }) as const);
    if (isHere) {
      await parts.open(plan.id);
      if (input !== undefined && !jsonEquals(input, document.getState().input))
        document.actions.setInput(input);
      const words = `Opened ${from}. It is a plan that this device has already: it stands as it is kept here. Nothing was run.`;
      session.actions.set({ thread: opened(words) });
      return;
    }
    // Files that were dropped before there was a plan are meant for the one that comes.
    const carry = document.getState().plan.calls.length === 0;
    const origins = cameIn(origin);
    document.actions.open(
      { plan, revision: 1, origins, input: input ?? {}, approval: null, ...(talk && { talk: talk.lines }) },
      'unsaved',
    );
    files.begin(carry);
    const lacks = origin.kind === 'app' ? null : await lackedFiles(parts);
    session.actions.set({
      welcome: false,
      view: { kind: 'plan' },
      selection: [],
      goal: '',
      triedDry: null,
      thread: opened(
        `Opened ${from}. Nothing was run.`,
        ...(talk ? [talk.words] : []),
        ...(lacks === null ? [] : [lacks]),
      ),
    });
  };

  const importText = async (
    text: string,
    from: string,
    came: Pick<Origin, 'kind' | 'name'> = { kind: 'pasted' },
  ): Promise<string | null> => {
    const imported = await parts.read(text);
    if (!imported.ok) return imported.error;
    await putOnTable(imported.value, from, { ...came, at: now() });
    return null;
  };

  const addFiles = async (added: readonly File[]): Promise<void> => {
    session.actions.set({ filesComing: true });
    for (const file of added) {
      try {
        session.actions.addFiles([await shelf.add(file)]);
      } catch (error) {
        say(error);
      }
    }
    session.actions.set({ filesComing: false });
  };

  return {
    importText,
    addFiles,
    dropFiles: async (dropped) => {
      const [only] = dropped;
      if (dropped.length !== 1 || !only?.name.toLowerCase().endsWith('.json')) return addFiles(dropped);
      if (only.size > MAX_PLAN_BYTES) return addFiles(dropped);
      try {
        // A .json that is no plan is data to plan with.
        const came = { kind: 'file', name: only.name } as const;
        if ((await importText(await only.text(), only.name, came)) !== null) await addFiles(dropped);
      } catch (error) {
        say(error);
      }
    },
    openLink: async (fragment) => {
      if (!isShareFragment(fragment)) return;
      const { decodeShareFragment } = await import('./share-link.ts');
      const text = await decodeShareFragment(fragment);
      // The address bar would keep megabytes, and a reload would open the link over later edits.
      history.replaceState(null, '', location.pathname + location.search);
      if (!text.ok) {
        say(text.error);
        return;
      }
      const refusal = await importText(text.value, 'a plan from a link', { kind: 'link' });
      if (refusal !== null) say(refusal);
    },
    openExample: async (example) => {
      try {
        const samples = await Promise.all(example.files.map(fetchSample));
        // It came with the page's own scripts and a test reads each: the reader of foreign shapes is not loaded for it.
        const { plan, input, title } = example;
        const came = { kind: 'app', at: now() } as const;
        await putOnTable({ plan, notes: [], ...(input ? { input } : {}) }, title, came);
        session.actions.set({ files: [], filesComing: true, goal: '' });
        await addFiles(samples);
      } catch (error) {
        say(error);
      }
    },
  };
}

/** What the plan that came in reads and is not here. */
async function lackedFiles({ document, session, builtIn }: Parts): Promise<string | null> {
  const { lackedFilesWords } = await import('./lacked-files.ts');
  return lackedFilesWords(document.getState(), session.getState().files, builtIn);
}

async function fetchSample(path: string): Promise<File> {
  const name = path.split('/').at(-1)!;
  const response = await fetch(`./${path.replace(/^\.?\//, '')}`);
  if (!response.ok)
    throw new Error(`The sample file ${name} could not be read. Reload the page and try again.`);
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' });
}

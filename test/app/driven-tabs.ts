/**
 * Tabs on one database, as compose.ts puts one together, without a screen; a book of every edit that became durable,
 * and whether it is still in the plan or in a conflict.
 */

import { createFileShelf } from '../../src/app/file-shelf.ts';
import { createPlanKeeper } from '../../src/app/keep-plan.ts';
import { language } from '../../src/app/language.ts';
import { createLibraryKeeper } from '../../src/app/library.ts';
import { createPlanFiles } from '../../src/app/plan-files.ts';
import { openPlanChannel, type PlanNews } from '../../src/app/plan-news.ts';
import { openDatabase } from '../../src/journal/database.ts';
import { planFiles } from '../../src/journal/files.ts';
import { plans } from '../../src/journal/plans.ts';
import { versions } from '../../src/journal/versions.ts';
import type { Json } from '../../src/lib/json.ts';
import { openConflicts, type Place, placeKey, type Version, valueAt } from '../../src/plan/conflict.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { createLibraryStore } from '../../src/stores/library.ts';
import type { PlansRepository, StoredPlan } from '../../src/stores/ports.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

let names = 0;
/** Ids that no other tab of these has. */
export const nextName = (): string => {
  names += 1;
  return names.toString(16).padStart(8, '0');
};

const NOTHING = 'removed';

/** All that a version says, each as one text by its place: what stands, and what conflicts keep beside it. */
function saidBy(version: Version, places: ReadonlyMap<string, Place>): Set<string> {
  const said = new Set<string>();
  const add = (place: Place, value: Json | undefined) =>
    said.add(`${placeKey(place)} = ${value === undefined ? NOTHING : JSON.stringify(value)}`);
  for (const place of places.values()) add(place, valueAt(version, place));
  // What is shown: a conflict that has settled itself says nothing more than what stands.
  for (const { place, other } of openConflicts(version)) if (place.kind !== 'order') add(place, other);
  return said;
}

/** What must not be lost: each edit that became durable, until somebody who saw it replaced it and that is durable. */
export class EditBook {
  readonly #durable = new Set<string>();
  /** Every place that was ever edited. */
  readonly places = new Map<string, Place>();
  readonly lost: string[] = [];

  begin(version: Version, ids: readonly string[]): void {
    for (const id of ids) for (const kind of ['call', 'position'] as const) this.touch({ kind, id });
    this.touch({ kind: 'field', field: 'title' });
    this.touch({ kind: 'input', name: 'n' });
    for (const said of saidBy(version, this.places)) this.#durable.add(said);
  }

  touch(place: Place): void {
    this.places.set(placeKey(place), place);
  }

  /** Saves by name that are under way: whoever is killed meanwhile may have written all the same. */
  readonly #begun = new Map<string, Begun>();

  begun(save: Begun): void {
    this.#begun.set(save.row.save, save);
  }

  refused(save: string): void {
    this.#begun.delete(save);
  }

  /** A save is durable: what its tab replaced knowingly is no loss; all else that was durable must be in it. */
  saved(save: string): void {
    const begun = this.#begun.get(save);
    if (!begun) return;
    this.#begun.delete(save);
    const { row, basedOn, made, replaced } = begun;
    // That it could be based on another says that the other is durable, though nobody lived to hear it.
    if (basedOn !== null) this.saved(basedOn);
    for (const said of replaced) this.#durable.delete(said);
    const now = saidBy(row, this.places);
    for (const said of made) if (now.has(said)) this.#durable.add(said);
    for (const said of this.#durable) if (!now.has(said)) this.lost.push(`${said} was lost by ${row.save}`);
  }

  get size(): number {
    return this.#durable.size;
  }
}

/** A save, with what its tab's person made since the one before, and what of what was there is gone by it. */
interface Begun {
  readonly row: StoredPlan;
  readonly basedOn: string | null;
  readonly made: ReadonlySet<string>;
  readonly replaced: ReadonlySet<string>;
}

export interface DrivenTab {
  readonly name: string;
  readonly document: ReturnType<typeof createDocumentStore>;
  readonly keeper: ReturnType<typeof createPlanKeeper>;
  readonly library: ReturnType<typeof createLibraryKeeper>;
  /** Something that a person does to the plan on the table. */
  act(action: () => void): void;
  /** As if its process were ended: nothing of it goes on, and nothing is told. */
  kill(): void;
  /** It is killed right after its next save is durable, before anybody hears of it. */
  killAfterNextSave(): void;
  isAlive(): boolean;
  close(): void;
}

/** Opens a tab at a plan of the device, or at one that is new to it. */
export async function openTab(database: string, book: EditBook, first: string | Plan): Promise<DrivenTab> {
  const connection = await openDatabase(database);
  const name = `tab_${nextName()}`;
  let alive = true;
  let lastSave = false;
  const never = new Promise<never>(() => undefined);
  const whileAlive = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      return alive ? done : never;
    } catch (error) {
      if (alive) throw error;
      return never;
    }
  };

  const kept = plans(connection);
  /** Since its last durable save: what this tab's person made, and what of what was there is gone by it. */
  let made = new Set<string>();
  let replaced = new Set<string>();
  const repository: PlansRepository = {
    list: () => whileAlive(kept.list()),
    get: (id) => whileAlive(kept.get(id)),
    history: (id, save) => whileAlive(kept.history(id, save)),
    remove: (id) => whileAlive(kept.remove(id)),
    save: async (stored, basedOn) => {
      const [mine, gone] = [made, replaced];
      made = new Set();
      replaced = new Set();
      book.begun({ row: stored, basedOn, made: mine, replaced: gone });
      const saving = await kept.save(stored, basedOn).catch((error: unknown) => {
        if (alive) throw error;
        return never;
      });
      if (saving.kind === 'saved') {
        book.saved(stored.save);
        if (lastSave) kill();
      } else {
        book.refused(stored.save);
        // What the person did meanwhile is later than what this save was to say.
        const [since, goneSince] = [made, replaced];
        made = new Set([...[...mine].filter((said) => !goneSince.has(said)), ...since]);
        replaced = new Set([...[...gone].filter((said) => !since.has(said)), ...goneSince]);
      }
      return alive ? saving : never;
    },
  };

  const blank = (): Plan => ({ format: 'obelus/plan', version: 1, id: `plan_${nextName()}`, calls: [] });
  const document = createDocumentStore(language, [...builtInTools], blank());
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const files = createPlanFiles({
    ...{ document, session, shelf: createFileShelf() },
    repository: async () => planFiles(connection),
  });
  const channel = openPlanChannel(database);
  const tell = async (news: PlanNews): Promise<void> => {
    channel.tell(news);
    await library.refresh();
  };
  const keeper = createPlanKeeper({
    kept: language.kept,
    ...{ document, session, files, tell, tab: name },
    rules: async () => undefined,
    ids: { next: nextName },
    now: () => Date.now(),
    repository: async () => repository,
  });
  const library = createLibraryKeeper({
    ...{ document, session, files, tell, keeper, blank },
    library: createLibraryStore(),
    standing: async (stored) => stored,
    repository: async () => repository,
    storage: async () =>
      ({ plans: repository, versions: versions(connection), files: planFiles(connection) }) as never,
  });
  channel.hear((news) => {
    if (alive) void library.hear(news);
  });

  const close = (): void => {
    alive = false;
    keeper.close();
    channel.close();
    connection.close();
  };
  const kill = (): void => close();

  if (typeof first === 'string') await library.open(first);
  else {
    document.actions.open({ plan: first, revision: 1, input: { n: 0 }, approval: null }, 'unsaved');
    await keeper.save();
  }

  return {
    ...{ name, document, keeper, library, kill, close },
    act: (action) => {
      const before = saidBy(document.getState(), book.places);
      action();
      const after = saidBy(document.getState(), book.places);
      for (const said of after) {
        if (before.has(said)) continue;
        made.add(said);
        replaced.delete(said);
      }
      for (const said of before) {
        if (after.has(said)) continue;
        replaced.add(said);
        made.delete(said);
      }
    },
    killAfterNextSave: () => {
      lastSave = true;
    },
    isAlive: () => alive,
  };
}

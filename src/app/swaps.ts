/**
 * Another file in the place of one that the plan reads. It is judged first, and nothing is touched until it is taken: then
 * the plan, by one undo step, and the files beside it, which follow that step back and forth. Fetched with the first.
 */

import { fileReadBy } from '../check/file-readers.ts';
import { filesRead } from '../check/files-read.ts';
import { type FilePlace, offeredColumns, swapFile, tableAlone, wantedColumns } from '../check/swap-file.ts';
import { jsonEquals } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import type { Edit } from '../plan/edit.ts';
import type { InputFile } from '../planner/planner.ts';
import type { TriedTable } from '../run/messages.ts';
import type { DialogName } from '../stores/session.ts';
import type { Swapping } from '../stores/swapping.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { type FileProfile, MAX_FILE_BYTES } from '../tools/file-profile.ts';
import type { MatchedColumn } from '../tools/likely-columns.ts';
import { renamed } from '../ui/parts/ChooseFile.tsx';
import type { SwapPlace, Swaps } from '../ui/verbs.ts';
import type { Ground } from './ground.ts';
import type { PlansService } from './services/plans.ts';

interface Asks extends Pick<Ground, 'document' | 'session' | 'late' | 'worker'> {
  readonly plans: Pick<PlansService, 'shelf' | 'keeper' | 'addFiles' | 'dropFiles'>;
  readonly judge: (file: File) => Promise<FileProfile>;
}

/** What is before the person, as far as the screen need not know it. */
interface InWork extends Swapping {
  readonly content: File;
  readonly profile: FileProfile;
  readonly old: FileProfile | undefined;
  readonly calls: readonly string[];
  /** The name under which it is given. */
  readonly as: string;
  /** The dialog that asked for it. */
  readonly back: DialogName | null;
}

export function createSwaps(asks: Asks): Swaps {
  const { document, session, late, worker, plans, judge } = asks;
  const { notify, tellFault } = session.actions;
  let inWork: InWork | null = null;
  const beside = filesThatFollow(asks);

  const placeOf = ({ name, calls }: Pick<InWork, 'name' | 'calls'>): FilePlace => {
    const { plan, catalogue } = document.getState();
    return { plan, contracts: catalogue, builtIns: catalogueOf(late.builtIn), name, calls };
  };

  /** Where the plan reads it; undefined where it does not. */
  const found = (place: SwapPlace): FilePlace | undefined => {
    const whole = placeOf({ name: '', calls: [] });
    const read = whole.plan.calls.flatMap((call) => {
      const name = fileReadBy(call, whole.contracts, whole.builtIns);
      return name === undefined ? [] : [{ name, id: call._id }];
    });
    const own = place.call === undefined ? undefined : read.find(({ id }) => id === place.call);
    const name = place.name ?? own?.name;
    const calls = own ? [own] : read.filter((one) => one.name === name);
    return name === undefined || calls.length === 0
      ? undefined
      : { ...whole, name, calls: calls.map(({ id }) => id) };
  };

  const lookAt = async (at: FilePlace, content: File, isForRun: boolean): Promise<InWork | null> => {
    // Too large to be looked at: the shelf has the sentence.
    if (content.size > MAX_FILE_BYTES) await plans.shelf.add(content);
    const { files, dialog } = session.getState();
    const before = files.find(({ name }) => name === at.name);
    const as = before || isForRun ? content.name : at.name;
    const { name } = at;
    const isOthers = as !== name && files.some((one) => one.name === as) && found({ name: as }) !== undefined;
    if (isOthers) {
      notify(
        `Other calls read a file that is called ${visible(as)} already. Give yours another name first.`,
        'danger',
      );
      return null;
    }
    const profile = { ...(await judge(content)), name: as };
    if (profile.fault !== undefined) {
      notify(profile.fault, 'danger');
      return null;
    }
    const old = before?.profile;
    const named = filesRead(at.plan, at.contracts, at.builtIns, old ? [old] : []);
    const wanted = wantedColumns(at, old, named.find((one) => one.name === name)?.columns ?? []);
    const offered = offeredColumns(at, profile, wanted);
    const asked = { wanted: wanted.map(({ isRead: _, ...one }) => one), offered };
    const matches =
      wanted.length === 0 || offered.length === 0
        ? []
        : ((await worker.request({ kind: 'match-columns', request: asked })) as unknown as MatchedColumn[]);
    const said = { planId: at.plan.id, name, file: content.name, isMissing: !before, isForRun };
    const back = dialog === 'swap-file' ? null : dialog;
    return { ...said, wanted, offered, matches, content, profile, old, calls: at.calls, as, back };
  };

  const editsFor = (one: InWork, mapping: ReadonlyMap<string, string>) =>
    swapFile(placeOf(one), { ...one, file: one.profile, mapping });

  const take = async (one: InWork, columns: ReadonlyMap<string, string>): Promise<void> => {
    const { plan } = document.getState();
    if (plan.id !== one.planId) return notify('Another plan is on the table now: nothing was changed.');
    const edits = editsFor(one, columns);
    if (!edits.ok) return notify(edits.error, 'danger');
    // On the shelf before the plan names it: what is computed then finds it.
    const added = await plans.shelf.add(renamed(one.content, one.as));
    const changing = edits.value.filter((edit) => changes(edit, plan));
    if (changing.length > 0) {
      const done = document.actions.edit(changing, { label: `Read “${visible(one.as)}”` });
      if (!done.ok) return notify(done.error, 'danger');
    }
    beside.put({ ...added, profile: one.profile }, one.name);
    inWork = null;
    session.actions.set({
      swapping: null,
      ...(one.isForRun ? { view: { kind: 'plan' }, selection: [] } : {}),
      dialog: one.isForRun ? 'approve' : one.back,
    });
    notify(takenWords(one, changing.length > 0), 'success');
  };

  return {
    give: async (place, given, isForRun = false) => {
      try {
        await late.rules();
        const file = typeof given === 'string' ? plans.shelf.get(given) : given;
        if (!file) return notify(`${visible(String(given))} is not here any more: add it again.`, 'danger');
        if (place.planId !== undefined && place.planId !== document.getState().plan.id) {
          await plans.keeper.open(place.planId);
          if (document.getState().plan.id !== place.planId) return;
        }
        if (session.getState().drafting)
          return notify('A plan is being drafted. Wait until it is whole, or stop drafting.');
        const at = found(place);
        if (!at) {
          if (place.name === undefined) plans.dropFiles([file]);
          else plans.addFiles([renamed(file, place.name)]);
          return;
        }
        const one = await lookAt(at, file, isForRun);
        if (!one) return;
        inWork = one;
        const same = sameColumns(one);
        if (same) return await take(one, same);
        const { content: _, profile: __, old: ___, calls: ____, as: _____, back: ______, ...swapping } = one;
        session.actions.set({ swapping, dialog: 'swap-file' });
      } catch (error) {
        tellFault(error);
      }
    },
    take: async (columns) => {
      try {
        if (inWork) await take(inWork, columns);
      } catch (error) {
        tellFault(error);
      }
    },
    tryTable: async (columns, signal) => {
      const one = inWork;
      if (!one) return { fault: 'It is not before you any more.' };
      const edits = editsFor(one, columns);
      if (!edits.ok) return { fault: edits.error };
      const place = placeOf(one);
      const done = applyEdits(place.plan, edits.value);
      const plan = done.ok ? tableAlone(place, done.value.plan, one.as) : undefined;
      if (plan === undefined) return { fault: 'No table is read of it.' };
      const request = { plan, name: one.as, file: one.content };
      const table = await worker.request({ kind: 'try-table', request }, signal);
      signal.throwIfAborted();
      return table as unknown as TriedTable;
    },
  };
}

/** The columns as they are, where nothing is to be asked: all there by the names of the file of before, each of the type it was. */
function sameColumns({ wanted, offered }: InWork): ReadonlyMap<string, string> | undefined {
  const types = new Map(offered.map(({ name, type }) => [name, type]));
  const found = new Map<string, string>();
  for (const { name, was } of wanted) {
    const column = was?.name ?? name;
    const type = types.get(column);
    if (type === undefined || (was && was.type !== type && type !== 'empty')) return undefined;
    found.set(name, column);
  }
  return found;
}

/** A file that is given under the name that the plan has already changes nothing of the plan, nor what was signed. */
const changes = (edit: Edit, { calls }: FilePlace['plan']): boolean =>
  edit.kind !== 'replace-call' || !jsonEquals(calls.find(({ _id }) => _id === edit.id) ?? null, edit.call);

function takenWords({ name, file, as, isMissing }: InWork, isChanged: boolean): string {
  const given = visible(file);
  if (isMissing) return as === file ? `${given} is here now.` : `${given} is here now, as ${visible(as)}.`;
  const undone = isChanged ? ' Undo leads back.' : '';
  return as === name
    ? `${given} is the new file of that name now.${undone}`
    : `${given} is read in the place of ${visible(name)} now.${undone}`;
}

/** Files that were put in each other's place stand beside the plan as it names them: undo brings the one of before back. */
function filesThatFollow({ document, session, plans }: Asks) {
  const known = new Map<string, InputFile>();
  let planId = '';
  const isNamed = (name: string, { plan, input } = document.getState()): boolean =>
    JSON.stringify([plan.calls, plan.plans ?? null, input]).includes(JSON.stringify(name));
  document.subscribe((now, before) => {
    if (known.size === 0 || now.plan.id !== planId || before.plan.id !== planId) return;
    if (now.plan.calls === before.plan.calls) return;
    for (const [name, file] of known) {
      const is = isNamed(name, now);
      if (is === isNamed(name, before)) continue;
      if (!is) session.actions.removeFile(name);
      else if (plans.shelf.get(name)) session.actions.addFiles([file]);
    }
  });
  return {
    /** @param name of the file in whose place it comes */
    put: (file: InputFile, name: string): void => {
      const { id } = document.getState().plan;
      if (id !== planId) known.clear();
      planId = id;
      const before = session.getState().files.find((one) => one.name === name);
      if (before) known.set(name, before);
      known.set(file.name, file);
      session.actions.addFiles([file]);
      if (before && file.name !== name && !isNamed(name)) session.actions.removeFile(name);
    },
  };
}

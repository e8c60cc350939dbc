/** `take-back`: what a person allowed before holds no longer – an approval, or a place that a run asked for (L-73, L-74). */

import { deviceClock } from '../activities/place-clock.ts';
import { visible } from '../lib/visible-text.ts';
import { allowedBy, fileQuestion, grantsOf, hostQuestion } from '../run/grants.ts';
import { type Command, type ExitCode, Fault, Misuse, printJson, readArgs, type Terminal } from './command.ts';
import { steered } from './journal-commands.ts';
import { readJournal } from './run/journal-folder.ts';
import { ownBook } from './run/receipts.ts';
import { commitOf, standing } from './run/standing.ts';

const HASH = /^[0-9a-f]{64}$/i;

export const takeBack: Command = {
  usage: 'obelus take-back [SHA256 | JOURNAL [--host HOST | --file NAME]] [--json]',
  async run(args, terminal) {
    const options = {
      host: { type: 'string' },
      file: { type: 'string' },
      json: { type: 'boolean' },
    } as const;
    const { values, positionals } = readArgs(args, options);
    const [what, ...more] = positionals;
    const asJson = values.json === true;
    const abouts = [
      ...(values.host === undefined ? [] : [hostQuestion(values.host)]),
      ...(values.file === undefined ? [] : [fileQuestion(values.file)]),
    ];
    const [about] = abouts;
    if (more.length > 0 || abouts.length > 1) throw new Misuse('Take back one thing at a time.');
    if (about !== undefined) {
      if (what === undefined || HASH.test(what))
        throw new Misuse('A host or a file is allowed in a run: name the folder with its journal.');
      return allowed(what, about, asJson, terminal);
    }
    return what === undefined ? listed(asJson, terminal) : approval(what, asJson, terminal);
  },
};

/** What may begin unasked, so that a person sees what there is to take back. */
async function listed(asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const receipts = await ownBook().list();
  const approvals = receipts.map(({ flows: _, ...one }) => one);
  if (asJson) printJson(terminal, { ok: true, approvals });
  else if (approvals.length === 0) terminal.err('Nothing is approved here.');
  else
    for (const { hash, at, title, device } of approvals)
      terminal.out(
        `${hash}  ${new Date(at).toISOString()}  ${visible(title)}${device === undefined ? '' : `  (on ${visible(device)})`}\n`,
      );
  return 0;
}

/** @param what its hash, or the folder of a run that was begun with it */
async function approval(what: string, asJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const named = HASH.test(what) ? [what.toLowerCase()] : await hashesIn(what);
  const book = ownBook();
  let hash: string | undefined;
  for (const one of named) if (hash === undefined && (await book.holds(one))) hash = one;
  if (hash === undefined)
    throw new Fault(
      `Nothing with the SHA-256 ${named[0]} is approved here, so there is nothing to take back.`,
    );
  await book.takeBack(hash, deviceClock.now());
  const said = `The approval ${hash} is taken back: nothing begins under it any more. A run that has begun goes on until it is stopped.`;
  if (asJson) printJson(terminal, { ok: true, hash, message: said });
  else terminal.err(said);
  return 0;
}

/** What the run was begun with, and before it what each was that it took over from: a part of a plan goes by the whole's approval. */
async function hashesIn(folder: string): Promise<readonly string[]> {
  const journal = await readJournal(folder);
  try {
    const hashes: string[] = [];
    for (let runId = journal.runId; runId !== undefined; ) {
      hashes.push(commitOf(await journal.store.events(runId), folder).hash ?? '');
      const before: string | undefined = (await journal.store.run(runId))?.forkOf?.runId;
      runId = before !== undefined && (await journal.store.run(before)) ? before : undefined;
    }
    return hashes;
  } finally {
    await journal.close();
  }
}

/** Every yes in the run and those below it that let a call go there: the next one asks again. */
const allowed = (folder: string, about: string, asJson: boolean, terminal: Terminal): Promise<ExitCode> =>
  steered(folder, asJson, terminal, async (runs, _, journal) => {
    const { family } = await standing(journal, folder);
    const given = [...family].flatMap(([runId, { grants }]) =>
      grantsOf(grants).flatMap((one) => (allowedBy(about).includes(one.about) ? [{ runId, ...one }] : [])),
    );
    if (given.length === 0) throw new Fault(`Nobody has allowed "${about}" in the run in ${folder}.`);
    for (const { runId, call, about: one } of given)
      await runs.steer({
        ...{ kind: 'answer', runId, about: one, choose: 'reject' },
        ...(call === null ? {} : { call }),
      });
    return `Taken back: a call of this run that wants to go there (${visible(about)}) asks again. What has left has left.`;
  });

/** `run FILE --approve`: runs a plan here, or goes on with the run whose journal is in the folder. */

import { randomBytes } from 'node:crypto';
import { deviceClock } from '../activities/place-clock.ts';
import type { JsonObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { type Delegates, delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { givenIn, partFor } from '../plan/part-of.ts';
import { givenPart } from '../run/changed-fork.ts';
import type { RunEvent } from '../run/events.ts';
import type { StartRun } from '../run/messages.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import {
  type Command,
  type ExitCode,
  Fault,
  Misuse,
  onlyOne,
  printFault,
  printRefusal,
  readArgs,
  type Terminal,
  type ValuesOf,
} from './command.ts';
import { RUN_HELP } from './help.ts';
import { readLibrary } from './library-folder.ts';
import { folderOf, hasErrors, openPlan, refusePlan, sayProblems } from './open-plan.ts';
import { ofFiles, profilesIn } from './profiles.ts';
import { readObject } from './read-file.ts';
import { signedIn } from './run/approval.ts';
import { carryOut, type Means, meansOf, RUN_OPTIONS, RUN_USAGE } from './run/carry-out.ts';
import { APPROVE_OPTIONS, approved, type Consent, consentOf, withOnly } from './run/consent.ts';
import { leftInDoubt, runsAllTheSame, sayLeft } from './run/doubts-first.ts';
import { estimated } from './run/earlier-runs.ts';
import { markBrought, TAKEN_OVER } from './run/elsewhere.ts';
import { hasRun, inFolder, journalFor, type Now } from './run/in-folder.ts';
import { missingFor } from './run/missing.ts';
import {
  LIST_OPTIONS,
  LIST_USAGE,
  listGiven,
  type Over,
  overIn,
  sayOver,
  startRefusals,
} from './run/over-list.ts';
import { type KnownPlan, ownBook } from './run/receipts.ts';
import { runFiles } from './run/run-files.ts';
import { problemsHere } from './run/setting.ts';

const OPTIONS = {
  ...RUN_OPTIONS,
  ...APPROVE_OPTIONS,
  ...LIST_OPTIONS,
  'unasked-replans': { type: 'boolean' },
  'show-turns': { type: 'boolean' },
  input: { type: 'string' },
  library: { type: 'string' },
  journal: { type: 'string' },
  fork: { type: 'boolean' },
  to: { type: 'string' },
  from: { type: 'string' },
  pins: { type: 'string' },
  'despite-doubts': { type: 'boolean' },
} as const;

export const run: Command = {
  usage: `obelus run FILE --approve[=SHA256] [--unasked-replans] [--show-turns] [--input FILE|-] [--library FOLDER] [--journal FOLDER [--fork]] [--to CALL | --from CALL] [--pins FILE] ${LIST_USAGE} [--despite-doubts] ${RUN_USAGE}`,
  help: RUN_HELP,
  async run(args, terminal) {
    const { values, positionals } = readArgs(withOnly(args), OPTIONS);
    const file = onlyOne(positionals, 'the file with the plan');
    const consent = consentOf(values);
    const asJson = values.json === true || values.events === true;
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, asJson);
    const pins = values.pins === undefined ? {} : await readObject(values.pins);
    const part = partIn(opened.value.plan, values, pins);
    const { plan } = part;
    const pinned = part.is?.given ?? {};
    const library =
      values.library === undefined ? libraryOf(NO_DELEGATES) : await readLibrary(values.library);
    const delegates = delegatesOf(plan, library);
    const means = await meansOf(values, [plan, ...Object.values(delegates)]);
    const given = values.input === undefined ? opened.value.input : await readObject(values.input);

    const over = await listGiven(plan, values, opened.value.instances);
    if (part.is && over.instances)
      throw new Misuse('--instances goes with the whole plan: leave --to and --from out.');
    // Over the list that a folder's run has, its own input is looked at where it begins.
    const isOwnList = values['failed-again'] || values.fork || hasRun(values.journal);

    const folder = folderOf(file, values.input);
    const profiles = await profilesIn(values.files ?? folder, [plan, ...Object.values(delegates)]);
    const judged = { delegates, means, given, profiles, ...(isOwnList && !over.instances ? {} : { over }) };
    const refused = refuse(plan, judged, asJson, terminal);
    if (refused !== null) return refused;
    const journal = await journalFor(values.journal, consent);
    try {
      const begun = await inFolder(journal, { plan, delegates, means, given, values, pinned });
      const isNew = begun.runId === undefined && !begun.fork;
      const { setting } = means;
      const before = await leftBefore({ plan, delegates, means }, values.journal, consent);
      const left = isNew ? before.own : [];
      if (!asJson && (!consent.isGiven || values['despite-doubts'])) sayLeft(left, terminal);
      const input = begun.fork ? startedWith(begun.events) : given;
      const ask = { consent, also: begun.also, now: deviceClock.now(), asJson, terminal };
      const { out } = values;
      const partial = begun.part ?? givenPart(plan, pinned);
      // Who approves with the command does not read it.
      const earlier =
        consent.isGiven || partial !== undefined
          ? null
          : await estimated(plan, knownAs({ plan, delegates, means }, values.journal), ownBook(), setting);
      const list = overIn(begun.events, over, values.journal ?? '');
      if (!asJson && list.instances) sayOver(terminal, list);
      const approval = await approved({ plan, setting, delegates, input, part: partial, out, earlier }, ask);
      if (!approval) return 1;
      if (left.length > 0 && !values['despite-doubts'] && !(await runsAllTheSame(left, asJson, terminal)))
        return 1;
      if (isNew) {
        const missing = await missingFor(
          { plan, delegates, setting, pinned },
          runFiles(values.files ?? folder, '.'),
        );
        if (missing.length > 0) return refuseMissing(missing, asJson, terminal);
      }
      if (journal && begun.brought) {
        await markBrought(journal, begun.brought, deviceClock.now());
        terminal.err(TAKEN_OVER);
      }
      return await carryOut({
        plan,
        delegates,
        approved: approval,
        input,
        runId: begun.runId ?? newRunId(),
        fork: begun.fork,
        ...(part.is ? { part: part.is } : {}),
        over: list,
        choices: {
          replans: values['unasked-replans'] ? 'unasked' : 'ask',
          ...(values['show-turns'] ? { turns: 'shown' as const } : {}),
        },
        means,
        doubted: before.others,
        values,
        folder,
        journal,
        terminal,
      });
    } finally {
      await journal?.close();
    }
  },
};

/** The part of the plan that is asked for, as the canvas runs it (docs/decisions/0045); else the plan itself. */
function partIn(
  plan: Plan,
  { to, from, pins: hasPins }: Pick<ValuesOf<typeof OPTIONS>, 'to' | 'from' | 'pins'>,
  pins: JsonObject,
): { readonly plan: Plan; readonly is: Pick<StartRun, 'isPart' | 'to' | 'given'> | null } {
  if (to !== undefined && from !== undefined) throw new Misuse('Give --to CALL or --from CALL, not both.');
  const call = to ?? from;
  if (call === undefined) {
    if (hasPins !== undefined) throw new Misuse('--pins goes with --to CALL or --from CALL.');
    return { plan, is: null };
  }
  const ids = new Set(plan.calls.map(({ _id }) => _id));
  const nobody = Object.keys(pins).find((id) => !ids.has(id));
  if (nobody !== undefined)
    throw new Fault(`A result is pinned for "${nobody}", and the plan has no such call.`);
  if (to !== undefined && Object.hasOwn(pins, to))
    throw new Fault(`The result of "${to}" is pinned, so there is nothing to run. Run from it instead.`);
  const found = partFor(plan, to === undefined ? 'from' : 'to', call, new Set(Object.keys(pins)));
  if (!found.ok) throw new Fault(found.error);
  const given = givenIn(found.value.plan, pins);
  return {
    plan: found.value.plan,
    is: {
      isPart: true,
      ...(to === undefined ? {} : { to }),
      ...(Object.keys(given).length > 0 ? { given } : {}),
    },
  };
}

/** What earlier runs left in doubt. @param journal where the new one is to be kept */
const leftBefore = (now: Now, journal: string | undefined, consent: Consent) =>
  leftInDoubt(knownAs(now, journal), ownBook(), consent.isGiven);

/** As its earlier runs are found by. */
function knownAs({ plan, delegates, means }: Now, journal: string | undefined): KnownPlan {
  const { hash } = signedIn({ plan, setting: means.setting, delegates, part: undefined });
  return { hash, planId: plan.id, folder: journal ?? null };
}

function refuseMissing(missing: readonly string[], asJson: boolean, terminal: Terminal): ExitCode {
  if (asJson) printFault(terminal, 'cannot-run-here', missing.join(' '));
  else terminal.err(`${missing.join('\n')}\nNothing was run.`);
  return 1;
}

/** A column that is not there is missing in every row. */
const MOST_WRONG = 10;

/** How it is given, by the code of what is wrong. */
const GIVE: Readonly<Record<string, string>> = {
  'missing-input': 'Give it with --input FILE, or in a column of --instances FILE.',
};

interface Judged {
  readonly delegates: Delegates;
  readonly means: Means;
  readonly given: JsonObject | undefined;
  readonly profiles: readonly FileProfile[];
  /** Absent where it goes over what a run of before went over. */
  readonly over?: Over;
}

/** Says why the plan can't run with this input, or nothing; and what its files tell against it. */
function refuse(
  plan: Plan,
  { delegates, means, given: input, profiles, over }: Judged,
  asJson: boolean,
  terminal: Terminal,
): ExitCode | null {
  const problems = problemsHere(plan, means, { library: libraryOf(delegates), profiles });
  if (hasErrors(problems)) return refusePlan(terminal, problems, asJson);
  if (!asJson) sayProblems(terminal, ofFiles(problems));
  const wrong = over ? startRefusals(plan, input, over) : [];
  if (wrong.length === 0) return null;
  if (asJson)
    printRefusal(
      terminal,
      wrong.map((one) => ({ ...one, severity: 'error' })),
    );
  else {
    for (const one of wrong.slice(0, MOST_WRONG))
      terminal.err(visible(`${one.message} ${GIVE[one.code] ?? ''}`.trim()));
    if (wrong.length > MOST_WRONG) terminal.err(`And ${wrong.length - MOST_WRONG} more like these.`);
  }
  return 1;
}

/** A run that takes over what another did has its input too. */
const startedWith = ([first]: readonly RunEvent[]): JsonObject | undefined =>
  first?.type === 'plan.commit' ? first.input : undefined;

export const newRunId = (): string => randomBytes(4).toString('hex');

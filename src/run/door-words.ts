/**
 * What the door asks a person, and what each answer says it does (L-73): one wording for the page, the terminal and the
 * journal. Knows neither of them.
 */

import { hostWords, TOLD_TO_PLAN } from '../flows/words.ts';
import type { JsonObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { isUnencrypted } from '../tools/reached-at.ts';
import { aboutOf, hostAsked, modelMissed, NO_ANSWER, UNLOCK } from './grants.ts';

/** A question of the door, in words. */
export interface DoorWords {
  readonly title: string;
  readonly message: string;
  readonly yes: string;
  readonly no: string;
  /** The answer that can do no harm: a file that is made here can be thrown away, what was sent can't be called back. */
  readonly safe: 'yes' | 'no';
  /** What goes along with a yes where it is for every call of the run; null where a yes can't be for one call alone. */
  readonly all: string | null;
}

/**
 * @param about the name of the question (`run/grants.ts`)
 * @param call as the place calls it
 * @returns null for a question that is not answered by what is said
 */
export function doorWords(about: string, call: string): DoorWords | null {
  if (about === UNLOCK) return null;
  const who = `“${call}”`;
  const asked = hostAsked(about);
  if (asked !== null) return reachWords(asked.host, asked.writes, who);
  const [kind, ...rest] = visible(about).split(' ');
  const name = rest.join(' ');
  if (kind === 'file')
    return {
      title: `Save the file ${name}?`,
      message: `You did not approve that ${who} saves a file of this name: it was given as input, or came out of the run.`,
      yes: `Save ${name}`,
      no: 'Don’t save it',
      safe: 'yes',
      all: `And every other call of this run may save ${name}, in its sub-runs too; another file is asked for by itself`,
    };
  // A secret's name may hold spaces, a host can't.
  const host = rest.at(-1) ?? '';
  const secret = rest.slice(0, -1).join(' ');
  return {
    title: `May your secret ${secret} go to ${host}?`,
    message: `Nobody has said yet to which hosts this secret may go. ${who} would send it to ${host} now. It is then bound to that host.`,
    yes: `Send it to ${host}`,
    no: 'Don’t send it',
    safe: 'no',
    all: null,
  };
}

/** A yes for the whole run is no wider than what was asked: at a read nobody thinks of what a write there would do. */
const reachWords = (host: string, writes: boolean, who: string): DoorWords => ({
  title: `Reach ${hostWords(host)}?`,
  message: `${whyAsked(host, who)} would send its request there now.${writes ? ' It may change something there.' : ''}`,
  yes: `Send it to ${hostWords(host)}`,
  no: 'Don’t send it',
  safe: 'no',
  all: writes
    ? 'And every other call of this run may go there, in its sub-runs too, writes too'
    : 'And every other call of this run that only reads may go there, in its sub-runs too; a write asks by itself',
});

const ON_THE_WAY = 'anybody on the way can read and change what goes there';

/** Up to who would go there: of the same host the plan may name the encrypted way, and another call may go there. */
const whyAsked = (host: string, who: string): string =>
  isUnencrypted(host)
    ? `You did not approve that ${who} goes to this host unencrypted: ${ON_THE_WAY}. It`
    : `You did not approve that ${who} goes to this host: its address was given as input, came out of the run, or is written in an unusual way. It`;

/** How many others ask the same now, and what answers them all: `how`, where a yes alone does not. Null where none does. */
export function alikeWords({ all, yes }: DoorWords, others: number, how: string): string | null {
  if (others === 0) return null;
  const ask = others === 1 ? 'One more call asks' : `${others} more calls ask`;
  return `${ask} the same now: “${yes}”${all === null ? '' : ` ${how}`} answers all of them.`;
}

const PLAN_HERE = 'Plan on this device';

/**
 * What a replan asks (L-42): whether the model at that host may be told what was done, where it is, or what now that no
 * answer came.
 * @param about the name of the question
 * @param told why no answer came
 */
export function replanDoorWords(about: string, told = ''): DoorWords {
  if (about === NO_ANSWER)
    return {
      title: 'The planner gave no answer. Ask it again?',
      message: `${visible(told)} What was done is kept, and no turn is used up.`.trim(),
      yes: 'Ask again',
      no: 'End the run here',
      safe: 'yes',
      all: null,
    };
  const missed = modelMissed(about);
  if (missed !== null)
    return {
      title: 'No model was connected to plan the rest.',
      message: `You approved that the model at ${hostWords(missed)} plans on from here. Connect it, and go on; or have the rest planned without a model.`,
      yes: 'Go on with the model',
      no: PLAN_HERE,
      safe: 'yes',
      all: null,
    };
  const server = about.split(' ')[1] ?? '';
  const host = hostWords(server);
  return {
    title: `Have the rest planned by the model at ${host}?`,
    message: `What you approved does not name this model’s server. It would be told ${TOLD_TO_PLAN}${isUnencrypted(server) ? `, unencrypted: ${ON_THE_WAY}` : ''}.`,
    yes: `Send it to ${host}`,
    no: PLAN_HERE,
    safe: 'no',
    all: null,
  };
}

/** The same for a question as it stands in a run; null for one that the door did not ask. */
export function doorWordsOf(form: JsonObject, call: string): DoorWords | null {
  const about = aboutOf(form);
  return about === undefined ? null : doorWords(about, call);
}

/** Says before it is signed who made this revision, what the plan began as, and which parts came from elsewhere (L-74). */

import { Fragment } from 'react';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import { type Below, isForeign, type Origin, partKey } from '../../plan/origin.ts';
import { madeBy } from '../../plan/origins-after.ts';
import { type SpentInAll, spentInAll } from '../../plan/talk.ts';
import { type PartGroup, partGroups, revisionWords } from '../part-words.ts';
import { useDocument } from '../services.ts';
import { whence } from '../whence.ts';
import { counted, spentWords } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { AskedList } from './AskedList.tsx';

/** More names of one place are counted; of a name, so many characters. */
const NAMES = 20;
const NAME = 100;

export function Whence() {
  const origins = useDocument((state) => state.origins);
  const plan = useDocument((state) => state.plan);
  const revision = useDocument((state) => state.revision);
  const below = useDocument((state) => state.below);
  const delegates = useDocument((state) => state.delegates);
  const came = whence(origins.began);
  const maker = madeBy(origins, revision);
  const made = revisionWords(maker);
  const there = keysOf(plan);
  const talk = useDocument((state) => state.talk);
  const took = takenWords(spentInAll(talk));
  const groups = [...partGroups(origins, (key) => there.has(key)), ...groupsBelow(below, delegates)];
  const look = isForeign(origins.began) || groups.some(({ words }) => words !== 'made here');
  const sentences = [
    came === null ? null : `This plan came ${came}.`,
    look ? 'Look at what it does.' : null,
    made === null || (came !== null && isOne(maker, origins.began)) ? null : `Revision ${revision}: ${made}.`,
  ].filter((words) => words !== null);
  if (sentences.length === 0 && groups.length === 0 && took === null) return null;
  return (
    <section className={styles.tools} aria-label="Where it came from">
      {sentences.length > 0 ? (
        <p>
          <bdi>{sentences.join(' ')}</bdi>
        </p>
      ) : null}
      {took === null ? null : <p>{took}</p>}
      <AskedList talk={talk} />
      <dl>
        {groups.map(({ words, names }) => (
          <div key={`${words} ${names[0]}`}>
            <dt>{`${words.charAt(0).toUpperCase()}${words.slice(1)}`}</dt>
            <dd>
              {names.slice(0, NAMES).map((name, at) => (
                <Fragment key={name}>
                  {at > 0 ? ', ' : ''}
                  <bdi className={styles.toolName}>{cut(visible(name), NAME)}</bdi>
                </Fragment>
              ))}
              {names.length > NAMES ? ` and ${names.length - NAMES} more` : ''}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What asking models for it took so far. That is told on this device alone: no signature holds it, and it does not travel. */
function takenWords(spent: SpentInAll | null): string | null {
  if (spent === null) return null;
  const { sentences, more, tokens, cost } = spent;
  const isShort = (more.tokens && tokens !== undefined) || (more.cost && cost !== undefined);
  const known = isShort ? ', as far as that is known' : '';
  return `Asking a model for it took ${spentWords(spent)} over ${counted(sentences, 'sentence')}${known}.`;
}

const isOne = (a: Origin | null | undefined, b: Origin | null): boolean =>
  a?.kind === b?.kind && a?.at === b?.at;

/** Plans of this device that it delegates to: each a document of its own. */
function groupsBelow(below: Below, delegates: Delegates): readonly PartGroup[] {
  return Object.entries(below).flatMap(([reference, from]) => {
    const words = whence(from);
    const sub = delegates[reference];
    return words === null || !sub ? [] : [{ words, names: [`sub-plan ${sub.title ?? sub.goal ?? sub.id}`] }];
  });
}

const keysOf = ({ calls, tools = [], plans = {} }: Plan): ReadonlySet<string> =>
  new Set([
    ...calls.map(({ _id }) => partKey('call', _id)),
    ...tools.map(({ name }) => partKey('tool', name)),
    ...Object.keys(plans).map((name) => partKey('plan', name)),
  ]);

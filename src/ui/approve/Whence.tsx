/** Says before it is signed who made this revision, what the plan began as, and which parts came from elsewhere (L-74). */

import { Fragment } from 'react';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import { isForeign, partKey } from '../../plan/origin.ts';
import { madeBy } from '../../plan/origins-after.ts';
import { partGroups, revisionWords } from '../part-words.ts';
import { useDocument } from '../services.ts';
import { whence } from '../whence.ts';
import styles from './ApproveDialog.module.css';

/** More names of one place are counted. */
const NAMES = 20;

export function Whence() {
  const origins = useDocument((state) => state.origins);
  const plan = useDocument((state) => state.plan);
  const revision = useDocument((state) => state.revision);
  const came = whence(origins.began);
  const made = revisionWords(madeBy(origins, revision));
  const there = keysOf(plan);
  const groups = partGroups(origins, (key) => there.has(key));
  const look = isForeign(origins.began) || groups.some(({ words }) => words !== 'made here');
  const sentences = [
    came === null ? null : `This plan came ${came}.`,
    look ? 'Look at what it does.' : null,
    made === null || (came !== null && made === `came ${came}`) ? null : `Revision ${revision}: ${made}.`,
  ].filter((words) => words !== null);
  if (sentences.length === 0 && groups.length === 0) return null;
  return (
    <section className={styles.tools} aria-label="Where it came from">
      <p>
        <bdi>{sentences.join(' ')}</bdi>
      </p>
      <dl>
        {groups.map(({ words, names }) => (
          <div key={words}>
            <dt>{`${words.charAt(0).toUpperCase()}${words.slice(1)}`}</dt>
            <dd>
              {names.slice(0, NAMES).map((name, at) => (
                <Fragment key={name}>
                  {at > 0 ? ', ' : ''}
                  <bdi className={styles.toolName}>{visible(name)}</bdi>
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

const keysOf = ({ calls, tools = [], plans = {} }: Plan): ReadonlySet<string> =>
  new Set([
    ...calls.map(({ _id }) => partKey('call', _id)),
    ...tools.map(({ name }) => partKey('tool', name)),
    ...Object.keys(plans).map((name) => partKey('plan', name)),
  ]);
